package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// anywhere is the address under which clients know a server, of which there may be
// several.
const anywhere = "http://127.0.0.1:1"

// kitchen is where people sign in at the built-in authorization server: what its
// servers and the operator's commands have in common.
type kitchen struct {
	t        *testing.T
	settings []string
}

func newKitchen(t *testing.T, settings ...string) *kitchen {
	t.Helper()
	dir := t.TempDir()
	families := filepath.Join(dir, "families.yaml")
	if err := os.WriteFile(families, []byte("families:\n  smith:\n    members: [alice@example.com, bob@example.com]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return &kitchen{t, append([]string{"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self", "FAMILIES_CONFIG_PATH=" + families,
		"DATA_DIR=" + dir, "DATABASE_URL=sqlite:" + filepath.Join(dir, "recipes.db")}, settings...)}
}

func (k *kitchen) serve() *harness.Server {
	k.t.Helper()
	return harness.Program(k.t, "recipe-mcp").Set(k.settings...).Serve()
}

// signIn runs the operator's command, which has to go well.
func (k *kitchen) signIn(stdin string, args ...string) string {
	k.t.Helper()
	got := harness.Program(k.t, "recipe-mcp", append([]string{"signin"}, args...)...).Set(k.settings...).Feed(stdin).Run()
	if got.Code != 0 || got.Stderr != "" {
		k.t.Fatalf("signin %v: exit code %d:\n%s", args, got.Code, got.Stderr)
	}
	return strings.TrimSpace(got.Stdout)
}

// refused has a call refused for want of a good token.
func refused(t *testing.T, s *harness.Server, token string) {
	t.Helper()
	if _, message := callHTTP(t, s, token, "list_recipes", `{}`); !strings.Contains(message, "sign in again") {
		t.Errorf("the token is not refused: %q", message)
	}
}

// accepted has a call go well.
func accepted(t *testing.T, s *harness.Server, token string) {
	t.Helper()
	if _, message := callHTTP(t, s, token, "list_recipes", `{}`); message != "" || token == "" {
		t.Errorf("the token %q is not accepted: %s", token, message)
	}
}

// TestSignIn_Replicas has two servers share a DATA_DIR: each step of a sign-in goes to
// the other one, and what ends it counts at both at once.
func TestSignIn_Replicas(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, "PUBLIC_URL="+anywhere)
	a, b := k.serve(), k.serve()
	atA, atB := "http://"+a.Address, "http://"+b.Address
	app := connector.New(t, atA, anywhere+"/mcp", "http://127.0.0.1/callback")
	connect := func() connector.Tokens {
		return app.Exchange(atB, app.Authorize(atA, "alice@example.com", k.signIn("", "alice@example.com")))
	}
	first := connect()
	accepted(t, a, first.Access)
	accepted(t, b, first.Access)

	var renewed connector.Tokens
	for range 2 { // within the minute, too
		k.signIn("", "--rotate-key")
		renewed = app.Renew(atA, first.Refresh)
		accepted(t, b, renewed.Access)
		renewed = app.Renew(atB, renewed.Refresh)
		accepted(t, a, renewed.Access)
		accepted(t, a, first.Access) // of an older key
		accepted(t, b, first.Access)
		first.Refresh = renewed.Refresh
	}

	second := connect()
	accepted(t, b, second.Access)
	app.Revoke(atA, renewed.Refresh)
	for _, s := range []*harness.Server{a, b} {
		refused(t, s, first.Access)
		refused(t, s, renewed.Access)
		accepted(t, s, second.Access)
	}
	app.Renew(atA, second.Refresh)
	app.Renew(atA, second.Refresh) // a thief's
	refused(t, b, second.Access)
}

// TestSignIn_Database has families in the database and no file of them: a member signs in and sees
// the family's recipes. One who is added or removed while the server runs follows at once, and in
// two seconds.
func TestSignIn_Database(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	database := "DATABASE_URL=sqlite:" + filepath.Join(dir, "recipes.db")
	family := func(args ...string) {
		t.Helper()
		if got := harness.Program(t, "recipe-vault", append([]string{"family"}, args...)...).Set(database).Run(); got.Code != 0 {
			t.Fatalf("family %v: %+v", args, got)
		}
	}
	family("add", "smith", "--member", "alice@example.com")
	k := &kitchen{t, []string{"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self", "DATA_DIR=" + dir, database}}
	s := k.serve()
	at := "http://" + s.Address
	app := connector.New(t, at, at+"/mcp", "http://127.0.0.1/callback")
	connect := func(email string) connector.Tokens {
		return app.Exchange(at, app.Authorize(at, email, k.signIn("", email)))
	}
	alice := connect("alice@example.com")
	accepted(t, s, alice.Access)
	const bob = "bob@example.com"
	stranger := func() {
		t.Helper()
		if got := harness.Program(t, "recipe-mcp", "signin", bob).Set(k.settings...).Run(); got.Code != 1 || !strings.Contains(got.Stderr, "may not sign in") {
			t.Errorf("someone in no family: %+v", got)
		}
	}
	stranger()
	family("member", "add", "smith", bob)
	tokens := connect(bob)
	accepted(t, s, tokens.Access)
	family("member", "remove", "smith", bob)
	stranger()
	for { // as long as the server remembers
		if _, message := callHTTP(t, s, tokens.Access, "list_recipes", `{}`); strings.Contains(message, "refused access for your address") {
			break
		} else if message != "" {
			t.Fatal(message)
		}
	}
	if got := app.Renew(at, tokens.Refresh); got.Error != "invalid_grant" {
		t.Errorf("renewed: %+v", got)
	}
	accepted(t, s, alice.Access)
	// Without any family there is no household that everyone sees.
	family("remove", "smith")
	for {
		if _, message := callHTTP(t, s, alice.Access, "list_recipes", `{}`); strings.Contains(message, "refused access for your address") {
			break
		} else if message != "" {
			t.Fatal(message)
		}
	}
}

// TestSignIn_Operator takes access away and gives it again.
func TestSignIn_Operator(t *testing.T) {
	t.Parallel()
	k := newKitchen(t)
	s := k.serve()
	at := "http://" + s.Address
	app := connector.New(t, at, at+"/mcp", "http://127.0.0.1/callback")
	connect := func() connector.Tokens {
		return app.Exchange(at, app.Authorize(at, "alice@example.com", k.signIn("", "alice@example.com")))
	}
	one, two := connect(), connect()
	if said := k.signIn("", "--revoke", "Alice@example.com"); !strings.Contains(said, "signed out: 2.") {
		t.Errorf("revoked: %s", said)
	}
	refused(t, s, one.Access)
	refused(t, s, two.Access)
	if got := app.Renew(at, one.Refresh); got.Error != "invalid_grant" {
		t.Errorf("renewed: %+v", got)
	}
	three := connect()
	accepted(t, s, three.Access)
	if said := k.signIn("correct horse battery\n", "--password", "alice@example.com"); !strings.Contains(said, "The password is set") {
		t.Errorf("password: %s", said)
	}
	refused(t, s, three.Access)
}

// TestSignIn_WithoutFamilies takes access away though the families file can't be read:
// that must not wait for someone to mend it.
func TestSignIn_WithoutFamilies(t *testing.T) {
	t.Parallel()
	k := newKitchen(t)
	s := k.serve()
	at := "http://" + s.Address
	app := connector.New(t, at, at+"/mcp", "http://127.0.0.1/callback")
	tokens := app.Exchange(at, app.Authorize(at, "alice@example.com", k.signIn("", "alice@example.com")))
	accepted(t, s, tokens.Access)
	k.settings = append(k.settings, "FAMILIES_CONFIG_PATH="+filepath.Join(t.TempDir(), "none"), "DATABASE_URL=sqlite:")
	k.signIn("", "--rotate-key")
	if said := k.signIn("", "--revoke", "alice@example.com"); !strings.Contains(said, "signed out: 1.") {
		t.Errorf("revoked: %s", said)
	}
	refused(t, s, tokens.Access)
	got := harness.Program(t, "recipe-mcp", "signin", "alice@example.com").Set(k.settings...).Run()
	if got.Code != 2 || !strings.Contains(got.Stderr, "FAMILIES_CONFIG_PATH must name a file") {
		t.Errorf("someone is let in: exit code %d:\n%s", got.Code, got.Stderr)
	}
}

// TestSignIn_Refuses has command lines and input that are wrong.
func TestSignIn_Refuses(t *testing.T) {
	t.Parallel()
	k := newKitchen(t)
	for _, tt := range []struct {
		args, stdin, want string
		code              int
	}{
		{"--revoke nobody@example.com", "", "there is no account", 1},
		{"--revoke", "", "missing argument", 2},
		{"--rotate-key alice@example.com", "", "unexpected argument", 2},
		{"--revoke --password alice@example.com", "", "give one of", 2},
		{"--rotate-key --revoke alice@example.com", "", "give one of", 2},
		{"--password alice@example.com", "short\n", "10 to 200 characters", 1},
		{"--password alice@example.com", "", "no password", 2},
		{"--password mallory@example.com", "correct horse battery\n", "may not sign in", 1},
	} {
		args := append([]string{"signin"}, strings.Fields(tt.args)...)
		got := harness.Program(t, "recipe-mcp", args...).Set(k.settings...).Feed(tt.stdin).Run()
		if got.Code != tt.code || !strings.Contains(got.Stderr, tt.want) || got.Stdout != "" {
			t.Errorf("%s: exit code %d: %q\n%s", tt.args, got.Code, got.Stdout, got.Stderr)
		}
	}
}
