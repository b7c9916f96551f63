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
		{"address with NUL", apiclient.Options{BaseURL: "http://api.example", Email: "hunter2\x00@example.com"}, "USER_EMAIL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := apiclient.New(tt.o)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("error %v, want one that names %s and no value", err, tt.want)
			}
		})
	}
}
