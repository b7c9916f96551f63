package issuer

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// The parameters of argon2id are those that OWASP recommends. They are in each
// hash, so that later releases can raise them.
const (
	hashMemory  = 19 << 10 // KiB
	hashTime    = 2
	hashThreads = 1
	hashLength  = 32
	saltLength  = 16
)

func checkPassword(password string) error {
	const fewest, most = 10, 200
	if n := utf8.RuneCountInString(password); n < fewest || n > most || !utf8.ValidString(password) {
		return fmt.Errorf("a password has %d to %d characters", fewest, most)
	}
	return nil
}

// hashPassword returns the password in the usual form of argon2id.
func hashPassword(password string) string {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // it never fails
	sum := argon2.IDKey([]byte(password), salt, hashTime, hashMemory, hashThreads, hashLength)
	return encodeHash(salt, sum)
}

func encodeHash(salt, sum []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashTime, hashThreads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// nobodysHash is compared when there is no account or no password, so that this takes
// as long.
var nobodysHash = sync.OnceValue(func() string { return encodeHash(make([]byte, saltLength), make([]byte, hashLength)) })

// matches reports whether hash is that of the password. An empty one matches none.
// Few passwords are hashed at a time; others wait.
func (i *Issuer) matches(ctx context.Context, hash, password string) (bool, error) {
	if hash == "" {
		hash = nobodysHash()
	}
	select {
	case i.hashing <- struct{}{}:
		defer func() { <-i.hashing }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	var version, memory, times uint32
	var threads uint8
	head, rest, _ := strings.Cut(strings.TrimPrefix(hash, "$argon2id$"), "$")
	params, rest, _ := strings.Cut(rest, "$")
	salt, sum, _ := strings.Cut(rest, "$")
	_, err := fmt.Sscanf(head+" "+params, "v=%d m=%d,t=%d,p=%d", &version, &memory, &times, &threads)
	rawSalt, err1 := base64.RawStdEncoding.DecodeString(salt)
	rawSum, err2 := base64.RawStdEncoding.DecodeString(sum)
	if err := errors.Join(err, err1, err2); err != nil || version != argon2.Version || len(rawSum) != hashLength {
		return false, errors.New("the stored hash of a password cannot be read")
	}
	got := argon2.IDKey([]byte(password), rawSalt, times, memory, threads, hashLength)
	return subtle.ConstantTimeCompare(got, rawSum) == 1 && hash != nobodysHash(), nil
}
