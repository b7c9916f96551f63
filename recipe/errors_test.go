package recipe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// idInLog is the id of a request, which is another each time.
var idInLog = regexp.MustCompile(`"id":"[0-9a-f]+"`)

const anyRecipe = `{"recipe_id":"00000000-0000-4000-8000-000000000001"}`

// logged makes a server whose log, at trace level, is kept.
func logged(tb testing.TB, api recipe.API) (*mcp.Session, *bytes.Buffer) {
	tb.Helper()
	var log bytes.Buffer
	o := mcptest.Options()
	o.Log = zerolog.New(zerolog.SyncWriter(&log)).Level(zerolog.TraceLevel)
	return mcptest.Serve(tb, o, recipe.Tools(api, recipe.ToolOptions{})), &log
}

// apiFailures are what the API client can give, each with what the client of
// this server sees and what the log keeps.
var apiFailures = []struct {
	name    string
	err     error
	code    int
	message string
	data    string
	log     string
}{
	{
		name: "not found", err: &fault.Error{Kind: fault.NotFound, Status: 404, Message: "No recipe with id x was found."},
		code: -32001, message: "No recipe with id x was found. Call list_recipes with a query, such as a word of its title, for the id.", data: `{"kind":"not_found","status":404}`,
		log: `{"level":"debug","tool":"get_recipe","id":"ID","status":404,"kind":"not_found","message":"call failed"}`,
	},
	{
		name: "conflict", err: &fault.Error{Kind: fault.Conflict, Status: 409, Message: "A recipe with that title exists already."},
		code: -32002, message: "A recipe with that title exists already.", data: `{"kind":"conflict","status":409}`,
		log: `{"level":"debug","tool":"get_recipe","id":"ID","status":409,"kind":"conflict","message":"call failed"}`,
	},
	{
		name: "refused by the API", err: &fault.Error{Kind: fault.InvalidParams, Status: 422, Field: "title", Message: "Refused: title is odd"},
		code: -32602, message: "Refused: title is odd", data: `{"kind":"invalid_params","status":422,"field":"title"}`,
		log: `{"level":"debug","tool":"get_recipe","id":"ID","status":422,"kind":"invalid_params","message":"call failed"}`,
	},
	{
		name: "wrong key", err: &fault.Error{Kind: fault.Unauthorized, Status: 401, Message: "Check API_KEY."},
		code: -32603, message: "Check API_KEY.", data: `{"kind":"unauthorized","status":401}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","status":401,"kind":"unauthorized","message":"call failed"}`,
	},
	{
		name: "unknown address", err: &fault.Error{Kind: fault.Forbidden, Status: 403, Message: "USER_EMAIL is not configured for access."},
		code: -32603, message: "USER_EMAIL is not configured for access.", data: `{"kind":"forbidden","status":403}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","status":403,"kind":"forbidden","message":"call failed"}`,
	},
	{
		name: "unreachable", err: &fault.Error{Kind: fault.Unavailable, Message: "api.example.com could not be reached.", Err: errors.New("dial tcp: refused")},
		code: -32603, message: "api.example.com could not be reached.", data: `{"kind":"unavailable"}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","kind":"unavailable","cause":"dial tcp: refused","message":"call failed"}`,
	},
	{
		name: "busy", err: &fault.Error{Kind: fault.Unavailable, Status: 429, RetryAfter: 2001 * time.Millisecond, Message: "Try again later."},
		code: -32603, message: "Try again later.", data: `{"kind":"unavailable","status":429,"retry_after_seconds":3}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","status":429,"kind":"unavailable","message":"call failed"}`,
	},
	{
		name: "too slow", err: &fault.Error{Kind: fault.Timeout, Message: "No answer within 30s.", Err: context.DeadlineExceeded},
		code: -32603, message: "No answer within 30s.", data: `{"kind":"timeout"}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","kind":"timeout","cause":"context deadline exceeded","message":"call failed"}`,
	},
	{
		name: "unknown outcome", err: &fault.Error{Kind: fault.UnknownOutcome, Status: 502, Message: "It may or may not have been saved.", Err: io.ErrUnexpectedEOF},
		code: -32603, message: "It may or may not have been saved.", data: `{"kind":"unknown_outcome","status":502}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","status":502,"kind":"unknown_outcome","cause":"unexpected EOF","message":"call failed"}`,
	},
	{
		name: "internal", err: &fault.Error{Kind: fault.Internal, Message: "It went wrong.", Err: errors.New("why")},
		code: -32603, message: "It went wrong.", data: `{"kind":"internal"}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","kind":"internal","cause":"why","message":"call failed"}`,
	},
	{
		name: "a kind that nobody knows", err: &fault.Error{Kind: "later", Message: "Something new."},
		code: -32603, message: "Something new.", data: `{"kind":"later"}`,
		log: `{"level":"warn","tool":"get_recipe","id":"ID","kind":"later","message":"call failed"}`,
	},
	{
		name: "cancelled", err: &fault.Error{Kind: fault.Internal, Message: "The call was cancelled.", Err: context.Canceled},
		code: -32603, message: "The call was cancelled.", data: `{"kind":"internal"}`,
		log: `{"level":"debug","tool":"get_recipe","id":"ID","kind":"internal","cause":"context canceled","message":"call failed"}`,
	},
	{
		name: "a wire error as it is", err: &jsonrpc.Error{Code: -32005, Message: "As it is.", Data: &jsonrpc.Data{Kind: "own"}},
		code: -32005, message: "As it is.", data: `{"kind":"own"}`,
	},
}

// TestErrors_Table is the one table from a failure to code, data, message and
// log line; each failure comes as it is and wrapped, in both protocol eras. In the
// later one it is a result.
func TestErrors_Table(t *testing.T) {
	t.Parallel()
	for _, row := range apiFailures {
		for form, err := range map[string]error{"": row.err, ", wrapped": fmt.Errorf("get: %w", fmt.Errorf("try 3: %w", row.err))} {
			for era, meta := range map[string]string{"legacy": mcptest.Legacy, "modern": mcptest.Modern} {
				t.Run(row.name+form+", "+era, func(t *testing.T) {
					t.Parallel()
					s, log := logged(t, canned{err: err})
					want := mcptest.Failure{Code: row.code, Message: row.message, Data: json.RawMessage(row.data)}
					got := mcptest.Call(t, s, "get_recipe", anyRecipe, meta)
					if era == "modern" {
						checkFailedResult(t, got, want)
					} else {
						checkFailure(t, got, want)
					}
					if got := idInLog.ReplaceAllString(strings.TrimSpace(log.String()), `"id":"ID"`); got != row.log {
						t.Errorf("log\n got %s\nwant %s", got, row.log)
					}
				})
			}
		}
	}
}

func checkFailure(t *testing.T, got mcptest.Reply, want mcptest.Failure) {
	t.Helper()
	if got.Error == nil {
		t.Fatalf("a result: %s", got.Result.StructuredContent)
	}
	if diff := cmp.Diff(want, *got.Error, cmp.Transformer("text", func(m json.RawMessage) string { return string(m) })); diff != "" {
		t.Errorf("on the wire (-want +got):\n%s", diff)
	}
}

// checkFailedResult looks for the same facts, less the code, in a result.
func checkFailedResult(t *testing.T, got mcptest.Reply, want mcptest.Failure) {
	t.Helper()
	if got.Result == nil || !got.Result.IsError {
		t.Fatalf("not a result with isError: %+v", got)
	}
	if text := got.Result.Content[0].Text; text != want.Message {
		t.Errorf("text %q, want %q", text, want.Message)
	}
	if facts, w := string(got.Result.Meta["error"]), fmt.Sprintf(`{"code":%d,"data":%s}`, want.Code, want.Data); facts != w {
		t.Errorf("_meta.error %s, want %s", facts, w)
	}
	if got.Result.StructuredContent != nil {
		t.Errorf("structuredContent %s does not fit the output schema", got.Result.StructuredContent)
	}
}

// An error without a type is told in general words; its own are for the log.
func TestErrors_WithoutAType(t *testing.T) {
	t.Parallel()
	want := mcptest.Failure{Code: -32603, Message: "Something went wrong inside the server; its log has the cause.", Data: json.RawMessage(`{"kind":"internal"}`)}
	for name, err := range map[string]error{
		"plain": errors.New("a secret cause"), "wrapped": fmt.Errorf("a secret cause: %w", io.ErrUnexpectedEOF), "deadline": context.DeadlineExceeded,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, log := logged(t, canned{err: err})
			checkFailure(t, mcptest.Call(t, s, "get_recipe", anyRecipe, mcptest.Legacy), want)
			if got, w := idInLog.ReplaceAllString(strings.TrimSpace(log.String()), `"id":"ID"`), `{"level":"error","tool":"get_recipe","id":"ID","error":"`+err.Error()+`","message":"call failed"}`; got != w {
				t.Errorf("log\n got %s\nwant %s", got, w)
			}
		})
	}
}

// What the client did wrong is not worth a line above debug level.
func TestErrors_OfTheClient(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, line, log string }{
		{"arguments", `"method":"tools/call","params":{"name":"get_recipe"}`, `{"level":"debug","tool":"get_recipe","id":"ID","kind":"invalid_params","message":"call failed"}`},
		{"params", `"method":"tools/call","params":5`, `{"level":"debug","kind":"invalid_params","message":"call failed"}`},
		{"tool", `"method":"tools/call","params":{"name":"nope"}`, ``},
		{"method", `"method":"nope"`, ``},
		{"version", `"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}`, ``},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s, log := logged(t, newMemory())
			if line := mcptest.Pipe(t, s, `{"jsonrpc":"2.0","id":1,`+row.line+`}`); !strings.Contains(line, `"error"`) {
				t.Errorf("no error: %s", line)
			}
			if got := idInLog.ReplaceAllString(strings.TrimSpace(log.String()), `"id":"ID"`); got != row.log {
				t.Errorf("log\n got %s\nwant %s", got, row.log)
			}
		})
	}
}

// A subscription whose acknowledgement can't be sent fails, and the next one
// doesn't get it.
func TestErrors_Acknowledgement(t *testing.T) {
	t.Parallel()
	s, log := logged(t, newMemory())
	const method, params = "subscriptions/listen", `{"notifications":{}` + mcptest.Modern + `}`
	_, err := mcptest.Write(t, s, method, params) // outside of the loop there is no output
	var got *jsonrpc.Error
	if !errors.As(err, &got) || got.Code != jsonrpc.CodeInternal || strings.Contains(got.Message, "acknowledge") {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(log.String(), `"level":"error","error":"acknowledge a subscription: `) {
		t.Errorf("log %s", log.String())
	}
	out := mcptest.Lines(mcptest.Pipe(t, s, `{"jsonrpc":"2.0","id":7,"method":"`+method+`","params":`+params+`}`))
	if len(out) != 2 || !strings.Contains(out[0], `subscriptionId":7}`) || !strings.Contains(out[1], `"id":7,"result"`) {
		t.Errorf("the next one: %s", out)
	}
}

// A call that its client has cancelled gets no answer, and its error is no
// warning.
func TestErrors_Cancelled(t *testing.T) {
	t.Parallel()
	api := blocking{entered: make(chan struct{})}
	s, log := logged(t, api)
	in, client := io.Pipe()
	var out bytes.Buffer
	served := make(chan error, 1)
	go func() { served <- stdio.Serve(t.Context(), in, &out, s, stdio.Options{}) }()
	send := func(line string) {
		if _, err := io.WriteString(client, line+"\n"); err != nil {
			t.Error(err)
		}
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_recipes"}}`)
	<-api.entered
	send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	_ = client.Close()
	if err := <-served; err != nil || out.Len() > 0 {
		t.Errorf("Serve: %v, answered %s", err, out.String())
	}
	want := `{"level":"debug","tool":"list_recipes","id":"ID","kind":"internal","cause":"context canceled","message":"call failed"}`
	if got := idInLog.ReplaceAllString(strings.TrimSpace(log.String()), `"id":"ID"`); got != want {
		t.Errorf("log\n got %s\nwant %s", got, want)
	}
}

// blocking lists nothing until the call ends.
type blocking struct {
	canned
	entered chan struct{}
}

func (b blocking) List(ctx context.Context) (json.RawMessage, error) {
	close(b.entered)
	<-ctx.Done()
	return nil, &fault.Error{Kind: fault.Internal, Message: "The call was cancelled.", Err: ctx.Err()}
}

// Nothing that a person keeps in the vault reaches the log at any level: not
// from arguments that fit, nor from those that don't, nor from answers.
func TestErrors_LogHoldsNoText(t *testing.T) {
	t.Parallel()
	const secret = "grandmother's cake for eve@example.com"
	s, log := logged(t, newMemory())
	var input strings.Builder
	for i, arguments := range []string{
		`{"title":"SECRET","description":"SECRET","ingredients":[{"name":"SECRET"}],"steps":[{"instruction":"SECRET"}]}`,
		`{"title":"SECRET"}`, `{"title":"SECRET","servings":"SECRET"}`, `{"SECRET":"SECRET"}`, `{"title":["SECRET"]}`, `"SECRET"`, `["SECRET"]`,
		`{"title":"SECRET\ud800"}`, `{"title":"SECRET","title":"SECRET"}`, `{"SECRET":1,"SECRET":2}`, `{"title":"SECRET\u0000"}`, `{"title":"SECRET","servings":1e400}`,
		`{"recipe_id":"SECRET"}`, `{"recipe_id":"00000000-0000-4000-8000-000000000900","title":"SECRET"}`,
	} {
		for _, tool := range []string{"list_recipes", "get_recipe", "create_recipe", "update_recipe", "SECRET"} {
			fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":"%d%s","method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", i, tool, tool, arguments)
		}
	}
	input.WriteString(`{"jsonrpc":"2.0","id":1,"method":"SECRET","params":{"SECRET":"SECRET"}}` + "\n")
	input.WriteString(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"SECRET"}}` + "\n")
	out := mcptest.Pipe(t, s, strings.ReplaceAll(input.String(), "SECRET", secret))
	if n := strings.Count(out, "\n"); n != 14*5+2 {
		t.Errorf("%d answers", n)
	}
	if strings.Contains(log.String(), "grandmother") || strings.Contains(log.String(), "eve@") {
		t.Errorf("the log tells: %s", log.String())
	}
	if !strings.Contains(log.String(), `"level":"debug"`) {
		t.Error("the log was not kept")
	}
}

// TestMessages_Remote holds that what is said to someone elsewhere names no setting, and
// takes the same arguments.
func TestMessages_Remote(t *testing.T) {
	t.Parallel()
	verb := regexp.MustCompile(`%[sd]`)
	setting := regexp.MustCompile(`[A-Z]+_[A-Z]+`)
	for _, m := range recipe.Messages() {
		var args []any
		for _, v := range verb.FindAllString(m.Text, -1) {
			args = append(args, map[string]any{"%s": "text", "%d": 7}[v])
		}
		for _, message := range []string{m.With(args...), m.For(true).With(args...)} {
			if strings.Contains(message, "%!") {
				t.Errorf("arguments: %s", message)
			}
		}
		if text := m.For(true).Text; setting.MatchString(text) {
			t.Errorf("names a setting: %s", text)
		}
	}
}
