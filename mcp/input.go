package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// CodeMissingCapability is MCP's code for a request that needs a capability that its client hasn't
// declared.
const CodeMissingCapability jsonrpc.Code = mcp.MISSING_REQUIRED_CLIENT_CAPABILITY

// InputRequired is the error of a tool, a prompt or a resource that needs input from the client. The
// client gets the requests and sends its request again, and [Request.Input] has the responses.
// Clients of the handshake era, and clients that lack a capability (see [Request.Declares]), get an
// error.
type InputRequired struct {
	Requests map[string]InputRequest // by names that the call chooses
	// State, if not nil, comes back with the responses. It is sealed: only the same call of the
	// same principal can use it, for ten minutes, on any replica.
	State []byte
}

// Error names the requests.
func (i *InputRequired) Error() string {
	return "input is required: " + strings.Join(slices.Sorted(maps.Keys(i.Requests)), ", ")
}

// InputRequest asks the client for input: "elicitation/create", "sampling/createMessage" or
// "roots/list", with its params.
type InputRequest struct {
	Method string `json:"method"`
	Params any    `json:"params,omitempty"`
}

// Input is a client's response to an [InputRequired].
type Input struct {
	Responses map[string]json.RawMessage // by the names of the requests; not checked
	State     []byte                     // of the last InputRequired; nil: none
}

// Input returns the client's input. A first request has none, and a later one may lack what was
// asked for: ask again then.
func (r *Request) Input() Input { return r.input }

// readInput reads the response of a modern request to an InputRequired.
func (r *Request) readInput(ctx context.Context) error {
	if !r.modern {
		return nil
	}
	if r.responses != nil {
		r.input.Responses = map[string]json.RawMessage{}
		err := eachMember(r.responses, func(name []byte, value json.RawMessage) error {
			if _, ok := r.input.Responses[string(name)]; ok {
				return invalid("inputResponses", fmt.Sprintf("inputResponses must not hold %q twice", schema.Shorten(string(name))))
			}
			r.input.Responses[string(name)] = value
			return nil
		})
		if errors.Is(err, errNotObject) {
			err = invalid("inputResponses", "inputResponses must be an object")
		}
		if err != nil {
			return err
		}
	}
	if r.state == nil {
		return nil
	}
	sealed, _ := text(r.state)
	state, err := r.session.seal.open(sealed, r.session.purpose(ctx, r))
	if err != nil {
		return invalid("requestState", "params.requestState does not belong to this request, or it is too old; send the request without it")
	}
	r.input.State = state
	return nil
}

// ask answers a request with the requests for input.
func (s *Session) ask(ctx context.Context, r *Request, i *InputRequired) (jsonrpc.Result, error) {
	missing := map[string]any{}
	for _, request := range i.Requests {
		path, err := request.needs()
		if err != nil {
			return nil, err
		}
		if !r.modern || !r.offers(path) {
			inner := map[string]any{}
			for _, name := range path[1:] {
				inner[name] = struct{}{}
			}
			missing[path[0]] = inner
		}
	}
	if len(missing) > 0 {
		return nil, missingCapability(missing, r.modern)
	}
	answer := struct {
		Requests map[string]InputRequest `json:"inputRequests,omitempty"`
		State    string                  `json:"requestState,omitempty"`
		Meta     map[string]any          `json:"_meta"`
		Type     mcp.ResultType          `json:"resultType"`
	}{i.Requests, "", map[string]any{mcp.MetaKeyServerInfo: s.info}, mcp.ResultTypeInputRequired}
	if i.State != nil {
		sealed, err := s.seal.seal(i.State, s.purpose(ctx, r))
		if err != nil {
			return nil, fmt.Errorf("seal a request's state: %w", err)
		}
		answer.State = sealed
	}
	encoded, err := encode(answer)
	return jsonrpc.Raw(encoded), err
}

// missingCapability is the error of a request when its client can't be asked.
func missingCapability(missing map[string]any, modern bool) error {
	names := strings.Join(slices.Sorted(maps.Keys(missing)), ", ")
	message := "This needs input that the client does not offer to ask for: " + names + "; use a client that does."
	if !modern {
		message = "This needs input, for which only clients of MCP 2026-07-28 or later can be asked: " + names + "; use such a client."
	}
	return &jsonrpc.Error{
		Code: CodeMissingCapability, Message: message,
		Data: map[string]any{"kind": kindMissingCapability, "requiredCapabilities": missing},
	}
}

// offers reports whether the client has declared a capability. A client that declares only
// elicitation has forms.
func (r *Request) offers(path []string) bool {
	if path[len(path)-1] == "form" && !r.Declares("elicitation", "url") {
		path = path[:1]
	}
	return r.Declares(path...)
}

// needs returns the capability that a client must have declared, as a path.
func (i InputRequest) needs() ([]string, error) {
	encoded, err := json.Marshal(i.Params)
	if err != nil {
		return nil, fmt.Errorf("encode an input request: %w", err)
	}
	var params struct {
		Mode  string          `json:"mode"`
		Tools json.RawMessage `json:"tools"`
	}
	_ = json.Unmarshal(encoded, &params) // params without these members need no more
	switch mcp.MCPMethod(i.Method) {
	case mcp.MethodElicitationCreate:
		if params.Mode == mcp.ElicitationModeURL {
			return []string{"elicitation", "url"}, nil
		}
		return []string{"elicitation", "form"}, nil
	case mcp.MethodSamplingCreateMessage:
		if params.Tools != nil {
			return []string{"sampling", "tools"}, nil
		}
		return []string{"sampling"}, nil
	case mcp.MethodListRoots:
		return []string{"roots"}, nil
	}
	return nil, fmt.Errorf("there is no input request %q", i.Method)
}
