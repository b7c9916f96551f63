package httpserver

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// probeLimit is how long a server may take to say how it is.
const probeLimit = 5 * time.Second

// Probe asks the server that listens on addr, on this computer, for path, and fails unless it
// answers with 200: for health checks of containers, whose image has no shell and no curl.
func Probe(ctx context.Context, addr, path string) error {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	// An address that stands for all of this computer's is dialled as this computer.
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, http.NoBody)
	if err != nil {
		return err
	}
	// This computer is asked directly, whatever proxy the environment names.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not healthy: status %d", resp.StatusCode)
	}
	return nil
}
