package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

// freeAddr is an address of this computer at which nothing listens.
func freeAddr(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// startAt starts a server at an address that is free.
func startAt(ctx context.Context, c drive.Command) (*drive.Web, error) {
	address, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	c.Env = append(c.Env, "HTTP_ADDR="+address)
	return drive.StartWebAt(ctx, c, address)
}

// prepare keeps what the API answers for the project, and the result of the call, for
// those that only give them back.
func (p *portfolio) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	address, err := freeAddr(ctx)
	if err != nil {
		return err
	}
	web, err := drive.StartWebAt(ctx, p.settings(p.program, p.small, "HTTP_ADDR="+address), address)
	if err != nil {
		return err
	}
	defer web.Kill()
	project, err := ask(ctx, http.MethodGet, "http://"+address+"/api/projects/"+p.small.Project, "", "Authorization", "Bearer "+p.small.Token)
	if err != nil {
		return err
	}
	call, err := ask(ctx, http.MethodPost, "http://"+address+"/mcp",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_project_status","arguments":{"project_id":"`+p.small.Project+`"}}}`,
		"Content-Type", "application/json", "Accept", "application/json, text/event-stream")
	if err != nil {
		return err
	}
	var message struct{ Result json.RawMessage }
	if err := json.Unmarshal(call, &message); err != nil || len(message.Result) == 0 {
		return fmt.Errorf("get_project_status: %.300s (%w)", call, err)
	}
	p.apiBytes, p.resultBytes = filepath.Join(p.dir, "project.json"), filepath.Join(p.dir, "result.json")
	return errors.Join(os.WriteFile(p.apiBytes, project, 0o600), os.WriteFile(p.resultBytes, message.Result, 0o600))
}

// serveAPI starts an API that has the project ready, or one that it has changed each time.
func (p *portfolio) serveAPI(ctx context.Context, anew bool) (address string, stop func(), err error) {
	if address, err = freeAddr(ctx); err != nil {
		return "", nil, err
	}
	c := p.settings(p.job("api"), p.small, "HTTP_ADDR="+address)
	c.Env = append(c.Env, "RESULT="+p.apiBytes)
	if anew {
		c.Env = append(c.Env, "CHANGING=1")
	}
	process, err := drive.Start(ctx, c)
	return address, process.Kill, err
}

// ask makes one request that must succeed.
func ask(ctx context.Context, method, address, body string, header ...string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s: %.300s", method, address, response.Status, answer)
	}
	return answer, err
}

// photo is a JPEG of some 4.5 MiB: phones make such, and at most 5 MiB are taken.
func photo() ([]byte, error) {
	picture := image.NewGray(image.Rect(0, 0, 3200, 2400))
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // it is no secret
	for i := range picture.Pix {
		picture.Pix[i] = color.Gray{uint8(random.Uint32())}.Y
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: 80})
	return b.Bytes(), err
}
