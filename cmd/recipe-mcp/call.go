package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/fault"
	"mcp-adapters/internal/screen"
	"mcp-adapters/jsonrpc/stdio"
	"mcp-adapters/program/logsink"
	"mcp-adapters/program/usage"
	"mcp-adapters/recipe"
)

func callCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "call TOOL [JSON | -]",
		Short: "Call one tool and print its answer",
		Long: `Call one tool, exactly as an assistant would, and print its answer.

The arguments are one JSON object; "-" reads it from standard input. With --json
the answer comes on one line, and a failure too: as the JSON-RPC error object.

Exit codes: 0 it worked; 2 the command line, the environment or the tool's name
is wrong; 3 the arguments break a rule; 4 not found; 5 the title is taken;
6 the key was refused; 7 the e-mail address is not configured; 8 the API is
unavailable; 9 it took too long; 10 the outcome of a write is unknown;
1 anything else.`,
		Example: `  recipe-mcp call list_recipes
  recipe-mcp call get_recipe '{"recipe_id": "a0ed89a2-378e-4d87-8594-d07e63c07749"}'
  recipe-mcp call create_recipe - < soup.json`,
		Args:              usage.Args(1, 2),
		ValidArgsFunction: completeTool,
		RunE: func(cmd *cobra.Command, args []string) error {
			arguments := []byte("{}")
			if len(args) == 2 {
				arguments = []byte(args[1])
			}
			return call(cmd, args[0], arguments, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON, also for a failure")
	return cmd
}

// completeTool offers a shell the tools' names for the first argument.
func completeTool(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) == 0 {
		for _, tool := range recipe.Tools(nil) {
			names = append(names, cobra.CompletionWithDesc(tool.Name, tool.Title))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// call sends one line through the loop that a client would talk to.
func call(cmd *cobra.Command, tool string, arguments []byte, asJSON bool) error {
	cfg, err := load()
	if err != nil {
		return err
	}
	if string(arguments) == "-" {
		if arguments, err = readArguments(cmd.InOrStdin(), cfg.MaxMessageBytes); err != nil {
			return err
		}
	}
	line, err := callLine(tool, arguments)
	if err != nil {
		return err
	}
	held := &heldLog{}
	answer, err := answerTo(cmd.Context(), line, cfg, logTo(held, cfg, cmd.ErrOrStderr()))
	if err == nil {
		err = printAnswer(cmd.OutOrStdout(), answer, asJSON)
	}
	if err != nil {
		return &loggedError{err, held.text()}
	}
	sink := logsink.New(cmd.ErrOrStderr())
	defer sink.Close()
	_, _ = sink.Write(held.text())
	return nil
}

func answerTo(ctx context.Context, line []byte, cfg *recipemcp.Settings, log zerolog.Logger) ([]byte, error) {
	handler, closeAll, err := assemble(cfg, log)
	if err != nil {
		return nil, &runError{err}
	}
	defer closeAll()
	var out bytes.Buffer
	if err := stdio.Serve(ctx, bytes.NewReader(line), &out, handler, loop(cfg, log)); err != nil {
		return nil, &runError{err}
	}
	return out.Bytes(), nil
}

// readArguments reads standard input within the bound of a message.
func readArguments(in io.Reader, most int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err != nil {
		return nil, &runError{fmt.Errorf("read the arguments: %w", err)}
	}
	if len(text) > most {
		return nil, fmt.Errorf("the arguments are longer than MAX_MESSAGE_BYTES (%d)", most)
	}
	return text, nil
}

// callLine is the request as one line: people write JSON over several.
func callLine(tool string, arguments []byte) ([]byte, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, arguments); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) && syntax.Offset > 0 {
			return nil, fmt.Errorf("the arguments are not valid JSON: %w, at byte %d", err, syntax.Offset)
		}
		return nil, fmt.Errorf("the arguments are not valid JSON: %w", err)
	}
	name, err := json.Marshal(tool)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%s,"arguments":%s}}`+"\n", name, compact.Bytes()), nil
}

// printAnswer prints what the tool gave; a failure becomes a callError.
func printAnswer(out io.Writer, line []byte, asJSON bool) error {
	result, failure, err := parseAnswer(line)
	if err != nil {
		return &runError{fmt.Errorf("no answer came: %w", err)}
	}
	if failure != nil {
		failed := &callError{}
		if err := json.Unmarshal(failure, failed); err != nil {
			return &runError{err}
		}
		if asJSON {
			fmt.Fprintf(out, "%s\n", screen.JSON(failure))
		}
		return failed
	}
	if asJSON {
		_, err := fmt.Fprintf(out, "%s\n", screen.JSON(result))
		return asRunError(err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, screen.JSON(result), "", "  "); err != nil {
		return &runError{err}
	}
	pretty.WriteByte('\n')
	_, err = pretty.WriteTo(out)
	return asRunError(err)
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

func asRunError(err error) error {
	if err == nil {
		return nil
	}
	return &runError{err}
}

// callError is the JSON-RPC error of a failed call.
type callError struct {
	Message string `json:"message"`
	Data    struct {
		Kind string `json:"kind"`
	} `json:"data"`
}

func (e *callError) Error() string { return strings.TrimSuffix(e.Message, "\n") }

// exitCode tells the kinds apart, for scripts.
func (e *callError) exitCode() int {
	switch fault.Kind(e.Data.Kind) {
	case fault.InvalidParams:
		return 3
	case fault.NotFound:
		return 4
	case fault.Conflict:
		return 5
	case fault.Unauthorized:
		return 6
	case fault.Forbidden:
		return 7
	case fault.Unavailable:
		return 8
	case fault.Timeout:
		return 9
	case fault.UnknownOutcome:
		return 10
	case "method_not_found", "invalid_request", "parse_error":
		return exitUsage
	default:
		return exitFault
	}
}
