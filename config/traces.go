package config

// Traces says where traces go, by the variables that OpenTelemetry gives every program
// (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). They may be meant
// for others that share the environment, so that no value of theirs is a fault: package tracing
// warns of what it can't do.
type Traces struct {
	Endpoint       Guarded `env:"OTEL_EXPORTER_OTLP_ENDPOINT" desc:"address of an OpenTelemetry collector that takes OTLP over HTTP, such as http://127.0.0.1:4318, to which traces of requests are sent; unset: there are none"`
	TracesEndpoint Guarded `env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" desc:"the same for traces alone, with the path, such as http://127.0.0.1:4318/v1/traces"`
	Protocol       string  `env:"OTEL_EXPORTER_OTLP_PROTOCOL" desc:"http/json is how traces are sent; with another value there are none"`
	TracesProtocol string  `env:"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL" desc:"the same for traces alone"`
	Headers        Guarded `env:"OTEL_EXPORTER_OTLP_HEADERS" desc:"headers to send with them, as name=value with commas between them"`
	TracesHeaders  Guarded `env:"OTEL_EXPORTER_OTLP_TRACES_HEADERS" desc:"the same for traces alone"`
	Timeout        string  `env:"OTEL_EXPORTER_OTLP_TIMEOUT" desc:"time to send some spans, further attempts included, in milliseconds; unset: 10000"`
	TracesTimeout  string  `env:"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT" desc:"the same for traces alone"`
	Exporter       string  `env:"OTEL_TRACES_EXPORTER" desc:"otlp, or none for no traces; unset: otlp"`
	Disabled       string  `env:"OTEL_SDK_DISABLED" desc:"true for no traces"`
	Service        string  `env:"OTEL_SERVICE_NAME" desc:"name of the program in traces; unset: its own"`
	Resource       string  `env:"OTEL_RESOURCE_ATTRIBUTES" desc:"what else traces say of the program, as name=value with commas between them"`
	Sampler        string  `env:"OTEL_TRACES_SAMPLER" desc:"of which requests there are traces: always_on, always_off, traceidratio, or one of these after parentbased_, which does as the caller does if that has a trace; unset: parentbased_always_on"`
	SamplerArg     string  `env:"OTEL_TRACES_SAMPLER_ARG" desc:"share of the requests for traceidratio, from 0 to 1; unset: 1"`
}

// Guarded is text of any kind that may hold a password or a key. It prints as a [Secret] does.
type Guarded struct{ Secret }

// UnmarshalText takes any text.
func (g *Guarded) UnmarshalText(text []byte) error {
	g.Secret = Secret(Trim(string(text)))
	return nil
}

// Private says that the value must not be shown.
func (Guarded) Private() {}
