package config

import (
	"cmp"
	"fmt"
	"time"
)

// API is how a program reaches the REST API behind its tools. The credentials are the
// program's own.
type API struct {
	BaseURL    URL           `envconfig:"API_BASE_URL" desc:"http or https address of the REST API; unset: data is kept on this computer"`
	Proxy      Proxy         `envconfig:"API_PROXY" desc:"address of a proxy for every request to the API, or none; unset: HTTPS_PROXY or HTTP_PROXY, but no proxy for hosts on the local network (private, link-local and loopback addresses, names without a dot or ending in .local, .lan, .internal, .localdomain, .home.arpa or .fritz.box)"`
	Timeout    time.Duration `envconfig:"API_TIMEOUT" default:"30s" desc:"time limit of one tool call, retries included; writes may use two thirds of it, the rest is kept for checking whether the write was saved"`
	MaxRetries int           `envconfig:"API_MAX_RETRIES" default:"3" range:"0 100" desc:"retries of a request that is safe to repeat"`
}

// Drain is the time that running calls get after the end of input unless DRAIN_TIMEOUT is
// set: a little more than the longest call.
func (a API) Drain() time.Duration { return a.Timeout + 5*time.Second }

// Loop bounds the serving of clients.
type Loop struct {
	DrainTimeout    time.Duration `envconfig:"DRAIN_TIMEOUT" desc:"time for running calls to finish after the end of input; unset: 5s longer than a tool call may take, 35s by default"`
	MaxConcurrency  int           `envconfig:"MAX_CONCURRENCY" range:"1 1024" desc:"number of calls that run at the same time; unset: 16, or 256 over HTTP"`
	MaxMessageBytes int           `envconfig:"MAX_MESSAGE_BYTES" range:"64 1073741824" desc:"longest accepted message in bytes, over HTTP at most 67108864; unset: 10485760, or 4194304 over HTTP"`
}

// mostOverHTTP is the longest message over HTTP, where strangers may send one.
const mostOverHTTP = 64 << 20

// Settle gives the bounds that are unset the defaults of HTTP or of stdin and stdout, and
// returns the bounds that HTTP can't have.
func (l *Loop) Settle(http bool) (faults Faults) {
	calls, bytes := 16, 10<<20
	if http {
		calls, bytes = 256, 4<<20
	}
	l.DrainTimeout = cmp.Or(l.DrainTimeout, 35*time.Second)
	l.MaxConcurrency = cmp.Or(l.MaxConcurrency, calls)
	l.MaxMessageBytes = cmp.Or(l.MaxMessageBytes, bytes)
	if http && l.MaxMessageBytes > mostOverHTTP {
		faults.Add("MAX_MESSAGE_BYTES", fmt.Errorf("must be a whole number from 64 to %d while HTTP_ADDR is set", mostOverHTTP))
	}
	return faults
}

// Log says what is logged, and how.
type Log struct {
	LogLevel  string `envconfig:"LOG_LEVEL" default:"info" oneof:"trace debug info warn error" desc:"lowest level to log: trace, debug, info, warn or error"`
	LogFormat string `envconfig:"LOG_FORMAT" oneof:"json console" desc:"json or console; unset: console when stderr is a terminal, else json"`
}

// Shutdown is how a server over HTTP ends.
type Shutdown struct {
	ShutdownDelay *time.Duration `envconfig:"SHUTDOWN_DELAY" range:"0s 10m" desc:"time to keep serving after SIGTERM so that load balancers can react (/readyz returns 503); unset: 5s, or 0s when only this computer can connect"`
}

// Delay returns the delay of a server that listens on an address.
func (s Shutdown) Delay(a Address) time.Duration {
	switch {
	case s.ShutdownDelay != nil:
		return *s.ShutdownDelay
	case a.Loopback():
		return 0
	}
	return 5 * time.Second
}
