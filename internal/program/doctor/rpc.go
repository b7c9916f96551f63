package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
)

// era is one of the two ways in which clients speak to a server.
type era struct {
	version string
	modern  bool // without a handshake: each request says what its client speaks
}

var (
	older = era{version: "2025-11-25"}
	newer = era{version: "2026-07-28", modern: true}
)

// message is one request of a client, with the headers that go with it.
type message struct {
	body   string
	header map[string]string
}

func (e era) initialize() message {
	return message{body: strings.TrimSuffix(initialize, "\n")}
}

func (e era) listTools() message {
	m := message{header: map[string]string{"Mcp-Protocol-Version": e.version}}
	params := `{}`
	if e.modern {
		m.header["Mcp-Method"] = "tools/list"
		params = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + e.version + `","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"doctor","version":"1.0.0"}}}`
	}
	m.body = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":` + params + `}`
	return m
}

// response is an answer that was read to its end.
type response struct {
	status int
	header http.Header
	body   []byte
}

// post sends a message to the endpoint, with the headers that let a client in, if there
// are any. Redirects are not followed.
func (v *visit) post(ctx context.Context, by http.RoundTripper, headers map[string]string, m message) (response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, v.url, strings.NewReader(m.body))
	if err != nil {
		return response{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for _, more := range []map[string]string{headers, m.header} {
		for name, value := range more {
			req.Header.Set(name, value)
		}
	}
	return v.exchange(by, req)
}

func (v *visit) get(ctx context.Context, at string) (response, error) {
	ctx, cancel := context.WithTimeout(ctx, documentLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return response{}, err
	}
	req.Header.Set("Accept", "application/json")
	return v.exchange(v.others, req)
}

func (v *visit) exchange(by http.RoundTripper, req *http.Request) (response, error) {
	req.Header.Set("User-Agent", v.options.System.Program+"/"+v.options.Version+" doctor")
	res, err := by.RoundTrip(req)
	if err != nil {
		return response{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return response{res.StatusCode, res.Header, body}, err
}

// rpcReply is the response to the one request.
type rpcReply struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
}

// refusedWith returns the code of a JSON-RPC error, which may lack the id of the request; 0 if the
// body is none.
func refusedWith(body []byte) int {
	var refusal struct {
		Error struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &refusal) != nil {
		return 0
	}
	return refusal.Error.Code
}

// reply finds the response in a body: JSON, or a stream of events. It is empty if there
// is none.
func reply(h http.Header, body []byte) (found rpcReply) {
	texts := [][]byte{body}
	if kind, _, _ := mime.ParseMediaType(h.Get("Content-Type")); kind == "text/event-stream" {
		texts = nil
		for line := range bytes.Lines(body) {
			if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				texts = append(texts, data)
			}
		}
	}
	for _, text := range texts {
		var r rpcReply
		if json.Unmarshal(text, &r) == nil && r.ID == 1 {
			found = r
		}
	}
	return found
}
