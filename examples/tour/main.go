// Command tour starts recipe-mcp as a desktop client would and creates, lists,
// changes and reads a recipe over its stdin and stdout. It prints the messages,
// "->" to the server and "<-" from it.
//
// The recipe is kept in an embedded vault in a temporary directory, so the tour
// does not touch your own recipes.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/config"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := tour(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tour:", err)
		os.Exit(1)
	}
}

func tour(ctx context.Context, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "recipe-tour-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary := filepath.Join(dir, "recipe-mcp.exe")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "mcp-adapters/cmd/recipe-mcp") //nolint:gosec // the path is our own
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build recipe-mcp: %w\n%s", err, text)
	}
	s, err := start(ctx, binary, filepath.Join(dir, "recipes.db"), out)
	if err != nil {
		return err
	}
	if err := errors.Join(s.visit(), s.end()); err != nil {
		return fmt.Errorf("%w\nThe server's log:\n%s", err, s.log.String())
	}
	return nil
}

// visit makes the calls of the tour.
func (s *session) visit() error {
	if _, err := s.request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tour","version":"1.0.0"}}`); err != nil {
		return err
	}
	if err := s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		return err
	}
	created, err := s.call("create_recipe", `{"title":"Tomato soup","description":"A quick soup for cold days.","cook_time_minutes":25,"servings":4,"difficulty":1,`+
		`"ingredients":[{"name":"tomatoes","quantity":800,"unit":"g"},{"name":"salt","notes":"to taste"}],`+
		`"steps":[{"instruction":"Simmer the tomatoes.","duration_minutes":20},{"instruction":"Blend and season."}]}`)
	if err != nil {
		return err
	}
	var recipe struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(created, &recipe); err != nil {
		return err
	}
	for _, call := range []struct{ tool, arguments string }{
		{"list_recipes", `{}`},
		{"update_recipe", `{"recipe_id":"` + recipe.ID + `","difficulty":2}`},
		{"get_recipe", `{"recipe_id":"` + recipe.ID + `"}`},
	} {
		if _, err := s.call(call.tool, call.arguments); err != nil {
			return err
		}
	}
	return nil
}

// session is a running server and the client's ends of its pipes.
type session struct {
	command *exec.Cmd
	in      io.WriteCloser
	answers *bufio.Reader
	out     io.Writer
	log     bytes.Buffer // the server's stderr, shown if it fails
	id      int
}

func start(ctx context.Context, binary, database string, out io.Writer) (*session, error) {
	command := exec.CommandContext(ctx, binary)
	command.Env = append(withoutSettings(os.Environ()), "DATABASE_URL=sqlite:"+database)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s := &session{command: command, in: in, answers: bufio.NewReader(answers), out: out}
	command.Stderr = &s.log
	return s, command.Start()
}

// withoutSettings removes the server's settings from the environment, so that the
// tour uses no vault that is configured here.
func withoutSettings(env []string) []string {
	return slices.DeleteFunc(env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(recipemcp.Program().Variables(), func(v config.Variable) bool { return v.Name == name })
	})
}

// end closes the server's input, which makes it exit.
func (s *session) end() error {
	return errors.Join(s.in.Close(), s.command.Wait())
}

func (s *session) send(line string) error {
	_, err := fmt.Fprintln(s.in, line)
	fmt.Fprintln(s.out, "->", line)
	return err
}

// call calls a tool and returns its structured content.
func (s *session) call(tool, arguments string) (json.RawMessage, error) {
	result, err := s.request("tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`)
	if err != nil {
		return nil, err
	}
	var content struct {
		Structured json.RawMessage `json:"structuredContent"`
	}
	return content.Structured, errors.Join(json.Unmarshal(result, &content), s.blank())
}

// request sends one request and waits for the response.
func (s *session) request(method, params string) (json.RawMessage, error) {
	s.id++
	if err := s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, s.id, method, params)); err != nil {
		return nil, err
	}
	line, err := s.answers.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", method, err)
	}
	fmt.Fprint(s.out, "<- ", line)
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		return nil, fmt.Errorf("%s failed: %s", method, answer.Error.Message)
	}
	return answer.Result, nil
}

func (s *session) blank() error {
	_, err := fmt.Fprintln(s.out)
	return err
}
