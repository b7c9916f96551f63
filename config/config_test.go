package config_test

// The tests that call Load set process environment variables, so they cannot
// run in parallel.

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"mcp-adapters/config"
)

// load runs Load with exactly the given variables.
func load(t *testing.T, set map[string]string) (config.Config, error) {
	t.Helper()
	for _, v := range config.Variables() {
		t.Setenv(v.Name, set[v.Name])
	}
	return config.Load()
}

//nolint:paralleltest // sets environment variables
func TestLoad_Defaults(t *testing.T) {
	got, err := load(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := config.Config{
		Timeout:         30 * time.Second,
		MaxRetries:      3,
		DrainTimeout:    35 * time.Second,
		MaxConcurrency:  16,
		MaxMessageBytes: 10 << 20,
		LogLevel:        zerolog.InfoLevel,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

//nolint:paralleltest // sets environment variables
func TestLoad_EveryVariable(t *testing.T) {
	got, err := load(t, map[string]string{
		"API_BASE_URL":      " https://vault.example.com/prefix/ ",
		"API_KEY":           "key with spaces ",
		"USER_EMAIL":        " Alice@Example.com ",
		"API_PROXY":         " proxy.example.com:3128 ",
		"API_TIMEOUT":       "1m30s",
		"API_MAX_RETRIES":   "0",
		"DRAIN_TIMEOUT":     "2s",
		"MAX_CONCURRENCY":   "4",
		"MAX_MESSAGE_BYTES": "65536",
		"LOG_LEVEL":         "TRACE",
		"LOG_FORMAT":        "console",
		"DATABASE_URL":      "sqlite:/data/vault.db",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := config.Config{
		BaseURL:         "https://vault.example.com/prefix/",
		Key:             "key with spaces ",
		Email:           "Alice@Example.com",
		Proxy:           "http://proxy.example.com:3128",
		Timeout:         90 * time.Second,
		MaxRetries:      0,
		DrainTimeout:    2 * time.Second,
		MaxConcurrency:  4,
		MaxMessageBytes: 65536,
		LogLevel:        zerolog.TraceLevel,
		LogFormat:       config.Console,
		DatabaseURL:     "sqlite:/data/vault.db",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

//nolint:paralleltest // sets environment variables
func TestLoad_UnexpandedCountsAsUnset(t *testing.T) {
	preset, err := load(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"${user_config.api_key}", " ${user_config.x}\n", "${user_config.}"} {
		set := map[string]string{}
		for _, v := range config.Variables() {
			set[v.Name] = value
		}
		got, err := load(t, set)
		if err != nil {
			t.Errorf("all variables %q: %v", value, err)
		}
		if diff := cmp.Diff(preset, got); diff != "" {
			t.Errorf("all variables %q (-want +got):\n%s", value, diff)
		}
	}
	for _, key := range []string{"a${user_config.api_key}", "${user_config.api_key}}", "${user_config.api_key}b", "${user_config.", "${API_KEY}"} {
		got, err := load(t, map[string]string{"API_KEY": key})
		if err != nil || got.Key.Reveal() != key {
			t.Errorf("API_KEY %q is read as %q, %v; want it as it is", key, got.Key.Reveal(), err)
		}
	}
}

//nolint:paralleltest // sets environment variables
func TestLoad_DrainFollowsTimeout(t *testing.T) {
	got, err := load(t, map[string]string{"API_TIMEOUT": "10s"})
	if err != nil {
		t.Fatal(err)
	}
	if got.DrainTimeout != 15*time.Second {
		t.Errorf("DrainTimeout = %v, want API_TIMEOUT + 5 s = 15s", got.DrainTimeout)
	}
}

//nolint:paralleltest // sets environment variables
func TestLoad_Faults(t *testing.T) {
	tests := []struct {
		variable string
		values   []string
		allowed  string
	}{
		{"API_BASE_URL", []string{"ftp://host.example.com", "host.example.com:3000", "http://", "https://host.example.com/?key=hunter2", "http://user:hunter2@ho st", `"http://quoted.example.com"`, "${API_BASE_URL}", "http://h:99999", "http://h:0", "http://h/#", "http://h/?"}, "http or https"},
		{"API_KEY", []string{"hunter2\n", "a\x01b", "tab\there"}, "control characters"},
		{"API_PROXY", []string{"ftp://proxy.example.com", "http://", "http://proxy:hunter2", "http://bob:hunter2@pro xy", "http://proxy/path", "http://proxy?x", "no proxy", "http://proxy:0"}, "none, or the address of a proxy"},
		{"API_TIMEOUT", []string{"soon", "-5s", "0", "30", "1000h"}, "such as 30s"},
		{"API_MAX_RETRIES", []string{"-1", "many", "101", "1.5"}, "from 0 to 100"},
		{"DRAIN_TIMEOUT", []string{"never", "0s"}, "such as 30s"},
		{"MAX_CONCURRENCY", []string{"0", "-3", "1025"}, "from 1 to 1024"},
		{"MAX_MESSAGE_BYTES", []string{"0", "63", "10MB", "1073741825"}, "from 64 to 1073741824"},
		{"LOG_LEVEL", []string{"loud"}, "trace, debug, info, warn or error"},
		{"LOG_FORMAT", []string{"xml"}, "json or console"},
	}
	for _, tt := range tests {
		for _, value := range tt.values {
			t.Run(tt.variable+"/"+value, func(t *testing.T) {
				_, err := load(t, map[string]string{tt.variable: value})
				if err == nil {
					t.Fatalf("%s=%q was accepted", tt.variable, value)
				}
				if text := err.Error(); !strings.HasPrefix(text, tt.variable+" must") || !strings.Contains(text, tt.allowed) {
					t.Errorf("error %q does not name %s and what is allowed (%s)", text, tt.variable, tt.allowed)
				}
				if strings.Contains(err.Error(), "hunter2") {
					t.Errorf("error %q shows a secret", err)
				}
			})
		}
	}
}

// TestParse_OddCharacters says where the character stands that can't be sent, and
// nothing of the rest.
func TestParse_OddCharacters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ variable, value, what string }{
		{"USER_EMAIL", "jürgen@example.com", "U+00FC at character 2"},
		{"USER_EMAIL", "alice\u200b@example.com", "U+200B at character 6"},
		{"USER_EMAIL", "\ufeffalice@example.com", "U+FEFF at character 1"},
		{"USER_EMAIL", " \tjürgen@example.com", "U+00FC at character 4"},
		{"USER_EMAIL", "éé alice", "U+00E9 at character 1"},
		{"USER_EMAIL", "alice@example.com\r\nX-Evil: 1", "U+000D at character 18"},
		{"USER_EMAIL", "alice\x7f@example.com", "U+007F at character 6"},
		{"USER_EMAIL", "j\xfcrgen@example.com", "the byte 0xFC, which isn't UTF-8, at character 2"},
		{"USER_EMAIL", "\u212aarl@example.com", "U+212A at character 1"},
		{"API_KEY", "hunter2 \u200bx", "U+200B at character 9"},
		{"API_KEY", "clé", "U+00E9 at character 3"},
	} {
		_, err := config.Parse(map[string]string{tt.variable: tt.value})
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
	_, err := config.Parse(map[string]string{"USER_EMAIL": " alice @example.com"})
	if want := "USER_EMAIL must be an e-mail address and nothing more; it has a blank at character 7"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	for _, value := range []string{"\u00a0alice@example.com\u2003", "!#$%&'*+/=?^_`{|}~-@example.com"} {
		if _, err := config.Parse(map[string]string{"USER_EMAIL": value}); err != nil {
			t.Errorf("%+q: %v", value, err)
		}
	}
}

func TestParse_Proxy(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"": "", " ": "", "none": "none", "Direct": "none", "NONE": "none", "192.168.1.1:3128": "http://192.168.1.1:3128",
		"socks5h://proxy:1080": "socks5h://proxy:1080", "http://bob:pass@proxy/": "http://bob:pass@proxy/", "proxy": "http://proxy",
	} {
		got, err := config.Parse(map[string]string{"API_PROXY": value})
		if err != nil || got.Proxy != want {
			t.Errorf("%q: %q, %v; want %q", value, got.Proxy, err, want)
		}
	}
}

//nolint:paralleltest // sets environment variables
func TestLoad_AllFaultsAtOnce(t *testing.T) {
	_, err := load(t, map[string]string{"API_BASE_URL": "x", "API_TIMEOUT": "x", "LOG_LEVEL": "x", "MAX_CONCURRENCY": "x"})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"API_BASE_URL", "API_TIMEOUT", "LOG_LEVEL", "MAX_CONCURRENCY"} {
		if !strings.Contains(err.Error(), name+" must") {
			t.Errorf("error does not name %s:\n%v", name, err)
		}
	}
}

//nolint:paralleltest // sets environment variables
func TestLoad_BlankCountsAsUnset(t *testing.T) {
	set := map[string]string{}
	for _, v := range config.Variables() {
		set[v.Name] = "  "
	}
	got, err := load(t, set)
	if err != nil {
		t.Fatal(err)
	}
	if got.BaseURL != "" || got.Key != "" || got.Email != "" || got.Timeout != 30*time.Second {
		t.Errorf("blank values were not taken as unset: %+v", got)
	}
}

func TestSecret_NeverPrints(t *testing.T) {
	t.Parallel()
	holder := struct{ Key config.Secret }{"hunter2"}
	encoded, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	printed := []string{string(encoded)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		printed = append(printed, fmt.Sprintf(verb, holder), fmt.Sprintf(verb, holder.Key), fmt.Sprintf(verb, &holder))
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

func ExampleFaults() {
	err := config.Faults{{Variable: "LOG_LEVEL", Rule: "must be trace, debug, info, warn or error"}}
	fmt.Println(err)
	// Output: LOG_LEVEL must be trace, debug, info, warn or error
}

func ExampleVariables() {
	for _, v := range config.Variables()[:1] {
		fmt.Println(v.Name, "-", v.Meaning)
	}
	// Output: API_BASE_URL - address of the REST API, http or https; unset: an embedded vault on this computer
}
