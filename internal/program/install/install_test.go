package install_test

import (
	"bytes"
	"errors"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
)

// apiKey is what is never shown.
const apiKey = "the-key-of-the-house"

// settings are those of a program with an API, a key and a person.
type settings struct {
	config.API
	Key   config.Secret `envconfig:"API_KEY"`
	Email config.Email  `envconfig:"USER_EMAIL"`
}

// recipes is a program as install sees it.
func recipes() install.Program {
	system := doctor.System{Program: "recipe-mcp", Variables: config.Variables(&settings{}), Load: func() ([]doctor.Check, error) {
		var faults config.Faults
		errors.As(config.Load(&settings{}), &faults)
		if email := strings.TrimSpace(os.Getenv("USER_EMAIL")); email != "" && len(faults) == 0 {
			if parsed, err := mail.ParseAddress(email); err != nil || parsed.Address != email {
				faults.Add("USER_EMAIL", errors.New("must be an e-mail address and nothing more"))
			}
		}
		return nil, faults.Err()
	}}
	return install.Program{
		Name: "recipe-mcp", Try: "What recipes do I have?", Variables: system.Variables,
		Questions: []install.Question{
			{Variable: "API_BASE_URL", Flag: "url", Noun: "address", Text: "Address of it: "},
			{Variable: "API_KEY", Flag: "key", Noun: "key", Text: "Its key: ", Needs: "API_BASE_URL"},
			{Variable: "USER_EMAIL", Flag: "email", Noun: "e-mail address", Text: "Your e-mail address: ", Needs: "API_BASE_URL"},
		},
		Check: func(values map[string]string) []string { return doctor.Settings(system, values) },
	}
}

// noon is when the in-process tests change files.
func noon() time.Time { return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) }

// TestInstall_EverySystem installs into all clients on the homes of three
// systems, twice, and takes the entries out again.
func TestInstall_EverySystem(t *testing.T) {
	t.Parallel()
	entry := clients.Entry{Name: "recipe-mcp", Command: "/opt/recipe-mcp", Env: map[string]string{"API_KEY": apiKey}}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		t.Run(goos, func(t *testing.T) {
			t.Parallel()
			places := clients.Places{GOOS: goos, Home: t.TempDir()}
			var out, errs bytes.Buffer
			w := install.WriterIn(recipes(), places, noon, &out, &errs)
			if err := w.Install(clients.All(), entry); err != nil {
				t.Fatalf("%v\n%s", err, &errs)
			}
			if out := out.String(); strings.Count(out, "is written to") != len(clients.All()) || strings.Contains(out, apiKey) {
				t.Errorf("install says\n%s", out)
			}
			for _, c := range clients.All() {
				if got, ok, err := clients.Lookup(c, places, "recipe-mcp"); err != nil || !ok || cmp.Diff(entry, got) != "" {
					t.Errorf("%s: %v %v %+v", c.Name, err, ok, got)
				}
				path, _ := c.Path(places)
				if text, err := os.ReadFile(path); err != nil || c.ID != "codex" && !strings.Contains(string(text), `"args": []`) {
					t.Errorf("%s has no arguments, on which some clients insist: %v\n%s", c.Name, err, text)
				}
			}
			out.Reset()
			if err := w.Install(clients.All(), entry); err != nil || strings.Count(out.String(), "nothing to change") != len(clients.All()) {
				t.Errorf("the second time: %v\n%s", err, &out)
			}
			out.Reset()
			if err := w.Uninstall(clients.All(), "recipe-mcp"); err != nil || strings.Count(out.String(), "is removed from") != len(clients.All()) {
				t.Errorf("uninstall: %v\n%s", err, &out)
			}
			for _, c := range clients.All() {
				if _, ok, err := clients.Lookup(c, places, "recipe-mcp"); ok || err != nil {
					t.Errorf("%s still has it: %v", c.Name, err)
				}
			}
		})
	}
}

func TestExecutable(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "cellar", "1.0", "recipe-mcp")
	inCache := filepath.Join(dir, "go-build123", "b001", "exe", "recipe-mcp")
	link := filepath.Join(dir, "bin", "recipe-mcp")
	for _, path := range []string{program, inCache, filepath.Join(dir, "other", "recipe-mcp"), link} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if path == link {
			if err := os.Symlink(program, link); err != nil {
				t.Skipf("no links here: %v", err)
			}
			continue
		}
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	join := func(dirs ...string) string { return strings.Join(dirs, string(filepath.ListSeparator)) }
	for _, r := range []struct{ name, self, path, want string }{
		{"not in PATH", program, "", program},
		{"another one in PATH", program, filepath.Join(dir, "other"), program},
		{"a link in PATH", program, join("bin", filepath.Join(dir, "other"), filepath.Join(dir, "bin")), link},
		{"started by the link, which is not in PATH", link, "", program},
		{"go run", inCache, "", ""},
		{"deleted", filepath.Join(dir, "gone"), "", ""},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			got, err := install.Executable(func() (string, error) { return r.self, nil }, func(string) string { return r.path })
			if got != r.want || (err != nil) != (r.want == "") {
				t.Errorf("%q %v", got, err)
			}
		})
	}
}

// answers gives the answers of a person in turn, and keeps what it was asked.
type answers struct {
	give  []string
	asked []string
}

func (a *answers) next(kind, question string) (string, error) {
	a.asked = append(a.asked, kind+" "+strings.Fields(question)[0])
	if len(a.give) == 0 {
		return "", errors.New("no answer")
	}
	answer := a.give[0]
	a.give = a.give[1:]
	return answer, nil
}

func (a *answers) line(q string) (string, error)   { return a.next("line", q) }
func (a *answers) secret(q string) (string, error) { return a.next("secret", q) }

func TestAsk(t *testing.T) {
	t.Parallel()
	type m = map[string]string
	url := "http://nas:3000"
	for _, r := range []struct {
		name        string
		values, has m
		give, asked []string
		want        m
		gaveUp      bool
	}{
		{"embedded", m{}, nil, []string{""}, []string{"line Address"}, m{}, false},
		{"all", m{}, nil, []string{url + " ", "k", " a@example.com"}, []string{"line Address", "secret Its", "line Your"}, m{"API_BASE_URL": url, "API_KEY": "k", "USER_EMAIL": "a@example.com"}, false},
		{"no e-mail", m{}, nil, []string{url, "k", ""}, []string{"line Address", "secret Its", "line Your"}, m{"API_BASE_URL": url, "API_KEY": "k"}, false},
		{"an address for an e-mail", m{}, nil, []string{url, "k", url, "a@example.com"}, []string{"line Address", "secret Its", "line Your", "line Your"}, m{"API_BASE_URL": url, "API_KEY": "k", "USER_EMAIL": "a@example.com"}, false},
		{"the rest", m{"API_BASE_URL": url}, nil, []string{"k", ""}, []string{"secret Its", "line Your"}, m{"API_BASE_URL": url, "API_KEY": "k"}, false},
		{"what the entry lacks", m{}, m{"API_BASE_URL": url, "API_KEY": "k"}, []string{""}, []string{"line Your"}, m{}, false},
		{"a slip", m{}, nil, []string{"nas:3000", url, "k", ""}, []string{"line Address", "line Address", "secret Its", "line Your"}, m{"API_BASE_URL": url, "API_KEY": "k"}, false},
		{"three slips", m{}, nil, []string{"a", "b", "c", url}, []string{"line Address", "line Address", "line Address"}, m{}, true},
		{"walked away", m{}, nil, nil, []string{"line Address"}, m{}, true},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			person := &answers{give: r.give}
			err := recipes().Ask(t.Context(), install.AskerOf(person.line, person.secret), r.values, r.has, nil)
			if (err != nil) != r.gaveUp {
				t.Errorf("%v", err)
			}
			if diff := cmp.Diff(r.want, r.values); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(r.asked, person.asked); diff != "" {
				t.Errorf("questions (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAsk_Unset asks for nothing that an empty flag has answered.
func TestAsk_Unset(t *testing.T) {
	t.Parallel()
	for _, r := range []struct{ unset, asked []string }{
		{[]string{"API_BASE_URL"}, nil},
		{[]string{"API_KEY"}, []string{"line Address", "line Your"}},
		{[]string{"USER_EMAIL", "API_KEY"}, []string{"line Address"}},
	} {
		person := &answers{give: []string{"http://nas:3000", "a@example.com"}}
		err := recipes().Ask(t.Context(), install.AskerOf(person.line, person.secret), map[string]string{}, nil, r.unset)
		if diff := cmp.Diff(r.asked, person.asked); diff != "" || err != nil {
			t.Errorf("%v, questions (-want +got):\n%s", err, diff)
		}
	}
}
