package harness

import (
	"context"
	"io"
	"net/http"
	"strings"
)

// Server is a process that serves HTTP, and a client of it. One that is no
// process has an address and a client alone.
type Server struct {
	*Process
	Address string // host and port
	Client  *http.Client
}

// Serve starts the command and waits until it logs where it listens.
func (c *Command) Serve() *Server {
	c.tb.Helper()
	p := c.Start()
	client := &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	c.tb.Cleanup(client.CloseIdleConnections)
	return &Server{p, p.Log.listening(c.tb), client}
}

// Do makes a request and reads the response. Of the header's names and values,
// those without a value are left out.
func (s *Server) Do(ctx context.Context, method, path, body string, header ...string) (status int, text string, err error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.Address+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	for i := 0; i < len(header); i += 2 {
		if header[i+1] != "" {
			req.Header.Set(header[i], header[i+1])
		}
	}
	res, err := s.Client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, string(data), err
}
