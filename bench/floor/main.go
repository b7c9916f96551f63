// Command floor is the least program that can do the job on net/http: it cuts
// what it needs out of the line by position, checks nothing and bounds nothing.
// What it reaches is the practical limit of any adapter on this machine; it is
// no example of how to write one.
package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"sync"
)

const (
	idAt     = len(`{"jsonrpc":"2.0","id":`)
	methodAt = len(`,"method":"`)                               // behind the id
	toolAt   = len(`,"method":"tools/call","params":{"name":"`) // behind the id
	idTail   = len(`"}}}`)
	idLen    = 36
)

const initialized = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"floor","version":"0"}}`

var (
	base   = os.Getenv("API_BASE_URL") + "/api/recipes"
	key    = os.Getenv("API_KEY")
	client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

	output sync.Mutex
	calls  sync.WaitGroup
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 64<<10)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			break
		}
		comma := bytes.IndexByte(line[idAt:], ',')
		if comma < 0 {
			continue // a notification
		}
		id := string(line[idAt : idAt+comma])
		rest := line[idAt+comma:]
		switch {
		case rest[methodAt] != 't':
			write([]byte(`{"jsonrpc":"2.0","id":` + id + `,"result":` + initialized + "}\n"))
		case rest[toolAt] == 'g':
			end := len(line) - 1 - idTail
			recipe := string(line[end-idLen : end])
			calls.Go(func() { answer(id, "/"+recipe, "", "") })
		default:
			calls.Go(func() { answer(id, "", `{"recipes":`, `}`) })
		}
	}
	calls.Wait()
}

func answer(id, path, prefix, suffix string) {
	body := get(path)
	out := make([]byte, 0, 2*len(body)+len(body)/4+256)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"result":{"content":[{"type":"text","text":"`...)
	out = appendQuoted(out, []byte(prefix))
	out = appendQuoted(out, body)
	out = append(out, suffix...)
	out = append(out, `"}],"structuredContent":`...)
	out = append(out, prefix...)
	out = append(out, body...)
	out = append(out, suffix...)
	out = append(out, "}}\n"...)
	write(out)
}

func get(path string) []byte {
	request, err := http.NewRequest(http.MethodGet, base+path, nil) //nolint:noctx // no limits is the point
	if err != nil {
		panic(err)
	}
	request.Header.Set("X-API-Key", key)
	response, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer func() { _ = response.Body.Close() }()
	body := make([]byte, response.ContentLength)
	if _, err := io.ReadFull(response.Body, body); err != nil {
		panic(err)
	}
	return body
}

func appendQuoted(out, text []byte) []byte {
	for _, c := range text {
		if c == '"' || c == '\\' {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}

func write(line []byte) {
	output.Lock()
	defer output.Unlock()
	_, _ = os.Stdout.Write(line)
}
