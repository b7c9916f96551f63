package install_test

import "testing"

// TestSlip speaks of the answer, and repeats no secret.
func TestSlip(t *testing.T) {
	t.Parallel()
	const (
		url, key, email = "API_BASE_URL", "API_KEY", "USER_EMAIL"
		start           = "An address starts with http:// or https://"
		usual           = start + " and has no ? or #, such as http://192.168.1.9:3000."
		alone           = "Type the e-mail address alone, without a name around it, such as you@example.com."
	)
	for _, r := range []struct{ name, answer, want string }{
		{url, "192.168.1.9:3000", start + ", such as http://192.168.1.9:3000."},
		{url, "nas.local:3000/vault", start + ", such as http://nas.local:3000/vault."},
		{url, "nas", start + ", such as http://nas."},
		{url, "//nas:3000", start + ", such as http://nas:3000."},
		{url, "https:nas:3000", start + ", such as https://nas:3000."},
		{url, "HTTP:/nas:3000", start + ", such as http://nas:3000."},
		{url, "http//nas:3000", start + ", such as http://nas:3000."},
		{url, "[::1]:3000", start + ", such as http://[::1]:3000."},
		{url, "http://nas:3000/?page=1", start + " and has no ? or #, such as http://nas:3000/."},
		{url, "nas:3000/#/login", start + " and has no ? or #, such as http://nas:3000/."},
		{url, "ftp://nas:3000", usual},
		{url, "http://", usual},
		{url, "my nas", usual},
		{url, "alice@example.com", usual},
		{url, "bob:pa55word@nas", usual},
		{url, `"http://nas:3000"`, "Type the address without quotation marks."},
		{url, `"nas:3000"`, start + ", such as http://nas:3000."},
		{url, "http://${HOST}", "Type the address itself: variables such as ${NAME} are not expanded."},
		{key, "'" + apiKey + "'", "Type the key without quotation marks."},
		{key, "%API_KEY%", "Type the key itself: variables such as ${NAME} are not expanded."},
		{key, "$API_KEY", "Type the key itself: variables such as ${NAME} are not expanded."},
		{key, "__encrypted__:djEw", "That is an encrypted value. Type the key itself."},
		{key, "a\tb", "The key must be printable ASCII, and has U+0009 at character 2; type it again without that character."},
		{key, "key\u200b", "The key must be printable ASCII, and has U+200B at character 4; type it again without that character."},
		{email, "alice", alone},
		{email, "jürgen@example.com", "The e-mail address must be visible ASCII, and has U+00FC at character 2; type it again without that character."},
		{email, "alice@example.com\u200b", "The e-mail address must be visible ASCII, and has U+200B at character 18; type it again without that character."},
		{email, "Alice <alice@example.com>", alone},
		{email, "http://nas:3000", alone},
		{email, "“alice@example.com”", "Type the e-mail address without quotation marks."},
	} {
		if recipes().Usable(r.name, r.answer) {
			t.Errorf("%s: %q is not a slip", r.name, r.answer)
		}
		if got := recipes().SlipOf(r.name, r.answer); got != r.want {
			t.Errorf("%s: %q is answered with\n%s\nwant\n%s", r.name, r.answer, got, r.want)
		}
	}
}
