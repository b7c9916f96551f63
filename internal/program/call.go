package program

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func (r *run) callCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "call TOOL [JSON | -]",
		Short: "Call one tool and print its answer",
		Long: `Call one tool, exactly as an assistant would, and print its answer.

The arguments are one JSON object; "-" reads it from standard input. With --json
the answer comes on one line, and a failure too: as the JSON-RPC error object.

Exit codes: 0 it worked; 2 the command line, the environment or the tool's name
is wrong; 3 the arguments break a rule; 4 not found; 5 it clashes with what is
there, such as a name that is taken; 6 the key was refused; 7 the key does not
allow it, or not to this person; 8 the API is unavailable; 9 it took too long;
10 the outcome of a write is unknown; 1 anything else.`,
		Example:           r.CallExample,
		Args:              cli.Args(1, 2),
		ValidArgsFunction: r.completeTool,
		RunE: func(cmd *cobra.Command, args []string) error {
			arguments := []byte("{}")
			if len(args) == 2 {
				arguments = []byte(args[1])
			}
			return r.call(cmd.Context(), args[0], arguments, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON, also for a failure")
	return cmd
}

// completeTool offers a shell the tools' names for the first argument.
func (r *run) completeTool(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) == 0 {
		tools, err := r.offered()
		if err != nil {
			tools = r.Tools()
		}
		for _, tool := range tools {
			names = append(names, cobra.CompletionWithDesc(tool.Name, tool.Title))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// call sends one line through the loop that a client would talk to.
func (r *run) call(ctx context.Context, tool string, arguments []byte, asJSON bool) error {
	settings, err := r.Load()
	if err != nil {
		return err
	}
	if string(arguments) == "-" {
		if arguments, err = r.readArguments(settings.Shared().MaxMessageBytes); err != nil {
			return err
		}
	}
	line, err := callLine(tool, arguments)
	if err != nil {
		return err
	}
	// A person wants the outcome first, and the log that led to it after it.
	answer, err := r.answerTo(ctx, line, settings, r.LogTo(r.Later(), settings.Shared().Log))
	if err != nil {
		return err
	}
	return printAnswer(r.Stdout, answer, asJSON)
}

func (r *run) answerTo(ctx context.Context, line []byte, settings Settings, log zerolog.Logger) ([]byte, error) {
	tracer := r.tracer(log)
	defer tracer.Close()
	backend, err := settings.Open(ctx, log)
	if err != nil {
		return nil, err
	}
	defer backend.Close()
	var out bytes.Buffer
	err = stdio.Serve(tracer.Follow(ctx), bytes.NewReader(line), &out, backend.Server.Session(tracer.Operations(tracing.Pipe)), bounds(settings.Shared().Loop, log))
	return out.Bytes(), err
}

// readArguments reads standard input within the bound of a message.
func (r *run) readArguments(most int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r.Stdin, int64(most)+1))
	if err != nil {
		return nil, fmt.Errorf("read the arguments: %w", err)
	}
	if len(text) > most {
		return nil, cli.Mistake(fmt.Sprintf("the arguments are longer than MAX_MESSAGE_BYTES (%d)", most))
	}
	return text, nil
}

// callLine is the request as one line: people write JSON over several.
func callLine(tool string, arguments []byte) ([]byte, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, arguments); err != nil {
		text := "the arguments are not valid JSON: " + err.Error()
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset > 0 {
			text += fmt.Sprintf(", at byte %d", syntax.Offset)
		}
		return nil, cli.Mistake(text)
	}
	name, err := json.Marshal(tool)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%s,"arguments":%s}}`+"\n", name, compact.Bytes()), nil
}

// printAnswer prints what the tool gave. A failure becomes an error with an exit code.
func printAnswer(out io.Writer, line []byte, asJSON bool) error {
	result, failure, err := parseAnswer(line)
	if err != nil {
		return fmt.Errorf("no answer came: %w", err)
	}
	if failure != nil {
		if asJSON {
			fmt.Fprintf(out, "%s\n", screen.JSON(failure))
		}
		return callError(failure)
	}
	if asJSON {
		_, err := fmt.Fprintf(out, "%s\n", screen.JSON(result))
		return err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, screen.JSON(result), "", "  "); err != nil {
		return err
	}
	pretty.WriteByte('\n')
	_, err = pretty.WriteTo(out)
	return err
}

// parseAnswer returns what the tool gave, or its failure as a JSON-RPC error, also
// when it came as a result.
func parseAnswer(line []byte) (result, failure json.RawMessage, err error) {
	var answer struct {
		Result struct {
			Structured json.RawMessage `json:"structuredContent"`
			IsError    bool            `json:"isError"`
			Content    []struct {
				Text string `json:"text"`
			} `json:"content"`
			Meta struct {
				Error struct {
					Code int             `json:"code"`
					Data json.RawMessage `json:"data"`
				} `json:"error"`
			} `json:"_meta"`
		} `json:"result"`
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(line, &answer); err != nil || !answer.Result.IsError {
		return answer.Result.Structured, answer.Error, err
	}
	failed := struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data,omitempty"`
	}{answer.Result.Meta.Error.Code, "", answer.Result.Meta.Error.Data}
	for _, block := range answer.Result.Content {
		failed.Message += block.Text
	}
	failure, err = json.Marshal(failed)
	return nil, failure, err
}

// callError turns the JSON-RPC error of a call into one of the command line.
func callError(failure json.RawMessage) error {
	var e struct {
		Message string `json:"message"`
		Data    struct {
			Kind fault.Kind `json:"kind"`
		} `json:"data"`
	}
	if err := json.Unmarshal(failure, &e); err != nil {
		return err
	}
	return &cli.Error{Code: cmp.Or(exitCodes[e.Data.Kind], cli.Failed), Err: errors.New(strings.TrimSuffix(e.Message, "\n"))}
}

// exitCodes tells the kinds of failure apart for scripts; all others are [cli.Failed].
var exitCodes = map[fault.Kind]int{
	fault.InvalidParams: 3, fault.NotFound: 4, fault.Conflict: 5, fault.Unauthorized: 6, fault.Forbidden: 7,
	fault.Unavailable: 8, fault.Timeout: 9, fault.UnknownOutcome: 10,
	"method_not_found": cli.Usage, "invalid_request": cli.Usage, "parse_error": cli.Usage,
}
