package config_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// program is a program's settings: every section, with fields of its own among them.
type program struct {
	config.API
	Key   config.Secret `envconfig:"API_KEY" desc:"key of the API"`
	Email config.Email  `envconfig:"USER_EMAIL" desc:"whom to act for"`
	config.Loop
	config.Log
	Database string `envconfig:"DATABASE_URL" desc:"where everything is kept"`
	Errors   mode   `envconfig:"TOOL_ERRORS" default:"rpc" oneof:"rpc result" desc:"how failures are answered"`
	kept     int
}

type mode string

type environment map[string]string

// load reads the environment into cfg.
func (e environment) load(cfg any) (err error) {
	harness.WithEnv(e, func() { err = config.Load(cfg) })
	return err
}

func load(set environment) (program, error) {
	p := program{kept: 7}
	err := set.load(&p)
	return p, err
}

// preset is what nothing in the environment gives.
func preset() program {
	return program{
		API:    config.API{Timeout: 30 * time.Second, MaxRetries: 3},
		Log:    config.Log{LogLevel: "info"},
		Errors: "rpc",
		kept:   7,
	}
}

// differ compares what is in secrets too.
func differ(want, got program) string {
	return cmp.Diff(want, got, cmp.AllowUnexported(program{}))
}

func TestLoad_Defaults(t *testing.T) {
	t.Parallel()
	for name, values := range map[string]func(config.Variable) string{
		"unset":       func(config.Variable) string { return "" },
		"blank":       func(config.Variable) string { return " \t" },
		"as it is":    func(v config.Variable) string { return v.Default },
		"unexpanded":  func(config.Variable) string { return "${user_config.api_key}" },
		"with blanks": func(config.Variable) string { return " ${user_config.x}\n" },
		"nameless":    func(config.Variable) string { return "${user_config.}" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := environment{"PATH": "\x00", "api_timeout": "x"} // others' names are ignored
			for _, v := range config.Variables(&program{}) {
				set[v.Name] = values(v)
			}
			got, err := load(set)
			if diff := differ(preset(), got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	for _, key := range []string{"a${user_config.api_key}", "${user_config.api_key}}", "${user_config.api_key}b", "${user_config.", "${API_KEY}"} {
		got, err := load(environment{"API_KEY": key})
		if err != nil || got.Key.Reveal() != key {
			t.Errorf("API_KEY %q is read as %q, %v; want it as it is", key, got.Key.Reveal(), err)
		}
	}
}

func TestLoad_EveryVariable(t *testing.T) {
	t.Parallel()
	got, err := load(environment{
		"API_BASE_URL":      " https://vault.example.com/prefix/ ",
		"API_KEY":           "key with spaces ",
		"USER_EMAIL":        " Alice@Example.com ",
		"API_PROXY":         " proxy.example.com:3128 ",
		"API_TIMEOUT":       "1m30s",
		"API_MAX_RETRIES":   " 0 ",
		"DRAIN_TIMEOUT":     " 2s ",
		"MAX_CONCURRENCY":   "4",
		"MAX_MESSAGE_BYTES": "65536",
		"LOG_LEVEL":         "TRACE",
		"LOG_FORMAT":        " Console ",
		"DATABASE_URL":      " sqlite:/data/My vault.db ",
		"TOOL_ERRORS":       "Result",
	})
	want := program{
		API:      config.API{BaseURL: "https://vault.example.com/prefix/", Proxy: "http://proxy.example.com:3128", Timeout: 90 * time.Second},
		Key:      "key with spaces ",
		Email:    config.Email{Secret: "Alice@Example.com"},
		Loop:     config.Loop{DrainTimeout: 2 * time.Second, MaxConcurrency: 4, MaxMessageBytes: 65536},
		Log:      config.Log{LogLevel: "trace", LogFormat: "console"},
		Database: "sqlite:/data/My vault.db",
		Errors:   "result",
		kept:     7,
	}
	if diff := differ(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestLoad_Faults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		variable string
		values   []string
		allowed  string
	}{
		{"API_BASE_URL", []string{"ftp://host.example.com", "host.example.com:3000", "http://", "https://host.example.com/?key=hunter2", "http://user:hunter2@ho st", `"http://quoted.example.com"`, "${API_BASE_URL}", "http://h:99999", "http://h:0", "http://h/#", "http://h/?"}, "http or https"},
		{"API_KEY", []string{"hunter2\n", "a\x01b", "tab\there"}, "printable ASCII"},
		{"API_PROXY", []string{"ftp://proxy.example.com", "http://", "http://proxy:hunter2", "http://bob:hunter2@pro xy", "http://proxy/path", "http://proxy?x", "no proxy", "http://proxy:0"}, "none, or the address of a proxy"},
		{"API_TIMEOUT", []string{"soon", "-5s", "0", "30", "1000h"}, "such as 30s"},
		{"API_MAX_RETRIES", []string{"-1", "many", "101", "1.5", "99999999999999999999"}, "from 0 to 100"},
		{"DRAIN_TIMEOUT", []string{"never", "0s"}, "such as 30s"},
		{"MAX_CONCURRENCY", []string{"0", "-3", "1025"}, "from 1 to 1024"},
		{"MAX_MESSAGE_BYTES", []string{"0", "63", "10MB", "1073741825"}, "from 64 to 1073741824"},
		{"LOG_LEVEL", []string{"loud", "fatal", "info warn"}, "trace, debug, info, warn or error"},
		{"LOG_FORMAT", []string{"xml"}, "json or console"},
		{"TOOL_ERRORS", []string{"hunter2"}, "rpc or result"},
	}
	for _, tt := range tests {
		for _, value := range tt.values {
			t.Run(tt.variable+"/"+value, func(t *testing.T) {
				t.Parallel()
				got, err := load(environment{tt.variable: value})
				if err == nil {
					t.Fatalf("%s=%q was accepted", tt.variable, value)
				}
				if text := err.Error(); !strings.HasPrefix(text, tt.variable+" must") || !strings.Contains(text, tt.allowed) {
					t.Errorf("error %q does not name %s and what is allowed (%s)", text, tt.variable, tt.allowed)
				}
				if strings.Contains(err.Error(), "hunter2") {
					t.Errorf("error %q shows a secret", err)
				}
				if diff := differ(preset(), got); diff != "" {
					t.Errorf("the field at fault has no default (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestLoad_Environment holds that the environment is the same after a Load as before.
func TestLoad_Environment(t *testing.T) {
	t.Parallel()
	set := environment{"API_TIMEOUT": "soon", "API_KEY": " ", "LOG_LEVEL": " WARN", "API_MAX_RETRIES": "010"}
	harness.WithEnv(set, func() {
		if err := config.Load(&program{}); err == nil {
			t.Error("API_TIMEOUT was accepted")
		}
		for name, want := range set {
			if got, _ := os.LookupEnv(name); got != want {
				t.Errorf("%s is %q afterwards, want %q", name, got, want)
			}
		}
	})
	if p, err := load(environment{"API_MAX_RETRIES": "010"}); err != nil || p.MaxRetries != 10 {
		t.Errorf("010 is read as %d, %v", p.MaxRetries, err)
	}
}

func TestLoad_AllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := load(environment{"MAX_CONCURRENCY": "x", "API_BASE_URL": "x", "USER_EMAIL": "a b", "API_TIMEOUT": "x", "LOG_LEVEL": "x"})
	var faults config.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("%v", err)
	}
	var got []string
	for _, f := range faults {
		got = append(got, f.Variable)
	}
	want := []string{"API_BASE_URL", "API_TIMEOUT", "USER_EMAIL", "MAX_CONCURRENCY", "LOG_LEVEL"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("variables at fault (-want +got):\n%s", diff)
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	var names, secret, private []string
	for _, v := range config.Variables(&program{}) {
		names = append(names, v.Name)
		if v.Meaning == "" {
			t.Errorf("%s has no meaning", v.Name)
		}
		if v.Secret() {
			secret = append(secret, v.Name)
		}
		if v.Private() {
			private = append(private, v.Name)
		}
	}
	want := "API_BASE_URL API_PROXY API_TIMEOUT API_MAX_RETRIES API_KEY USER_EMAIL DRAIN_TIMEOUT MAX_CONCURRENCY MAX_MESSAGE_BYTES LOG_LEVEL LOG_FORMAT DATABASE_URL TOOL_ERRORS"
	for _, list := range []struct{ got, want string }{
		{strings.Join(names, " "), want},
		{strings.Join(secret, " "), "API_KEY"},
		{strings.Join(private, " "), "API_PROXY API_KEY USER_EMAIL"},
	} {
		if list.got != list.want {
			t.Errorf("got  %s\nwant %s", list.got, list.want)
		}
	}
}

// TestLoop_Settle has each transport have its own bounds, and each setting count over
// both.
func TestLoop_Settle(t *testing.T) {
	t.Parallel()
	const most = 64 << 20
	for _, tt := range []struct {
		name               string
		http               bool
		set                config.Loop
		concurrency, bytes int
		want               string
	}{
		{"stdin and stdout", false, config.Loop{}, 16, 10 << 20, ""},
		{"HTTP", true, config.Loop{}, 256, 4 << 20, ""},
		{"set", false, config.Loop{MaxConcurrency: 4, MaxMessageBytes: 1 << 30}, 4, 1 << 30, ""},
		{"set, HTTP", true, config.Loop{MaxConcurrency: 4, MaxMessageBytes: most}, 4, most, ""},
		{"too long, HTTP", true, config.Loop{MaxMessageBytes: most + 1}, 256, most + 1, "MAX_MESSAGE_BYTES must be a whole number from 64 to 67108864 while HTTP_ADDR is set"},
	} {
		got := tt.set
		faults := got.Settle(tt.http)
		if got.MaxConcurrency != tt.concurrency || got.MaxMessageBytes != tt.bytes || faults.Error() != tt.want {
			t.Errorf("%s: %+v, %q", tt.name, got, faults.Error())
		}
	}
}

type hidden struct {
	N string `envconfig:"N"`
}

// TestLoad_Misused stops a program whose settings nothing would check.
func TestLoad_Misused(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]any{
		"a type that checks nothing": &struct {
			N float64 `envconfig:"N"`
		}{},
		"a field without a variable":              &struct{ N int }{},
		"an embedded struct that envconfig skips": &struct{ hidden }{},
		"a default that is refused": &struct {
			M int `envconfig:"M" default:"ten" range:"0 20"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is let pass", name)
				}
			}()
			_ = environment{"N": "1"}.load(cfg)
		}()
	}
}

func ExampleLoad() {
	var settings struct {
		config.API
		Token config.Secret `envconfig:"API_TOKEN" desc:"token of the API"`
	}
	err := environment{"API_TOKEN": "hunter2", "API_TIMEOUT": "soon", "API_MAX_RETRIES": "many"}.load(&settings)
	fmt.Println(settings.Token, settings.Timeout)
	fmt.Println(err)
	// Output:
	// [redacted] 30s
	// API_TIMEOUT must be a duration from 1ms to 24h with its unit, such as 30s
	// API_MAX_RETRIES must be a whole number from 0 to 100
}

// chosen has settings that are not one word.
type chosen struct {
	Sets []string `envconfig:"SETS" default:"core" oneof:"core more most" desc:"sets"`
	On   bool     `envconfig:"ON" default:"false" desc:"on"`
}

func TestLoad_WordsAndSwitches(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		set  environment
		want chosen
		err  string
	}{
		{nil, chosen{Sets: []string{"core"}}, ""},
		{environment{"SETS": "More, core", "ON": "True"}, chosen{[]string{"more", "core"}, true}, ""},
		{environment{"SETS": "most", "ON": "1"}, chosen{[]string{"most"}, true}, ""},
		{environment{"SETS": "core,less", "ON": "0"}, chosen{Sets: []string{"core"}}, "SETS must be one or more of core, more, most, separated by commas"},
		{environment{"SETS": "core,", "ON": "yes"}, chosen{Sets: []string{"core"}}, "ON must be true or false"},
	} {
		var got chosen
		err := row.set.load(&got)
		if diff := cmp.Diff(row.want, got); diff != "" || (err == nil) != (row.err == "") || err != nil && !strings.Contains(err.Error(), row.err) {
			t.Errorf("%v: %v, want %q (-want +got):\n%s", row.set, err, row.err, diff)
		}
	}
}
