// Command portfoliofloor is the least that can do each of the jobs which portfolio-mcp is
// compared in. It checks nothing and bounds nothing.
//
//	portfoliofloor stdio   answers calls over pipes with the bytes in the file RESULT
//	portfoliofloor http    the same over HTTP, at HTTP_ADDR
//	portfoliofloor upload  copies bodies to files in DATA_DIR that it syncs, at HTTP_ADDR
//	portfoliofloor api     answers requests with the bytes in the file RESULT, at HTTP_ADDR;
//	                       with CHANGING, with another time of change in each
//
// Before each answer it gets what the answer is made of: with API_BASE_URL it asks the
// API for the project at that address, and with DATABASE it reads the PROJECT of the
// CONTRACTOR from that file, by the same statements as the portfolio's store. With
// neither it only answers.
package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

const (
	idAt        = len(`{"jsonrpc":"2.0","id":`)
	initialized = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"floor","version":"0"}}`
)

// prepared is the result of every call.
var prepared []byte

func main() {
	if err := run(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, "portfoliofloor:", err)
		os.Exit(1)
	}
}

func run(job string) (err error) {
	if job == "upload" {
		return serve(http.HandlerFunc(upload))
	}
	if prepared, err = os.ReadFile(os.Getenv("RESULT")); err != nil {
		return err
	}
	get := source()
	switch job {
	case "stdio":
		return overPipes(get)
	case "http":
		return serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { overHTTP(w, r, get) }))
	case "api":
		return serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { respond(w, project()) }))
	}
	return fmt.Errorf("there is no job %q", job)
}

// project returns what the API answers: with CHANGING, each time with another updated_at.
func project() []byte {
	const name, second = `"updated_at":"`, "2026-11-22T10:16:36."
	at := bytes.Index(prepared, []byte(name)) + len(name) + len(second)
	if os.Getenv("CHANGING") == "" || at+6 > len(prepared) {
		return prepared
	}
	out := bytes.Clone(prepared)
	copy(out[at:], fmt.Sprintf("%06d", changes.Add(1)%1e6))
	return out
}

var changes atomic.Int64

// source returns what gets the material of an answer.
func source() func() {
	if address := os.Getenv("API_BASE_URL"); address != "" {
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
		return func() {
			response, err := client.Get(address) //nolint:noctx // no limits is the point
			if err != nil {
				panic(err)
			}
			defer func() { _ = response.Body.Close() }()
			if _, err := io.ReadFull(response.Body, make([]byte, response.ContentLength)); err != nil {
				panic(err)
			}
		}
	}
	if file := os.Getenv("DATABASE"); file != "" {
		kept := store.New(store.SQLite(file, zerolog.Nop()), store.Options{})
		contractor, project := os.Getenv("CONTRACTOR"), os.Getenv("PROJECT")
		return func() {
			if _, err := kept.Project(context.Background(), contractor, project); err != nil {
				panic(err)
			}
		}
	}
	return func() {}
}

func overPipes(get func()) error {
	in := bufio.NewReaderSize(os.Stdin, 64<<10)
	var output sync.Mutex
	var calls sync.WaitGroup
	defer calls.Wait()
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil
		}
		id, ok := idOf(line)
		if !ok {
			continue // a notification
		}
		result := prepared
		if bytes.Contains(line, []byte(`"initialize"`)) {
			result = []byte(initialized)
		}
		calls.Go(func() {
			get()
			out := append(answer(id, result), '\n')
			output.Lock()
			defer output.Unlock()
			_, _ = os.Stdout.Write(out)
		})
	}
}

func overHTTP(w http.ResponseWriter, r *http.Request, get func()) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	id, ok := idOf(body)
	switch {
	case !ok:
		w.WriteHeader(http.StatusAccepted)
	case bytes.Contains(body, []byte(`"initialize"`)):
		respond(w, answer(id, []byte(initialized)))
	default:
		get()
		respond(w, answer(id, prepared))
	}
}

// idOf cuts the id out of a message by its position.
func idOf(message []byte) (id string, ok bool) {
	if !bytes.HasPrefix(message, []byte(`{"jsonrpc":"2.0","id":`)) {
		return "", false
	}
	comma := bytes.IndexByte(message[idAt:], ',')
	return string(message[idAt : idAt+max(comma, 0)]), comma > 0
}

func answer(id string, result []byte) []byte {
	out := make([]byte, 0, len(result)+64)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(append(append(out, id...), `,"result":`...), result...)
	return append(out, '}')
}

func respond(w http.ResponseWriter, out []byte) {
	h := w.Header()
	h["Content-Type"] = []string{"application/json"}
	h["Content-Length"] = []string{strconv.Itoa(len(out))}
	_, _ = w.Write(out)
}

var uploaded atomic.Int64

// upload is io.Copy to a file that is synced.
func upload(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		overHTTP(w, r, func() {}) // the handshake
		return
	}
	file, err := os.Create(filepath.Join(os.Getenv("DATA_DIR"), strconv.FormatInt(uploaded.Add(1), 10)))
	if err != nil {
		panic(err)
	}
	_, err = io.Copy(file, r.Body)
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		panic(err)
	}
	if err := file.Close(); err != nil {
		panic(err)
	}
	respond(w, []byte(`{}`))
}

func serve(h http.Handler) error {
	return http.ListenAndServe(os.Getenv("HTTP_ADDR"), h) //nolint:gosec // no limits is the point
}
