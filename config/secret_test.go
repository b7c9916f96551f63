package config_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// TestLoad_OddCharacters says where the character stands that can't be sent, and
// nothing of the rest.
func TestLoad_OddCharacters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ variable, value, what string }{
		{"USER_EMAIL", "jürgen@example.com", "U+00FC at character 2"},
		{"USER_EMAIL", "alice\u200b@example.com", "U+200B at character 6"},
		{"USER_EMAIL", "\ufeffalice@example.com", "U+FEFF at character 1"},
		{"USER_EMAIL", " \tjürgen@example.com", "U+00FC at character 2"},
		{"USER_EMAIL", "éé alice", "U+00E9 at character 1"},
		{"USER_EMAIL", "alice@example.com\r\nX-Evil: 1", "U+000D at character 18"},
		{"USER_EMAIL", "alice\x7f@example.com", "U+007F at character 6"},
		{"USER_EMAIL", "j\xfcrgen@example.com", "U+FFFD at character 2"},
		{"USER_EMAIL", "\u212aarl@example.com", "U+212A at character 1"},
		{"USER_EMAIL", "\u3000", "U+3000 at character 1"},
		{"USER_EMAIL", " \u00a0 ", "U+00A0 at character 1"},
		{"USER_EMAIL", "\u2003\u2003", "U+2003 at character 1"},
		{"USER_EMAIL", "\u0085", "U+0085 at character 1"},
		{"USER_EMAIL", "\t\u2028", "U+2028 at character 1"},
		{"USER_EMAIL", "\u00a0alice@example.com", "U+00A0 at character 1"},
		{"USER_EMAIL", "alice@example.com\u2003", "U+2003 at character 18"},
		{"USER_EMAIL", "alice@example.com\v", "U+000B at character 18"},
		{"API_KEY", "\u3000", "U+3000 at character 1"},
		{"API_KEY", "hunter2 \u200bx", "U+200B at character 9"},
		{"API_KEY", "clé", "U+00E9 at character 3"},
	} {
		_, err := load(environment{tt.variable: tt.value})
		want := " ASCII, and has " + tt.what
		if err == nil || !strings.HasPrefix(err.Error(), tt.variable+" must be ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s=%+q: %v, want %q", tt.variable, tt.value, err, want)
			continue
		}
		for _, secret := range []string{"rgen", "alice", "arl", "example", "hunter2", "clé"} {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error quotes the value: %v", err)
			}
		}
	}
	_, err := load(environment{"USER_EMAIL": " alice @example.com"})
	if want := "USER_EMAIL must be visible ASCII, and has U+0020 at character 6; type it again without that character"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	for _, value := range []string{" \t\r\n", "\t alice@example.com\r\n", "!#$%&'*+/=?^_`{|}~-@example.com"} {
		if _, err := load(environment{"USER_EMAIL": value}); err != nil {
			t.Errorf("%+q: %v", value, err)
		}
	}
}

func TestSecret_NeverPrints(t *testing.T) {
	t.Parallel()
	holder := struct {
		Key   config.Secret
		Email config.Email
	}{"hunter2", config.Email{Secret: "hunter2"}}
	encoded, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	printed := []string{string(encoded)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		printed = append(printed, fmt.Sprintf(verb, holder), fmt.Sprintf(verb, holder.Key), fmt.Sprintf(verb, holder.Email), fmt.Sprintf(verb, &holder))
	}
	for _, text := range printed {
		if strings.Contains(text, "hunter2") || strings.Contains(text, "68756e74657232") {
			t.Errorf("printed as %q", text)
		}
	}
	if holder.Key.Reveal() != "hunter2" {
		t.Error("Reveal does not give the secret")
	}
	if config.Secret("").String() != "" {
		t.Error("an empty secret must print as nothing")
	}
}
