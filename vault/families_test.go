package vault_test

import (
	"strings"
	"testing"

	"mcp-adapters/vault"
)

func TestLoadFamilies_Refuses(t *testing.T) {
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
		{"a mapping for an address", "families:\n  smith:\n    members:\n    - {alice: 1}\n", "line 4: this is not an e-mail address"},
		{"one address in two families", head + "  jones:\n    members:\n    - Alice@Example.COM\n", "line 6: this address is in another family too"},
		{"a reference", "families:\n  smith: &s\n    members: [alice@example.com]\n  jones: *s\n", "line 4: merges and references"},
		{"a merge", head + "  jones:\n    <<: {members: [bob@example.com]}\n", "line 5: merges and references"},
		{"two documents", head + "---\n" + head, "one document"},
		{"too long", head + strings.Repeat("#", 1<<20), "longer than"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			_, err := vault.LoadFamilies(strings.NewReader(r.text))
			if err == nil || !strings.Contains(err.Error(), r.want) {
				t.Fatalf("got %v, want %q", err, r.want)
			}
			if strings.Contains(strings.ToLower(err.Error()), "alice") {
				t.Errorf("the error quotes the file: %v", err)
			}
		})
	}
}

func TestLoadFamilies_Takes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"the contract's form": twoFamilies,
		"an address twice":    "families:\n  smith:\n    members: [alice@example.com, ALICE@example.com]\n",
		"Windows line ends":   strings.ReplaceAll(twoFamilies, "\n", "\r\n"),
		"JSON":                `{"families":{"smith":{"members":["alice@example.com"]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := inProcess(open(t, vault.Options{Families: loadFamilies(t, text)}))
			if a := c.as("alice@example.com").do(t, "GET", "/api/recipes", ""); a.status != 200 {
				t.Errorf("alice: %d", a.status)
			}
			if a := c.as("eve@example.com").do(t, "GET", "/api/recipes", ""); a.status != 403 {
				t.Errorf("eve: %d", a.status)
			}
		})
	}
}
