package config

import (
	"errors"
	"time"
)

// Shutdown is how a server over HTTP ends.
type Shutdown struct {
	ShutdownDelay Delay `env:"SHUTDOWN_DELAY" desc:"how long requests are still answered after SIGTERM, while /readyz says 503 and balancers learn to send no more; 0s: not at all; unset: 5s, or 0s on an address that this computer alone reaches"`
}

// Delay is a time that may be none. Its zero value leaves it to where the server listens.
type Delay time.Duration

const (
	noDelay      = Delay(-1)
	defaultDelay = 5 * time.Second
	longestDelay = 10 * time.Minute
)

// UnmarshalText checks a duration.
func (d *Delay) UnmarshalText(text []byte) error {
	value, err := time.ParseDuration(Trim(string(text)))
	switch {
	case err != nil || value < 0 || value > longestDelay:
		return errors.New("must be a duration from 0s to 10m with its unit, such as 5s")
	case value == 0:
		*d = noDelay
	default:
		*d = Delay(value)
	}
	return nil
}

// At is the delay of a server that listens on an address.
func (d Delay) At(a Address) time.Duration {
	switch {
	case d > 0:
		return time.Duration(d)
	case d == noDelay || a.Loopback():
		return 0
	}
	return defaultDelay
}
