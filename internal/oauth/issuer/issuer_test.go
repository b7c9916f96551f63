package issuer_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/oauth2"

	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

const (
	email    = "cook@example.com"
	resource = "https://mcp.example.com/mcp"
	callback = "https://app.example.com/callback"
)

// clock runs as the real one does, ahead by what a test adds.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time          { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }

func TestMain(m *testing.M) { pgtest.Main(m) }

// state is where an issuer under test keeps its state. Each call opens the same database
// once more, as another process does.
type state func(*testing.T) issuer.DB

func inFile(path string) state {
	return func(*testing.T) issuer.DB { return issuer.SQLite(path, zerolog.Nop()) }
}

func inPostgres(url string) state {
	return func(t *testing.T) issuer.DB {
		t.Helper()
		db, err := postgres.New(postgres.Options{URL: url, Schema: postgres.Schema{Name: "signin", Migrations: issuer.Postgres()}})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
}

// onBoth runs a test on each database.
func onBoth(t *testing.T, test func(*testing.T, state)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, inFile(filepath.Join(t.TempDir(), "oauth.db")))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, inPostgres(pgtest.Shared(t).Database(t)))
	})
}

// served is an issuer on a socket, with one client that its operator has set up.
type served struct {
	*issuer.Issuer
	clock *clock
	opts  issuer.Options
	in    state
	file  string // of [serve]
}

// serve serves an issuer on a file of its own.
func serve(t *testing.T, change func(*issuer.Options)) *served {
	t.Helper()
	file := filepath.Join(t.TempDir(), "oauth.db")
	s := inFile(file).serve(t, change)
	s.file = file
	return s
}

func (in state) serve(t *testing.T, change func(*issuer.Options)) *served {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	s := &served{clock: &clock{}, in: in}
	s.opts = issuer.Options{
		URL:       "http://" + server.Listener.Addr().String(),
		DB:        in(t),
		Product:   "Notes",
		Resources: []string{resource, "https://mcp.example.com/other"},
		Scopes:    []issuer.Scope{{Name: "notes:read", Meaning: "Read your notes"}, {Name: "notes:write", Meaning: "Add and change notes"}},
		Clients:   []issuer.Client{{ID: "app", Name: "The App", RedirectURIs: []string{callback, "http://127.0.0.1/callback"}}},
		MaySignIn: func(_ context.Context, email string) bool { return !strings.HasPrefix(email, "stranger") },
		Now:       s.clock.now,
	}
	if change != nil {
		change(&s.opts)
	}
	s.Issuer = open(t, s.opts)
	server.Config.Handler = s
	server.Start()
	t.Cleanup(server.Close)
	return s
}

// replica is another process that serves the same issuer.
func (s *served) replica(t *testing.T) *issuer.Issuer {
	t.Helper()
	o := s.opts
	o.DB = s.in(t)
	return open(t, o)
}

// open opens an issuer and closes it with the test.
func open(t *testing.T, o issuer.Options) *issuer.Issuer {
	t.Helper()
	i, err := issuer.New(o)
	if err != nil {
		t.Fatal(err)
	}
	harness.CloseAfter(t, i)
	return i
}

func (s *served) code(t *testing.T) string {
	t.Helper()
	code, err := s.CreateCode(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// app is a client as golang.org/x/oauth2 makes it.
type app struct {
	oauth2.Config
	verifier string
}

func (s *served) app() *app {
	return &app{oauth2.Config{
		ClientID: "app", RedirectURL: callback, Scopes: []string{"notes:read", "notes:write"},
		Endpoint: oauth2.Endpoint{AuthURL: s.URL() + "/authorize", TokenURL: s.URL() + "/token"},
	}, oauth2.GenerateVerifier()}
}

// url is where the app sends a person, with changes; an empty value leaves a
// parameter out.
func (a *app) url(changes ...string) string {
	u, err := url.Parse(a.AuthCodeURL("state-1", oauth2.S256ChallengeOption(a.verifier), oauth2.SetAuthURLParam("resource", resource)))
	if err != nil {
		panic(err)
	}
	q := u.Query()
	for i := 0; i+1 < len(changes); i += 2 {
		q.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			q.Del(changes[i])
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// consent signs a person in and goes to the consent page.
func (s *served) consent(t *testing.T, b *browser, at string) reply {
	t.Helper()
	return b.follow(t, b.submit(t, b.get(t, at), act("sign-in", "email", email, "code", s.code(t))))
}

// allow goes the whole way and returns the query with which the app is answered.
func (s *served) allow(t *testing.T, at string, choice ...string) url.Values {
	t.Helper()
	b := newBrowser(t)
	res := b.submit(t, s.consent(t, b, at), act("allow", choice...))
	to, err := res.Location()
	if err != nil {
		t.Fatalf("%d %s", res.StatusCode, res.body)
	}
	return to.Query()
}

// tokens goes the whole way and takes the code.
func (s *served) tokens(t *testing.T, a *app) *oauth2.Token {
	t.Helper()
	token, err := a.Exchange(t.Context(), s.allow(t, a.url()).Get("code"), oauth2.VerifierOption(a.verifier))
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// post posts a form to an endpoint for clients and returns the answer's members.
func (s *served) post(t *testing.T, path string, form url.Values, header ...string) (status int, body map[string]any) {
	t.Helper()
	res := newBrowser(t).post(t, s.URL()+path, form, header...)
	if res.body != "" {
		if err := json.Unmarshal([]byte(res.body), &body); err != nil {
			t.Fatalf("%v: %s", err, res.body)
		}
	}
	return res.StatusCode, body
}

// refresh uses a refresh token and returns the new one, or the error.
func (s *served) refresh(t *testing.T, token string, more ...string) (next, failed string) {
	t.Helper()
	form := url.Values{"grant_type": {"refresh_token"}, "client_id": {"app"}, "refresh_token": {token}}
	for i := 0; i+1 < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	_, body := s.post(t, "/token", form)
	next, _ = body["refresh_token"].(string)
	failed, _ = body["error"].(string)
	return next, failed
}
