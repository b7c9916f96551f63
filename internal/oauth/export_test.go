package oauth

// MaxTrusted bounds the tokens that are remembered.
const MaxTrusted = maxTrusted

// Remembered returns how many tokens are.
func (j *JWT) Remembered() int {
	j.seen.mu.Lock()
	defer j.seen.mu.Unlock()
	return len(j.seen.known)
}
