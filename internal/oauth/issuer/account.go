package issuer

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"strings"
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
		_, err := t.Exec("UPDATE accounts SET code = $1, code_expires = $2 WHERE id = $3",
			hashOf(normalCode(code)), i.now().Add(signInCodeLife).Unix(), id)
		return err
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
		if _, err := t.Exec("UPDATE accounts SET password = $1 WHERE id = $2", hash, id); err != nil {
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
		if _, err := t.Exec("UPDATE accounts SET password = NULL, code = NULL, code_expires = NULL WHERE id = $1", a.id); err != nil {
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
		if _, err := t.Exec("INSERT INTO accounts (id, email) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING", random(16), normal); err != nil {
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
	if _, err := t.Exec("DELETE FROM sessions WHERE account = $1", id); err != nil {
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
	for n := 0; n < groups*size; {
		var draw [1]byte
		_, _ = rand.Read(draw[:]) // it never fails
		if int(draw[0]) >= 256/len(codeAlphabet)*len(codeAlphabet) {
			continue // else some letters would come more often
		}
		if n > 0 && n%size == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(codeAlphabet[int(draw[0])%len(codeAlphabet)])
		n++
	}
	return b.String()
}

// normalCode forgives what happens to a code when a person types it.
func normalCode(code string) string {
	return strings.NewReplacer("-", "", " ", "", "\t", "").Replace(strings.ToUpper(strings.TrimSpace(code)))
}
