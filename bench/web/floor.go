package main

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
)

const (
	idAt   = len(`{"jsonrpc":"2.0","id":`)
	modern = `,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"recipe-mcp","version":"0"}},"resultType":"complete"`

	initialized  = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"floor","version":"0"}}`
	acknowledged = `event: message` + "\n" + `data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":` +
		`{"_meta":{"io.modelcontextprotocol/subscriptionId":ID},"notifications":{"toolsListChanged":true}}}` + "\n\n"
)

// floor is the least handler that can do the job: it reads the body and writes bytes
// that were made before. It cuts the id out by position, and checks and bounds
// nothing.
func floor(address string) (func(), error) {
	result := `{"content":[{"type":"text","text":"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(string(answer)) +
		`"}],"structuredContent":` + string(answer)
	h := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		comma := bytes.IndexByte(body[idAt:], ',')
		if !bytes.HasPrefix(body, []byte(`{"jsonrpc":"2.0","id":`)) || comma < 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		id := body[idAt : idAt+comma]
		tail := ""
		switch r.Header.Get("Mcp-Method") {
		case "tools/call":
			tail = modern
		case "subscriptions/listen":
			listen(w, r, string(id))
			return
		default:
			if bytes.Contains(body, []byte(`"initialize"`)) {
				respond(w, id, initialized, "")
				return
			}
		}
		respond(w, id, result, tail+"}")
	}
	return func() {}, serve(address, http.HandlerFunc(h))
}

func respond(w http.ResponseWriter, id []byte, result, tail string) {
	out := make([]byte, 0, len(result)+256)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"result":`...)
	out = append(append(append(out, result...), tail...), '}')
	h := w.Header()
	h["Content-Type"] = []string{"application/json"}
	h["Content-Length"] = []string{strconv.Itoa(len(out))}
	_, _ = w.Write(out)
}

// listen holds a stream on which nothing happens.
func listen(w http.ResponseWriter, r *http.Request, id string) {
	w.Header()["Content-Type"] = []string{"text/event-stream"}
	_, _ = io.WriteString(w, strings.Replace(acknowledged, "ID", id, 1))
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}
