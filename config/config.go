// Package config reads an MCP adapter's environment into one checked struct.
//
// Every fault is reported at once, each naming its variable and what is
// allowed; no message ever holds the value of a variable, since a value in the
// wrong place may be a secret. The one exception is host and port of an address
// that lacks only its scheme. A variable that is set to nothing but white
// space counts as unset, and so does an unexpanded "${user_config.NAME}":
// desktop clients send the one or the other for settings that were left blank.
package config

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kelseyhightower/envconfig"
	"github.com/rs/zerolog"
)

// Config is the environment of an adapter after all checks.
type Config struct {
	BaseURL         string        // http or https URL of the REST API; "" selects the embedded default
	Key             Secret        // sent as X-API-Key; may be empty
	Email           Secret        // sent as X-User-Email; may be empty
	Proxy           string        // URL of the proxy for all requests, "none", or "" for the environment's
	Timeout         time.Duration // one tool call, retries and waits included
	MaxRetries      int           // further attempts after the first; 0 means none
	DrainTimeout    time.Duration // from end of input until what is left is cancelled
	MaxConcurrency  int           // tool calls running side by side
	MaxMessageBytes int           // longest accepted input line, without its line end
	LogLevel        zerolog.Level // trace to error
	LogFormat       Format        // "" lets the caller choose by its terminal
	DatabaseURL     string        // where the embedded database lies; "" is the platform's place
}

// Format is how log lines are written.
type Format string

// The log formats. The zero value leaves the choice to the program.
const (
	JSON    Format = "json"
	Console Format = "console"
)

// environment lists the variables. All are strings, so that one bad value
// doesn't keep envconfig from reading the rest.
type environment struct {
	BaseURL         string `envconfig:"API_BASE_URL" desc:"address of the REST API, http or https; unset: an embedded vault on this computer"`
	Key             string `envconfig:"API_KEY" desc:"key of the REST API, sent as X-API-Key"`
	Email           string `envconfig:"USER_EMAIL" desc:"family member to act for, in visible ASCII, sent as X-User-Email; unset: everything the key may see"`
	Proxy           string `envconfig:"API_PROXY" desc:"address of a proxy for all requests to the API, or none; unset: that of HTTPS_PROXY or HTTP_PROXY, but none for an address at home: a private, link-local or loopback one, a name without a dot, one that ends in .local, .lan, .internal, .localdomain, .home.arpa or .fritz.box"`
	Timeout         string `envconfig:"API_TIMEOUT" default:"30s" desc:"time limit of one tool call, retries and waits included; a write is given two thirds of it, the rest is for looking what became of it"`
	MaxRetries      string `envconfig:"API_MAX_RETRIES" default:"3" desc:"further attempts of a call that may safely be sent again"`
	DrainTimeout    string `envconfig:"DRAIN_TIMEOUT" default:"API_TIMEOUT + 5s" desc:"time for running calls to finish after the end of input"`
	MaxConcurrency  string `envconfig:"MAX_CONCURRENCY" default:"16" desc:"calls that run side by side"`
	MaxMessageBytes string `envconfig:"MAX_MESSAGE_BYTES" default:"10485760" desc:"longest accepted input line in bytes"`
	LogLevel        string `envconfig:"LOG_LEVEL" default:"info" desc:"trace, debug, info, warn or error"`
	LogFormat       string `envconfig:"LOG_FORMAT" desc:"json or console; unset: console when stderr is a terminal, else json"`
	DatabaseURL     string `envconfig:"DATABASE_URL" desc:"sqlite:PATH of the embedded vault's file; unset: the platform's data directory"`
}

// Load reads and checks the process's environment. Its error is [Faults]; the
// variables at fault then have their defaults in the Config, so that a caller
// with rules of its own can check the others and report all at once.
func Load() (Config, error) {
	var e environment
	if err := envconfig.Process("", &e); err != nil {
		return Config{}, fmt.Errorf("read the environment: %w", err)
	}
	return e.check()
}

// Parse is [Load] for values that are not in the process's environment, by the
// names of their variables. Names that it doesn't know are ignored.
func Parse(values map[string]string) (Config, error) {
	var e environment
	fields := reflect.ValueOf(&e).Elem()
	for i := range fields.NumField() {
		tag := fields.Type().Field(i).Tag
		value, ok := values[tag.Get("envconfig")]
		if !ok {
			value = tag.Get("default")
		}
		fields.Field(i).SetString(value)
	}
	return e.check()
}

// Limits of the numeric variables: wide enough for any real use, tight enough
// that a slip of the keyboard is caught.
const (
	minDuration, maxDuration       = time.Millisecond, 24 * time.Hour
	maxRetries                     = 100
	maxConcurrency                 = 1024
	minMessageBytes, maxMessageMax = 64, 1 << 30
	drainGrace                     = 5 * time.Second
)

func (e environment) check() (Config, error) {
	fields := reflect.ValueOf(&e).Elem()
	for i := range fields.NumField() {
		if unexpanded(fields.Field(i).String()) {
			fields.Field(i).SetString("")
		}
	}
	var faults Faults
	c := Config{
		BaseURL:         baseURL(e.BaseURL, &faults),
		Key:             key(e.Key, &faults),
		Email:           email(e.Email, &faults),
		Proxy:           proxy(e.Proxy, &faults),
		Timeout:         duration("API_TIMEOUT", e.Timeout, 30*time.Second, &faults),
		MaxRetries:      integer("API_MAX_RETRIES", e.MaxRetries, 3, 0, maxRetries, &faults),
		MaxConcurrency:  integer("MAX_CONCURRENCY", e.MaxConcurrency, 16, 1, maxConcurrency, &faults),
		MaxMessageBytes: integer("MAX_MESSAGE_BYTES", e.MaxMessageBytes, 10<<20, minMessageBytes, maxMessageMax, &faults),
		LogLevel:        level(e.LogLevel, &faults),
		LogFormat:       format(e.LogFormat, &faults),
		DatabaseURL:     strings.TrimSpace(e.DatabaseURL),
	}
	drain := e.DrainTimeout
	if drain == drainDefault {
		drain = ""
	}
	c.DrainTimeout = duration("DRAIN_TIMEOUT", drain, c.Timeout+drainGrace, &faults)
	if len(faults) > 0 {
		return c, faults
	}
	return c, nil
}

// drainDefault is what envconfig hands over when DRAIN_TIMEOUT is unset: its
// default depends on another variable.
const drainDefault = "API_TIMEOUT + 5s"

// unexpanded reports whether a client sent value in place of nothing. A
// bundle's manifest gives a variable as "${user_config.NAME}", and what expands
// that leaves it as it is when there is neither a value nor a default.
func unexpanded(value string) bool {
	name, found := strings.CutPrefix(strings.TrimSpace(value), "${user_config.")
	name, closed := strings.CutSuffix(name, "}")
	return found && closed && !strings.Contains(name, "}")
}

func baseURL(value string, faults *Faults) string {
	value = strings.TrimSpace(value)
	if value == "" {
		return ""
	}
	u, err := url.Parse(value)
	scheme := ""
	if err == nil {
		scheme = strings.ToLower(u.Scheme)
	}
	if (scheme != "http" && scheme != "https") || u.Hostname() == "" || !validPort(u.Port()) || strings.ContainsAny(value, "?#") {
		faults.add("API_BASE_URL", "must be an http or https address without query, such as http://192.168.1.9:3000"+withScheme(value))
		return ""
	}
	return value
}

// proxy takes the address of a proxy as other programs do: without a scheme it is
// one for http.
func proxy(value string, faults *Faults) string {
	value = strings.TrimSpace(value)
	switch strings.ToLower(value) {
	case "":
		return ""
	case "none", "direct":
		return "none"
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	if err != nil || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, strings.ToLower(u.Scheme)) || u.Hostname() == "" || !validPort(u.Port()) || strings.Trim(u.Path, "/") != "" || strings.ContainsAny(value, "?#") {
		faults.add("API_PROXY", "must be none, or the address of a proxy, such as http://192.168.1.1:3128")
		return ""
	}
	return value
}

// validPort takes no port for the scheme's own.
func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

func duration(name, value string, preset time.Duration, faults *Faults) time.Duration {
	value = strings.TrimSpace(value)
	if value == "" {
		return preset
	}
	d, err := time.ParseDuration(value)
	if err != nil || d < minDuration || d > maxDuration {
		faults.add(name, "must be a duration from 1ms to 24h with its unit, such as 30s")
		return preset
	}
	return d
}

func integer(name, value string, preset, low, high int, faults *Faults) int {
	value = strings.TrimSpace(value)
	if value == "" {
		return preset
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		faults.add(name, fmt.Sprintf("must be a whole number from %d to %d", low, high))
		return preset
	}
	return n
}

func level(value string, faults *Faults) zerolog.Level {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "trace":
		return zerolog.TraceLevel
	case "debug":
		return zerolog.DebugLevel
	case "info", "":
		return zerolog.InfoLevel
	case "warn":
		return zerolog.WarnLevel
	case "error":
		return zerolog.ErrorLevel
	}
	faults.add("LOG_LEVEL", "must be trace, debug, info, warn or error")
	return zerolog.InfoLevel
}

func format(value string, faults *Faults) Format {
	switch f := Format(strings.ToLower(strings.TrimSpace(value))); f {
	case "", JSON, Console:
		return f
	}
	faults.add("LOG_FORMAT", "must be json or console")
	return ""
}
