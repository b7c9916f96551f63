package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// server is an app-builder that runs beside the tour.
type server struct {
	address string
	log     *bytes.Buffer // to be read once it has ended
	stop    context.CancelFunc
	done    chan int // its exit code
}

// start starts one with its data in dir, and waits for the address that it prints.
func start(ctx context.Context, dir string) (*server, error) {
	for _, v := range config.Variables(&builder.Settings{}) { // whatever is configured on this computer
		if err := os.Unsetenv(v.Name); err != nil {
			return nil, err
		}
	}
	for name, value := range map[string]string{"HTTP_ADDR": "127.0.0.1:0", "DATA_DIR": filepath.Join(dir, "data")} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	s := &server{log: &bytes.Buffer{}, stop: stop, done: make(chan int, 1)}
	out, in := io.Pipe()
	go func() {
		s.done <- cli.Execute(ctx, builder.Program(), nil, strings.NewReader(""), in, s.log)
		_ = in.Close() // it returns nil
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, s.end(fmt.Errorf("the server did not start: %w", err))
	}
	s.address = strings.Fields(line)[1]
	return s, nil
}

// end ends the server. It returns err, or else what went wrong at the end, with the server's log.
func (s *server) end(err error) error {
	s.stop()
	if code := <-s.done; code != 0 {
		err = errors.Join(err, fmt.Errorf("the server ended with exit code %d", code))
	}
	if err != nil {
		return fmt.Errorf("%w\nThe server's log:\n%s", err, s.log)
	}
	return nil
}
