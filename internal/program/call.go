package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/tracing"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
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
