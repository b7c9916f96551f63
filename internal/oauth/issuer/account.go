package issuer

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"golang.org/x/crypto/argon2"
)

// Why no account was made or changed.
var (
	// ErrNotAllowed says that the system lets no one in by that address.
	ErrNotAllowed = errors.New("this address may not sign in; add it to the system first")
	// ErrNoAccount says that there is no account of that address.
	ErrNoAccount = errors.New("there is no account of this address")
)

// account is a person who can sign in.
type account struct{ id, email string }

// normalEmail is how addresses are stored and compared; ok is false for one that no
// token could carry.
func normalEmail(email string) (normal string, ok bool) {
	const longest = 254 // that SMTP can carry
	normal = strings.ToLower(strings.Trim(email, " \t\r\n"))
	odd := strings.ContainsFunc(normal, func(r rune) bool { return r < '!' || r > '~' })
	local, domain, at := strings.Cut(normal, "@")
	return normal, !odd && at && local != "" && domain != "" && len(normal) <= longest
}

// CreateCode makes a one-time code for the address, which can be used within an hour
// and takes the place of an earlier one. It also ends the wait of a password after too
// many attempts.
// The account is made if there is none. Its error is [ErrNotAllowed], or a sentence
// or a cause why there is no code.
func (i *Issuer) CreateCode(ctx context.Context, email string) (code string, err error) {
	code = signInCode()
	err = i.change(ctx, email, func(t tx, id string) error {
		return t.exec("UPDATE accounts SET code = $1, code_expires = $2 WHERE id = $3",
			hashOf(normalCode(code)), i.now().Add(signInCodeLife).Unix(), id)
	})
	if err != nil {
		return "", err
	}
	return code, nil
}

// SetPassword gives the address a password, in place of an earlier one, and ends the
// sessions and grants that it has. The account is made if there is none.
func (i *Issuer) SetPassword(ctx context.Context, email, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	hash := hashPassword(password)
	return i.change(ctx, email, func(t tx, id string) error {
		if err := t.exec("UPDATE accounts SET password = $1 WHERE id = $2", hash, id); err != nil {
			return err
		}
		_, err := t.signOut(id)
		return err
	})
}

// Revoke takes from the address whatever lets it in: grants, sessions, a password and
// a code. It returns how many grants that were. A new code lets the same person in
// again. The error is [ErrNoAccount] if no one has that address.
func (i *Issuer) Revoke(ctx context.Context, email string) (grants int, err error) {
	normal, ok := normalEmail(email)
	if !ok {
		return 0, ErrNoAccount
	}
	err = i.store.write(ctx, func(t tx) error {
		if err := t.purge(i.now()); err != nil {
			return err
		}
		a, found, err := t.account(normal)
		switch {
		case err != nil:
			return err
		case !found:
			return ErrNoAccount
		}
		if err := t.exec("UPDATE accounts SET password = NULL, code = NULL, code_expires = NULL WHERE id = $1", a.id); err != nil {
			return err
		}
		grants, err = t.signOut(a.id)
		return err
	})
	return grants, err
}

// change calls f with the account of the address, which is made if there is none.
func (i *Issuer) change(ctx context.Context, email string, f func(t tx, id string) error) error {
	normal, ok := normalEmail(email)
	switch {
	case !ok:
		return errors.New("this is not an e-mail address in plain ASCII")
	case !i.opts.MaySignIn(ctx, normal):
		return ErrNotAllowed
	}
	return i.store.write(ctx, func(t tx) error {
		if err := t.exec("INSERT INTO accounts (id, email) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING", random(16), normal); err != nil {
			return err
		}
		a, _, err := t.account(normal)
		if err != nil {
			return err
		}
		if err := t.forget(accountBucket(normal)); err != nil {
			return err
		}
		return f(t, a.id)
	})
}

func (t tx) account(email string) (a account, found bool, err error) {
	found, err = t.row("SELECT id, email FROM accounts WHERE email = $1", []any{email}, &a.id, &a.email)
	return a, found, err
}

// signOut ends the sessions and grants of an account, and counts the grants.
func (t tx) signOut(id string) (grants int, err error) {
	if err := t.exec("DELETE FROM sessions WHERE account = $1", id); err != nil {
		return 0, err
	}
	n, err := t.Exec("DELETE FROM grants WHERE account = $1", id)
	return int(n), err
}

// redeem takes the one-time code of an account, which two may send at the same time, and
// ends the count of its attempts.
func (i *Issuer) redeem(ctx context.Context, a account, code string) (ok bool, err error) {
	err = i.store.write(ctx, func(t tx) error {
		n, err := t.Exec("UPDATE accounts SET code = NULL, code_expires = NULL WHERE id = $1 AND code = $2 AND code_expires > $3",
			a.id, hashOf(normalCode(code)), i.now().Unix())
		if ok = n == 1; !ok || err != nil {
			return err
		}
		return t.forget(accountBucket(a.email))
	})
	return ok && err == nil, err
}

func matchesCode(stored []byte, code string) bool {
	return subtle.ConstantTimeCompare(stored, hashOf(normalCode(code))) == 1
}

// codeAlphabet has no letters that look like a digit or like one another.
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

// signInCode returns one of some 2^73 codes, such as "7KQ4M-X2T93-WB6HP". So many need
// no limit on attempts (NIST SP 800-63B, 5.1.2.2, asks for one below 2^64).
func signInCode() string {
	const groups, size = 3, 5
	var b strings.Builder
	for n := range groups * size {
		if n > 0 && n%size == 0 {
			b.WriteByte('-')
		}
		drawn, _ := rand.Int(rand.Reader, big.NewInt(int64(len(codeAlphabet)))) // it never fails
		b.WriteByte(codeAlphabet[drawn.Int64()])
	}
	return b.String()
}

// normalCode forgives what happens to a code when a person types it.
func normalCode(code string) string {
	return strings.NewReplacer("-", "", " ", "", "\t", "").Replace(strings.ToUpper(strings.TrimSpace(code)))
}

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

// revocation ends a grant by its refresh token, old or new, or by an access token of it
// (RFC 7009). The access tokens that it has given out end with it wherever
// [Issuer.Active] is asked. The answer is the same for a token that never was.
func (i *Issuer) revocation(r *http.Request) (status int, body any, err error) {
	form, err := readForm(r)
	if err != nil {
		return 0, nil, err
	}
	token, ctx := form.Get("token"), r.Context()
	if token == "" {
		return 0, nil, badRequest("invalid_request", "The token is missing.")
	}
	if refresh, ok := parseRefreshToken(token); ok {
		_, err = i.advance(ctx, "id", refresh.grantID, func(g grant) verdict {
			if refresh.signedBy(g) {
				return stolen
			}
			return unknown
		})
		if err == errInvalidGrant { //nolint:errorlint // it is this one or a failure
			err = nil
		}
		return http.StatusOK, nil, err
	}
	signed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return http.StatusOK, nil, nil
	}
	keys, err := i.keys(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, key := range keys {
		var claims struct {
			Grant string `json:"sid"`
		}
		if signed.Claims(key.Public(), &claims) == nil {
			return http.StatusOK, nil, i.store.exec(ctx, endGrant, claims.Grant)
		}
	}
	return http.StatusOK, nil, nil
}
