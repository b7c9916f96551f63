package tracing

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
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

// described is what traces say of the program.
func described(name, version, instance string) ([]attribute.KeyValue, error) {
	said := map[string]string{
		"service.name": name, "service.version": version, "service.instance.id": instance,
		"telemetry.sdk.name": "opentelemetry", "telemetry.sdk.language": "go",
	}
	var err error
	for name, value := range pairs(env("RESOURCE_ATTRIBUTES")) {
		if name == "" {
			err = errors.New("OTEL_RESOURCE_ATTRIBUTES must be name=value, with commas between them: what isn't is left out")
			continue
		}
		said[name] = value
	}
	said["service.name"] = cmp.Or(env("SERVICE_NAME"), said["service.name"])
	list := make([]attribute.KeyValue, 0, len(said))
	for name, value := range said {
		list = append(list, attribute.String(name, value))
	}
	return list, err
}

// sampler says of which requests there are traces. Its error is of the settings, in whose
// place it has the default.
func sampler() (sdk.Sampler, error) {
	share := 1.0
	if arg := env("TRACES_SAMPLER_ARG"); arg != "" {
		var err error
		if share, err = strconv.ParseFloat(arg, 64); err != nil || !(share >= 0 && share <= 1) {
			return sdk.ParentBased(sdk.AlwaysSample()), errors.New("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: there are traces of all requests")
		}
	}
	name, parent := strings.CutPrefix(strings.ToLower(cmp.Or(env("TRACES_SAMPLER"), "parentbased_always_on")), "parentbased_")
	root, ok := map[string]sdk.Sampler{
		"always_on": sdk.AlwaysSample(), "always_off": sdk.NeverSample(), "traceidratio": sdk.TraceIDRatioBased(share),
	}[name]
	switch {
	case !ok:
		return sdk.ParentBased(sdk.AlwaysSample()), errors.New("OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, or one of these after parentbased_: there are traces of all requests")
	case parent:
		return sdk.ParentBased(root), nil
	}
	return root, nil
}
