package serve_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

func TestRead_Refuses(t *testing.T) {
	t.Parallel()
	const head = "families:\n  smith:\n    members: [alice@example.com]\n"
	rows := []struct{ name, text, want string }{
		{"nothing", "", "empty"},
		{"a comment", "# nobody\n", "empty"},
		{"no YAML", "families: [", "not YAML"},
		{"a list", "- a\n", "line 1: the file must be a mapping"},
		{"another name", "family:\n  smith: {members: [alice@example.com]}\n", "line 1: the file must hold families:"},
		{"one name too many", head + "colour: red\n", "line 1: the file must hold families:"},
		{"no families", "families:\n", "line 1: families must be a mapping"},
		{"a family without members", "families:\n  smith:\n", "line 2: a family must be a mapping"},
		{"another field", head + "    colour: red\n", "line 4: a family has members:"},
		{"members twice", head + "    members: [bob@example.com]\n", "line 4: this name occurs twice"},
		{"a family twice", head + "  smith:\n    members: [bob@example.com]\n", "line 4: this name occurs twice"},
		{"members a string", "families:\n  smith:\n    members: alice@example.com\n", "line 3: members must be a list"},
		{"members empty", "families:\n  smith:\n    members: []\n", "line 3: members must be a list"},
		{"no address", "families:\n  smith:\n    members:\n    - alice\n", "line 4: this is not an e-mail address"},
		{"an address with a name", "families:\n  smith:\n    members:\n    - Alice <alice@example.com>\n", "line 4: this is not an e-mail address"},
		{"an address that can't be sent", "families:\n  smith:\n    members:\n    - bob@example.com\n    - älice@example.com\n", "line 5: this address has U+00E4 at character 1, and only visible ASCII"},
		{"an address with what can't be seen", "families:\n  smith:\n    members: [\"bob@example.com\\u200b\"]\n", "line 3: this address has U+200B at character 16"},
		{"an address after a no-break space", "families:\n  smith:\n    members:\n    - bob@example.com\n    - \u00a0alice@example.com\n", "line 5: this address has U+00A0 at character 1, and only visible ASCII can be sent"},
		{"an address before a wide space", "families:\n  smith:\n    members: [\" alice@example.com\u3000\"]\n", "line 3: this address has U+3000 at character 18"},
		{"an address before a next line", "families:\n  smith:\n    members: [\"alice@example.com\\x85\"]\n", "line 3: this address has U+0085 at character 18"},
		{"an address before a line separator", "families:\n  smith:\n    members: [\"alice@example.com\\u2028\"]\n", "line 3: this address has U+2028 at character 18"},
		{"an address after what can't be seen", "families:\n  smith:\n    members: [\"\ufeffalice@example.com\"]\n", "line 3: this address has U+FEFF at character 1"},
		{"an address after a form feed", "families:\n  smith:\n    members: [\"\\falice@example.com\"]\n", "line 3: this address has U+000C at character 1"},
		{"an address that is ASCII in lower case alone", "families:\n  smith:\n    members: [\u212aarl@example.com]\n", "line 3: this address has U+212A at character 1"},
		{"an address with a blank", "families:\n  smith:\n    members: [\"al ice@example.com\"]\n", "line 3: this is not an e-mail address"},
		{"a mapping for an address", "families:\n  smith:\n    members:\n    - {alice: 1}\n", "line 4: this is not an e-mail address"},
		{"one address in two families", head + "  jones:\n    members:\n    - Alice@Example.COM\n", "line 6: this address is in another family too"},
		{"a reference", "families:\n  smith: &s\n    members: [alice@example.com]\n  jones: *s\n", "line 4: merges and references are not allowed"},
		{"a merge", head + "  jones:\n    <<: {members: [bob@example.com]}\n", "line 5: merges and references are not allowed"},
		{"two documents", head + "---\n" + head, "one document"},
		{"too long", head + strings.Repeat("#", 1<<20), "longer than"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			_, _, err := serve.ParseFamilies(strings.NewReader(r.text))
			if err == nil || !strings.Contains(err.Error(), r.want) {
				t.Fatalf("got %v, want %q", err, r.want)
			}
			if strings.Contains(strings.ToLower(err.Error()), "lice") {
				t.Errorf("the error quotes the file: %v", err)
			}
		})
	}
}

func TestRead_Takes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"the contract's form": twoFamilies,
		"an address twice":    "families:\n  smith:\n    members: [alice@example.com, ALICE@example.com]\n",
		"ordinary blanks":     "families:\n  smith:\n    members:\n    - \" \talice@example.com\\r\\n\"\n    - |\n      bob@example.com\n",
		"Windows line ends":   strings.ReplaceAll(twoFamilies, "\n", "\r\n"),
		"JSON":                `{"families":{"smith":{"members":["alice@example.com"]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, loaded, err := serve.ParseFamilies(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if status := ask(t, loaded, "alice@example.com"); status != http.StatusOK {
				t.Errorf("alice: %d", status)
			}
			if status := ask(t, loaded, "eve@example.com"); status != http.StatusForbidden {
				t.Errorf("eve: %d", status)
			}
		})
	}
}

// ask lists a new vault's recipes in the name of address.
func ask(t *testing.T, f *vault.Families, address string) (status int) {
	t.Helper()
	v := vault.New(vault.Options{Families: f, Path: filepath.Join(t.TempDir(), "recipes.db")})
	defer func() { _ = v.Close() }()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://vault.invalid/api/recipes", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-User-Email", address)
	answer, err := v.Transport().RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	return answer.StatusCode
}

const twoFamilies = `
families:
  smith:
    members: [alice@example.com, " Bob@Example.com "]
  jones:
    members: [carol@example.com]
`

// FuzzRead reads any file: no panic, and an error that quotes no address. What
// is taken lets nobody in who is not named in the file.
func FuzzParseFamilies(f *testing.F) {
	f.Add(twoFamilies)
	f.Add("families: {a: {members: [x@y]}}")
	f.Add("families: &a\n  b: *a\n")
	f.Add("families:\n  <<: {a: {members: [x@example.com]}}\n")
	f.Add("families:\n  ? [a]\n  : {members: [\"\\x00@b\"]}\n")
	f.Add("--- !!binary |\n  aGk=\n...\n")
	f.Add("families:\n  a:\n    members: [!!str eve@example.com, 1, ~, '']\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, loaded, err := serve.ParseFamilies(strings.NewReader(text))
		switch {
		case err != nil && (strings.Contains(err.Error(), "@") || len(err.Error()) > 200):
			t.Fatalf("the error quotes the file: %v", err)
		case err != nil:
		case loaded == nil:
			t.Fatal("neither families nor an error")
		case !strings.Contains(text, "nobody@example.org"):
			if status := ask(t, loaded, "nobody@example.org"); status != http.StatusForbidden {
				t.Fatalf("a stranger got %d", status)
			}
		}
	})
}

func TestRead_Names(t *testing.T) {
	t.Parallel()
	named, loaded, err := serve.ParseFamilies(strings.NewReader("families:\n  smith:\n    members: [' Alice@example.com', bob@example.com]\n  jones: {members: [carol@example.com]}\n"))
	want := []serve.Family{{"smith", []string{"alice@example.com", "bob@example.com"}}, {"jones", []string{"carol@example.com"}}}
	if d := cmp.Diff(want, named); d != "" || loaded == nil || err != nil {
		t.Errorf("%v, %v (-want +got):\n%s", loaded, err, d)
	}
}
