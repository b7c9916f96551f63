package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/households"
)

// deed is what families do.
type deed struct {
	name string
	kind kind
	row  int // so many times, before it is another family's turn
}

// kind is what is asked for.
type kind int

const (
	getting kind = iota
	listing
	searching
	creating
)

// vaultProcess is a recipe-vault.
type vaultProcess struct {
	*drive.Process
	base string
}

// await waits until it is ready, a minute at most.
func (v *vaultProcess) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"/readyz", http.NoBody)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("recipe-vault is not ready: %w", errors.Join(ctx.Err(), err))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// greet has every family ask for something once, so that the vault knows all: a server that
// has run for a while does, and one with few families does after a few calls.
func (v *vaultProcess) greet(ctx context.Context, families int) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	defer client.CloseIdleConnections()
	all, ctx := errgroup.WithContext(ctx)
	for i := range inFlight {
		all.Go(func() error {
			for family := 1 + i; family <= families; family += inFlight {
				if err := request(ctx, client, v.base, listing, family, nil); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return all.Wait()
}

// preread has the system hold the files below a directory in memory, as many as there is room
// for: without that a call may wait for the disk where others don't.
func preread(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil //nolint:nilerr // the server deletes some
		}
		file, err := os.Open(path)
		if err != nil {
			return nil //nolint:nilerr // the same
		}
		defer func() { _ = file.Close() }()
		_, err = io.Copy(io.Discard, file)
		return err
	})
}

// inFlight is how many requests of a vault are.
const inFlight = 8

// load has families, drawn by lot, make calls in a row for a time, and draws others. Each vault
// has as many callers of its own: what a call takes depends on how many others there are, which
// a process does together with it.
func load(ctx context.Context, seed uint64, d deed, families int, t time.Duration, vaults []*vaultProcess) (drive.Sample, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	defer client.CloseIdleConnections()
	before, err := allCPU(vaults)
	if err != nil {
		return drive.Sample{}, err
	}
	var s drive.Sample
	var mu sync.Mutex
	var all sync.WaitGroup
	began := time.Now()
	for i := range inFlight * len(vaults) {
		random := rand.New(rand.NewPCG(seed, uint64(i))) //nolint:gosec // whose recipe is asked for
		all.Go(func() {
			var took []time.Duration
			var failed error
			for family := 0; failed == nil && time.Since(began) < t; {
				if len(took)%d.row == 0 {
					family = 1 + random.IntN(families)
				}
				start := time.Now()
				failed = request(ctx, client, vaults[i%len(vaults)].base, d.kind, family, random)
				took = append(took, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			s.Latencies = append(s.Latencies, took...)
			err = errors.Join(err, failed)
		})
	}
	all.Wait()
	s.Took, s.Calls = time.Since(began), len(s.Latencies)
	after, failed := allCPU(vaults)
	s.CPU = after - before
	return s, errors.Join(err, failed)
}

func allCPU(vaults []*vaultProcess) (sum time.Duration, err error) {
	for _, v := range vaults {
		cpu, failed := v.CPU()
		sum, err = sum+cpu, errors.Join(err, failed)
	}
	return sum, err
}

const newRecipe = `{"title":"New dish %d","description":"Leek and salt.","ingredients":[{"name":"leek","quantity":2},{"name":"salt"}],"steps":[{"instruction":"Boil it."}]}`

// request makes one request of a family, and reads its answer.
func request(ctx context.Context, client *http.Client, base string, k kind, family int, random *rand.Rand) error {
	method, path, body, want := http.MethodGet, "/api/recipes", "", http.StatusOK
	switch k {
	case getting:
		path += "/" + households.ID(family, 1+random.IntN(households.Recipes))
	case listing:
		path += "?limit=20"
	case searching:
		path += "?limit=20&query=leek"
	case creating:
		method, body, want = http.MethodPost, fmt.Sprintf(newRecipe, random.Uint64()), http.StatusCreated
	}
	r, err := http.NewRequestWithContext(ctx, method, base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("X-API-Key", benchKey)
	r.Header.Set("X-User-Email", households.Member(family))
	r.Header.Set("Content-Type", "application/json")
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err == nil && (response.StatusCode != want || k != creating && k != getting && !bytes.Contains(text, []byte(`"Dish `))) {
		err = fmt.Errorf("%s %s: status %d: %.200s", method, path, response.StatusCode, text)
	}
	return err
}
