package apiclient_test

import (
	"strings"
	"testing"

	"mcp-adapters/apiclient"
)

func TestNew_refuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		o    apiclient.Options
		want string
	}{
		{"nothing", apiclient.Options{}, "API_BASE_URL"},
		{"another scheme", apiclient.Options{BaseURL: "ftp://hunter2@api.example"}, "API_BASE_URL"},
		{"no host", apiclient.Options{BaseURL: "http:///hunter2"}, "API_BASE_URL"},
		{"no scheme", apiclient.Options{BaseURL: "hunter2.example:80"}, "API_BASE_URL"},
		{"no URL", apiclient.Options{BaseURL: "http://[hunter2"}, "API_BASE_URL"},
		{"query", apiclient.Options{BaseURL: "http://api.example/?hunter2"}, "API_BASE_URL"},
		{"fragment", apiclient.Options{BaseURL: "http://api.example/#hunter2"}, "API_BASE_URL"},
		{"key with line break", apiclient.Options{BaseURL: "http://api.example", Key: "hunter2\r\nX: y"}, "API_KEY"},
		{"address with NUL", apiclient.Options{BaseURL: "http://api.example", Email: "hunter2\x00@example.com"}, "USER_EMAIL has U+0000 at character 8"},
		{"address with a letter that isn't ASCII", apiclient.Options{BaseURL: "http://api.example", Email: "hünter2@example.com"}, "USER_EMAIL has U+00FC at character 2"},
		{"address with what can't be seen", apiclient.Options{BaseURL: "http://api.example", Email: "hunter2\u200b@example.com"}, "USER_EMAIL has U+200B at character 8"},
		{"address that is ASCII in lower case alone", apiclient.Options{BaseURL: "http://api.example", Email: "\u212aunter2@example.com"}, "USER_EMAIL has U+212A at character 1"},
		{"address with a blank", apiclient.Options{BaseURL: "http://api.example", Email: "hunter2 @example.com"}, "USER_EMAIL has U+0020 at character 8"},
		{"key with what can't be seen", apiclient.Options{BaseURL: "http://api.example", Key: "hunter2\ufeff"}, "API_KEY has U+FEFF at character 8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := apiclient.New(tt.o)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "unter2") {
				t.Errorf("error %v, want one that names %s and no value", err, tt.want)
			}
		})
	}
}
