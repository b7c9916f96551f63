package oauth

// MaxTrusted bounds the tokens that are remembered.
const MaxTrusted = maxTrusted

// Remembered returns how many tokens are.
func (j *JWT) Remembered() int { return j.seen.Len() }
