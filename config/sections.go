package config

import (
	"cmp"
	"fmt"
	"time"
)

// API is how a program reaches the REST API behind its tools. The
// credentials are the program's own.
type API struct {
	BaseURL    URL           `env:"API_BASE_URL" desc:"address of the REST API, http or https; unset: everything is kept on this computer"`
	Proxy      Proxy         `env:"API_PROXY" desc:"address of a proxy for all requests to the API, or none; unset: that of HTTPS_PROXY or HTTP_PROXY, but none for an address at home: a private, link-local or loopback one, a name without a dot, one that ends in .local, .lan, .internal, .localdomain, .home.arpa or .fritz.box"`
	Timeout    time.Duration `env:"API_TIMEOUT" default:"30s" desc:"time limit of one tool call, retries and waits included; a write is given two thirds of it, the rest is for checking what became of it"`
	MaxRetries int           `env:"API_MAX_RETRIES" default:"3" range:"0 100" desc:"further attempts of a call that may safely be sent again"`
}

// Loop bounds the serving of clients. The zero values of MaxConcurrency and
// MaxMessageBytes stand for the defaults of the transport; see [Loop.Settle].
type Loop struct {
	DrainTimeout    time.Duration `env:"DRAIN_TIMEOUT" default:"API_TIMEOUT + 5s" desc:"time for running calls to finish after the end of input"`
	MaxConcurrency  int           `env:"MAX_CONCURRENCY" range:"1 1024" desc:"calls that run side by side; unset: 16, or 256 over HTTP"`
	MaxMessageBytes int           `env:"MAX_MESSAGE_BYTES" range:"64 1073741824" desc:"longest accepted message in bytes, over HTTP at most 67108864; unset: 10485760, or 4194304 over HTTP"`
}

// mostOverHTTP is the longest message over HTTP, where strangers may send one.
const mostOverHTTP = 64 << 20

// Settle gives the bounds that are not set the defaults of the transport, which is
// HTTP or else stdin and stdout, and returns those that the transport can't have. Over
// HTTP many clients share the program: more calls run, and each message may be shorter.
func (l *Loop) Settle(http bool) Faults {
	calls, bytes := 16, 10<<20
	if http {
		calls, bytes = 256, 4<<20
	}
	l.MaxConcurrency = cmp.Or(l.MaxConcurrency, calls)
	l.MaxMessageBytes = cmp.Or(l.MaxMessageBytes, bytes)
	var faults Faults
	if http && l.MaxMessageBytes > mostOverHTTP {
		faults.Add("MAX_MESSAGE_BYTES", fmt.Errorf("must be a whole number from 64 to %d while HTTP_ADDR is set", mostOverHTTP))
	}
	return faults
}

// Log is what is logged, and how.
type Log struct {
	LogLevel  string `env:"LOG_LEVEL" default:"info" oneof:"trace debug info warn error" desc:"trace, debug, info, warn or error"`
	LogFormat Format `env:"LOG_FORMAT" oneof:"json console" desc:"json or console; unset: console when stderr is a terminal, else json"`
}

// Format is how log lines are written.
type Format string

// The log formats. The zero value leaves the choice to the program.
const (
	JSON    Format = "json"
	Console Format = "console"
)
