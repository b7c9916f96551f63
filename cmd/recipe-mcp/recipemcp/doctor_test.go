package recipemcp_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// What no finding may hold.
const (
	apiKey   = "the-key-of-the-house"
	wrongKey = "not-the-key-of-the-house"
	alice    = "alice@example.com"
	mallory  = "mallory@example.com"
)

// TestMain lets the test binary play recipe-mcp where an entry says so, and the
// doctor of a user without a home.
func TestMain(m *testing.M) {
	harness.Main(m, harness.Parts{
		"recipe-mcp":            func([]string) int { program.Main(recipemcp.Program()); return 0 },
		"doctor":                func([]string) int { return printFindings("/") },
		"doctor without a home": func([]string) int { return printFindings("") },
	})
}

// house is a computer with a home directory.
type house struct {
	t       *testing.T
	home    string
	environ map[string]string
	limit   time.Duration
}

// newHouse has settings in its environment, as NAME=value.
func newHouse(t *testing.T, settings ...string) *house {
	t.Helper()
	h := &house{t: t, home: t.TempDir(), environ: map[string]string{}, limit: time.Minute}
	h.environ["HOME"], h.environ["LOCALAPPDATA"], h.environ["XDG_DATA_HOME"] = h.home, h.home, filepath.Join(h.home, "data")
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		h.environ[name] = value
	}
	return h
}

// examine makes the checks. No finding holds a secret, no file changes, and each
// fault has a remedy.
func (h *house) examine() []doctor.Finding {
	h.t.Helper()
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), h.limit)
	defer cancel()
	findings := doctor.Run(ctx, doctor.Options{
		System: recipemcp.Program().System(),
		Getenv: func(name string) string { return h.environ[name] },
		Places: clients.Places{GOOS: "linux", Home: h.home},
		Server: "recipe-mcp", Binary: self, Version: "1.0",
		StartLimit: time.Minute,
	})
	text := fmt.Sprintf("%+v", findings)
	for _, secret := range []string{apiKey, "alice", "mallory", "Soup"} {
		if strings.Contains(text, secret) {
			h.t.Errorf("a finding holds %q: %s", secret, text)
		}
	}
	for _, f := range findings {
		if f.Check == "" || f.Of == "" || f.Text == "" || f.Level == doctor.Fault && f.Fix == "" {
			h.t.Errorf("incomplete: %+v", f)
		}
	}
	return findings
}

// entry gives Cursor an entry that starts recipe-mcp.
func (h *house) entry(settings ...string) *house {
	h.t.Helper()
	self, playing := harness.Self(h.t, "recipe-mcp")
	e := clients.Entry{Name: "recipe-mcp", Command: self, Env: map[string]string{}}
	for _, s := range append(settings, playing) {
		name, value, _ := strings.Cut(s, "=")
		e.Env[name] = value
	}
	c, _ := clients.ByID("cursor")
	change, err := clients.Plan(c, clients.Places{GOOS: "linux", Home: h.home}, e)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := change.Apply(time.Now()); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// of lists the findings of a level as "check: text".
func of(findings []doctor.Finding, level doctor.Level) []string {
	list := []string{}
	for _, f := range findings {
		if f.Level == level {
			list = append(list, f.Check+": "+f.Text)
		}
	}
	return list
}

// checks lists the checks of a level.
func checks(findings []doctor.Finding, level doctor.Level) string {
	var names []string
	for _, text := range of(findings, level) {
		name, _, _ := strings.Cut(text, ":")
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// served is a vault with one recipe, of alice, over HTTP.
func served(t *testing.T, o vault.Options) (setting string) {
	t.Helper()
	if o.Path == "" {
		o.Path = filepath.Join(t.TempDir(), "recipes.db")
	}
	families, err := vault.NewFamilies([]string{alice})
	if err != nil {
		t.Fatal(err)
	}
	o.Key, o.Families = apiKey, families
	v := vault.New(o)
	t.Cleanup(func() { _ = v.Close() })
	save(t, v, `{"title":"Soup"}`)
	s := httptest.NewServer(v.Handler())
	t.Cleanup(s.Close)
	return "API_BASE_URL=" + s.URL
}

func save(t *testing.T, v *vault.Vault, body string) {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/recipes", strings.NewReader(body))
	req.Header.Set("X-API-Key", apiKey)
	req.Header.Set("X-User-Email", alice)
	v.Handler().ServeHTTP(httptest.NewRecorder(), req)
}

func TestDoctor_ServedVault(t *testing.T) {
	t.Parallel()
	const all = "settings proxy dns tcp tls url clock key scope"
	findings := newHouse(t, served(t, vault.Options{}), "API_KEY="+apiKey, "USER_EMAIL="+alice).examine()
	if got := checks(findings, doctor.OK); got != all || len(findings) != 9 {
		t.Errorf("%+v", findings)
	}
	if got := of(findings, doctor.OK)[8]; got != "scope: The address in USER_EMAIL sees 1 recipe." {
		t.Error(got)
	}
	findings = newHouse(t, served(t, vault.Options{}), "API_KEY="+apiKey, "DATABASE_URL=sqlite:/x").examine()
	want := []string{
		"settings: DATABASE_URL is not used, because API_BASE_URL is set.",
		"scope: USER_EMAIL is not set, so all recipes of all families are visible (god mode): 1.",
	}
	if diff := cmp.Diff(want, of(findings, doctor.Note)); diff != "" || len(of(findings, doctor.Fault)) > 0 {
		t.Errorf("notes (-want +got):\n%s%+v", diff, findings)
	}
}

func TestDoctor_EmbeddedVault(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, path string){
		"not there yet": func(*testing.T, string) {},
		"empty":         func(t *testing.T, path string) { write(t, path, "") },
		"with recipes":  storedVault,
	} {
		for setting, note := range map[string]string{
			"X=":                "API_BASE_URL is not set, so recipes are kept on this computer, in ",
			"API_KEY=" + apiKey: "API_KEY is set anyway.",
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				h := newHouse(t, setting)
				path := filepath.Join(h.home, "data", "recipe-vault", "recipes.db")
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				prepare(t, path)
				before, _ := os.Stat(path)
				findings := h.examine()
				notes := of(findings, doctor.Note)
				if checks(findings, doctor.OK) != "settings directory vault" || len(notes) != 1 || !strings.Contains(notes[0], note) {
					t.Errorf("%+v", findings)
				}
				after, _ := os.Stat(path)
				if before == nil && after != nil || before != nil && (before.Size() != after.Size() || !before.ModTime().Equal(after.ModTime())) {
					t.Error("the file was changed")
				}
			})
		}
	}
}

// faultRow makes a fault for real. want is its text in the list of the system.
type faultRow struct {
	want string
	make func(t *testing.T) *house
}

// TestDoctor_Faults makes every fault of the system, each where all else is well:
// exactly that one is reported.
func TestDoctor_Faults(t *testing.T) {
	t.Parallel()
	texts := map[string]doctor.Trouble{}
	for _, f := range recipemcp.Program().System().Faults {
		texts[strings.ReplaceAll(f.Text, "%s", "…")] = f
	}
	const elsewhere = "There is no place for the embedded vault: the home directory is not known." // made by TestDoctor_NoHome
	made := map[string]bool{elsewhere: true}
	for _, r := range append(settingFaults(), fileFaults()...) {
		f, known := texts[r.want]
		if !known {
			t.Errorf("the system has no fault %q", r.want)
			continue
		}
		made[r.want] = true
		t.Run(f.Check+" "+r.want, func(t *testing.T) {
			t.Parallel()
			h := r.make(t)
			if strings.Contains(r.want, "locked") { // shorter than the wait for a lock
				h.limit = 3 * time.Second
			}
			findings := h.examine()
			pattern := regexp.MustCompile("^" + regexp.QuoteMeta(f.Check+": ") + strings.ReplaceAll(regexp.QuoteMeta(r.want), "…", ".+") + "$")
			if faults := of(findings, doctor.Fault); len(faults) != 1 || !pattern.MatchString(faults[0]) {
				t.Errorf("faults are %q, all findings:\n%+v", faults, findings)
			}
		})
	}
	for text := range texts {
		if !made[text] {
			t.Errorf("no test makes the fault %q", text)
		}
	}
}

func settingFaults() []faultRow {
	const address = "USER_EMAIL cannot be used: it …."
	in := func(settings ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house { return newHouse(t, settings...) }
	}
	asking := func(settings ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house { return newHouse(t, append(settings, served(t, vault.Options{}))...) }
	}
	return []faultRow{
		{address, in("USER_EMAIL=Alice <" + alice + ">")},
		{address, in("USER_EMAIL=jürgen@example.com")},
		{address, in("USER_EMAIL=\u3000")},
		{address, func(t *testing.T) *house { return newHouse(t).entry("USER_EMAIL=" + alice + "\u200b") }},
		{"DATABASE_URL names a relative path, and the client chooses the directory in which the server starts.", func(t *testing.T) *house {
			return newHouse(t).entry("DATABASE_URL=sqlite:recipes.db")
		}},
		{"The PostgreSQL server that DATABASE_URL names does not let the program use the database.", in("DATABASE_URL=postgres://" + alice + ":" + apiKey + "@127.0.0.1:1/recipes?connect_timeout=1")},
		{"The PostgreSQL database that DATABASE_URL names does not keep text as UTF-8.", func(t *testing.T) *house {
			return newHouse(t, "DATABASE_URL="+pgtest.Encoded(t, "SQL_ASCII"))
		}},
		{"The Recipe Vault asks for a key, and API_KEY is not set.", asking()},
		{"The Recipe Vault refuses API_KEY.", asking("API_KEY=" + wrongKey)},
		{"The Recipe Vault takes the key, but does not know the address in USER_EMAIL.", asking("API_KEY="+apiKey, "USER_EMAIL="+mallory)},
		{"The server refuses access (status 403), and USER_EMAIL is not set.", func(t *testing.T) *house {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusForbidden)
				_, _ = w.Write([]byte(`{"error":"forbidden"}`))
			}))
			t.Cleanup(s.Close)
			return newHouse(t, "API_BASE_URL="+s.URL, "API_KEY="+apiKey)
		}},
	}
}

// TestDoctor_GenericFaults are such as need a real vault.
func TestDoctor_GenericFaults(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "recipes.db")
	write(t, broken, strings.Repeat("no database", 100))
	ahead := vault.Options{Now: func() time.Time { return time.Now().Add(20 * time.Minute) }}
	for want, h := range map[string]*house{
		"url: The Recipe Vault at .* answers with a failure of its database.":                                                                   newHouse(t, "API_KEY="+apiKey, served(t, vault.Options{Path: broken})),
		"clock: The clock of this computer and that of the server differ by 20m0s.":                                                             newHouse(t, "API_KEY="+apiKey, served(t, ahead)),
		"settings: DATABASE_URL cannot be used: it must be sqlite: followed by the path of a file, or an address that begins with postgres://.": newHouse(t, "DATABASE_URL=mysql://"+alice+"/"+apiKey),
	} {
		if faults := of(h.examine(), doctor.Fault); len(faults) != 1 || !regexp.MustCompile("^"+want+"$").MatchString(faults[0]) {
			t.Errorf("faults are %q, want %q", faults, want)
		}
	}
}

func TestSettings_Email(t *testing.T) {
	t.Parallel()
	for value, good := range map[string]bool{
		"alice@example.com": true, " Alice@Example.com\t": true, "alice+soup@home": true, "": true,
		"alice": false, "not an email": false, "http://127.0.0.1:3900": false, "http://alice@nas": false,
		"Alice <alice@example.com>": false, "alice@": false, "@example.com": false, "alice@example.com, bob@example.com": false,
	} {
		got := doctor.Settings(recipemcp.Program().System(), map[string]string{"USER_EMAIL": value})
		if (len(got) == 0) != good || !good && (len(got) != 1 || !strings.Contains(got[0], "USER_EMAIL cannot be used: it must be an e-mail address")) {
			t.Errorf("%q: %q", value, got)
		}
		for _, text := range got {
			if len(value) > 6 && strings.Contains(text, value) {
				t.Errorf("%q is shown: %s", value, text)
			}
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
