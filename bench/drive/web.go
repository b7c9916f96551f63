package drive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Era is which versions of MCP a client speaks.
type Era string

// The eras: sessions begin with a handshake, or each request says all.
const (
	Handshake Era = "2025-11-25"
	Modern    Era = "2026-07-28"
)

// meta is what each request of the modern era says.
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + string(Modern) + `",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// Web is a running server that is called over HTTP. It prints the address of its
// endpoint first, and answers lines on its input.
type Web struct {
	*Process
	host, path string
	session    string // header line of the session, where the server has them
}

// StartWeb starts a server and does the handshake.
func StartWeb(ctx context.Context, c Command) (*Web, error) {
	p, err := Start(ctx, c)
	if err != nil {
		return nil, err
	}
	w := &Web{Process: p}
	if err := w.begin(); err != nil {
		p.Kill()
		return nil, err
	}
	return w, nil
}

// StartWebAt starts a server that says nothing of its address, which is known, and does
// the handshake.
func StartWebAt(ctx context.Context, c Command, address string) (*Web, error) {
	return StartWebOn(ctx, c, address, "/mcp")
}

// StartWebOn is [StartWebAt] for an endpoint at path.
func StartWebOn(ctx context.Context, c Command, address, path string) (*Web, error) {
	p, err := Start(ctx, c)
	if err != nil {
		return nil, err
	}
	w := &Web{Process: p, host: address, path: path}
	if err = w.await(ctx); err == nil {
		w.session, err = w.handshake()
	}
	if err != nil {
		p.Kill()
		return nil, err
	}
	return w, nil
}

// await waits until the server listens.
func (w *Web) await(ctx context.Context) error {
	for tries := time.Duration(0); ; tries++ {
		c, err := w.dial()
		if err == nil {
			c.close()
			return nil
		}
		select {
		case <-ctx.Done():
			return w.failure(errors.Join(ctx.Err(), err))
		case <-time.After(min(tries, 50) * time.Millisecond):
		}
	}
}

func (w *Web) begin() error {
	line, err := w.read()
	if err != nil {
		return w.failure(fmt.Errorf("read the address: %w", err))
	}
	u, err := url.Parse(string(bytes.TrimSpace(line)))
	if err != nil || u.Host == "" {
		return w.failure(fmt.Errorf("%q is not an address", line))
	}
	w.host, w.path = u.Host, u.Path
	w.session, err = w.handshake()
	return err
}

// Host is the host and port of the server.
func (w *Web) Host() string { return w.host }

// Tell writes a line on the server's input.
func (w *Web) Tell(line string) error {
	if _, err := fmt.Fprintln(w.stdin, line); err != nil {
		return w.failure(err)
	}
	return nil
}

// Held is how many bytes the server says that it holds.
func (w *Web) Held() (int64, error) {
	if err := w.Tell("memory"); err != nil {
		return 0, err
	}
	line, err := w.read()
	if err != nil {
		return 0, w.failure(err)
	}
	return strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
}

// Visit is a client that does the handshake and asks nothing after it. Its
// connections are closed.
func (w *Web) Visit() error {
	_, err := w.handshake()
	return err
}

// handshake returns the header line of the session, "" for none.
func (w *Web) handshake() (session string, err error) {
	c, err := w.dial()
	if err != nil {
		return "", err
	}
	defer c.close()
	answer, err := c.exchange([]byte(w.post(Handshake, "", "", strings.TrimSuffix(initialize, "\n"))))
	if err != nil {
		return "", w.failure(fmt.Errorf("initialize: %w", err))
	}
	if id, ok := ID(answer.body); answer.status != http.StatusOK || !ok || id != 1 || !bytes.Contains(answer.body, []byte(`"serverInfo"`)) {
		return "", w.failure(errors.New("initialize was not answered with a result"))
	}
	if answer.session != "" {
		session = "Mcp-Session-Id: " + answer.session + "\r\n"
	}
	answer, err = c.exchange([]byte(w.post(Handshake, session, "", strings.TrimSuffix(initialized, "\n"))))
	if err == nil && answer.status != http.StatusAccepted {
		err = fmt.Errorf("status %d", answer.status)
	}
	if err != nil {
		return "", w.failure(fmt.Errorf("notifications/initialized: %w", err))
	}
	return session, nil
}

// call is a request as it is sent.
func (w *Web) call(era Era, id int, method, name, params string) []byte {
	session, headers := w.session, ""
	if era == Modern {
		session, headers = "", "Mcp-Method: "+method+"\r\n"
		if name != "" {
			headers += "Mcp-Name: " + name + "\r\n"
		}
		params += "," + meta
	}
	return []byte(w.post(era, session, headers, `{"jsonrpc":"2.0","id":`+strconv.Itoa(id)+`,"method":"`+method+`","params":{`+params+`}}`))
}

func (w *Web) post(era Era, session, headers, body string) string {
	return "POST " + w.path + " HTTP/1.1\r\nHost: " + w.host + "\r\nContent-Type: application/json\r\n" +
		"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: " + string(era) + "\r\n" + session + headers +
		"Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}

// connection has one request in flight at most.
type connection struct {
	net.Conn
	reader *bufio.Reader
	body   []byte
}

func (w *Web) dial() (*connection, error) {
	c, err := net.Dial("tcp", w.host) //nolint:noctx // the end of the process ends it
	if err != nil {
		return nil, w.failure(err)
	}
	return &connection{Conn: c, reader: bufio.NewReaderSize(c, 8<<10)}, nil
}

func (c *connection) close() { _ = c.Close() }
