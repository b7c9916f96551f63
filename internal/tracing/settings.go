package tracing

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/mcp-adapters/mcp-adapters/internal/tracing/otlp"
)

const (
	defaultTimeout = 10 * time.Second
	longestTimeout = time.Minute
)

// env reads one of OpenTelemetry's variables by its name without OTEL_
// (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). A variable may be
// meant for another program, so its value is never a fault of ours.
func env(name string) string { return strings.TrimSpace(os.Getenv("OTEL_" + name)) }

// export reads a variable of the exporter: the one for traces, or else the one for all signals.
func export(name string) (variable, value string) {
	if value = env("EXPORTER_OTLP_TRACES_" + name); value != "" {
		return "OTEL_EXPORTER_OTLP_TRACES_" + name, value
	}
	return "OTEL_EXPORTER_OTLP_" + name, env("EXPORTER_OTLP_" + name)
}

// wanted reports whether the environment asks for traces.
func wanted() bool {
	_, endpoint := export("ENDPOINT")
	return endpoint != "" && !strings.EqualFold(env("SDK_DISABLED"), "true") && !strings.EqualFold(env("TRACES_EXPORTER"), "none")
}

// destination says where traces go. Its error names the variable that forbids it, and never
// holds a value.
func destination() (o otlp.Options, err error) {
	if exporter := env("TRACES_EXPORTER"); exporter != "" && !strings.EqualFold(exporter, "otlp") {
		return o, errors.New("OTEL_TRACES_EXPORTER must be otlp or none")
	}
	if variable, value := export("PROTOCOL"); value != "" && value != "http/json" {
		return o, errors.New(variable + " must be http/json, or unset")
	}
	variable, value := export("ENDPOINT")
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return o, errors.New(variable + " must be an http or https address, such as http://127.0.0.1:4318")
	}
	if !strings.Contains(variable, "TRACES") {
		u = u.JoinPath("v1", "traces")
	}
	variable, value = export("HEADERS")
	o.Header = http.Header{}
	for name, value := range pairs(value) {
		if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return o, errors.New(variable + " must be name=value, with commas between them")
		}
		o.Header.Add(name, value)
	}
	o.URL, o.Timeout = u.String(), defaultTimeout
	if variable, value := export("TIMEOUT"); value != "" {
		n, err := strconv.Atoi(value)
		o.Timeout = time.Duration(n) * time.Millisecond
		if err != nil || n < 1 || o.Timeout > longestTimeout {
			return o, errors.New(variable + " must be a number of milliseconds from 1 to 60000")
		}
	}
	return o, nil
}

// pairs calls yield with each name and value of a list, as W3C's Baggage writes them. What has
// no name has "" for one.
func pairs(list string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for one := range strings.SplitSeq(list, ",") {
			if strings.TrimSpace(one) == "" {
				continue
			}
			name, value, found := strings.Cut(one, "=")
			plain, err := url.PathUnescape(strings.TrimSpace(value))
			if !found || err != nil {
				name = ""
			}
			if !yield(strings.TrimSpace(name), plain) {
				return
			}
		}
	}
}
