package httpserver

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// probeLimit is how long a server may take to answer [Probe].
const probeLimit = 5 * time.Second

// Probe fails unless the server at addr on this computer answers a GET of path with 200. It is the
// health check of containers, which have no shell and no curl.
func Probe(ctx context.Context, addr, path string) error {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	// 0.0.0.0 and the like mean every address of this computer.
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, http.NoBody)
	if err != nil {
		return err
	}
	// The request goes to this computer directly, even if the environment names a proxy.
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

// AnswerHealth answers a health check with 200, or with 503 for an error, whose cause is for the
// log.
func AnswerHealth(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	text := "ok\n"
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		text = "unavailable\n"
	}
	_, _ = w.Write([]byte(text)) // the client may have gone
}
