package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/folio"
)

const (
	uploadWindow = 4
	uploadsEach  = 8 // in a turn
)

// uploads measures how fast photos arrive: announced before the clock runs, and sent.
func (p *portfolio) uploads(ctx context.Context, round int) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	data, err := photo()
	if err != nil {
		return err
	}
	// Each has a directory of its own on the same disk.
	f := folio.Folio{Dir: filepath.Join(p.dir, fmt.Sprintf("uploads-%d", round)), Projects: 1}
	if err := f.Fill(ctx); err != nil {
		return err
	}
	program, err := startAt(ctx, p.settings(p.program, f))
	if err != nil {
		return err
	}
	defer program.Kill()
	least, err := startAt(ctx, p.settings(p.job("upload"), f))
	if err != nil {
		return err
	}
	defer least.Kill()
	api := "http://" + program.Host() + "/api/projects"
	return p.alternate(uploadCell, bytesPerSecond, p.turns(),
		side{theirs, func() (float64, error) {
			addresses, err := announce(ctx, api, f.Token)
			if err != nil {
				return 0, err
			}
			return send(ctx, addresses, data)
		}},
		side{floor, func() (float64, error) {
			addresses := make([]string, uploadsEach)
			for i := range addresses {
				addresses[i] = "http://" + least.Host() + "/"
			}
			return send(ctx, addresses, data)
		}})
}

// announce makes a project with photos to come, and returns where they are sent to.
func announce(ctx context.Context, api, token string) (addresses []string, err error) {
	post := func(address, body string, into any) {
		var answer []byte
		if err == nil {
			answer, err = ask(ctx, http.MethodPost, address, body, "Authorization", "Bearer "+token, "Content-Type", "application/json")
		}
		if err == nil {
			err = json.Unmarshal(answer, into)
		}
	}
	var made struct{ Project struct{ ID string } }
	post(api, `{"title":"Chimney"}`, &made)
	for range uploadsEach {
		var announced struct {
			Upload struct {
				URL string `json:"signed_url"`
			}
		}
		post(api+"/"+made.Project.ID+"/images", `{"filename":"a.jpg","content_type":"image/jpeg"}`, &announced)
		addresses = append(addresses, announced.Upload.URL)
	}
	return addresses, err
}

// send sends the photo to each of the addresses and returns the bytes of a second.
func send(ctx context.Context, addresses []string, data []byte) (float64, error) {
	todo := make(chan string, len(addresses))
	for _, a := range addresses {
		todo <- a
	}
	close(todo)
	errs := make([]error, uploadWindow)
	var sending sync.WaitGroup
	began := time.Now()
	for i := range errs {
		sending.Go(func() {
			for address := range todo {
				if errs[i] = put(ctx, address, data); errs[i] != nil {
					return
				}
			}
		})
	}
	sending.Wait()
	took := time.Since(began)
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	return float64(len(addresses)*len(data)) / took.Seconds(), nil
}

func put(ctx context.Context, address string, data []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, address, bytes.NewReader(data))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "image/jpeg")
	response, err := uploader.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %.300s", response.Status, said)
	}
	return err
}

var uploader = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: uploadWindow, WriteBufferSize: 64 << 10}}
