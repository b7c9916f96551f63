package apiclient_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
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

// TestNew_namesTheSystemsSetting asserts that a person reads the name that the
// setting has in their program.
func TestNew_namesTheSystemsSetting(t *testing.T) {
	t.Parallel()
	_, err := apiclient.New(apiclient.Options{System: apiclient.System{Settings: apiclient.Settings{BaseURL: "SHELF_URL"}}})
	if err == nil || err.Error() != "SHELF_URL must be an http or https URL with a host" {
		t.Error(err)
	}
}
