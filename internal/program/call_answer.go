package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

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
	return &cli.Error{Code: exitCode(e.Data.Kind), Err: errors.New(strings.TrimSuffix(e.Message, "\n"))}
}

// exitCode tells the kinds of failure apart, for scripts.
func exitCode(kind fault.Kind) int {
	switch kind {
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
		return cli.Usage
	default:
		return cli.Failed
	}
}
