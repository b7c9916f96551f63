package main

import (
	"context"
	"encoding/json"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// form asks for one value, which the form must have.
func form(message, name, kind string) mcp.InputRequest {
	return mcp.InputRequest{Method: "elicitation/create", Params: map[string]any{
		"mode": "form", "message": message,
		"requestedSchema": map[string]any{
			"type": "object", "properties": map[string]any{name: map[string]any{"type": kind}}, "required": []string{name},
		},
	}}
}

// sample asks the client's model.
func sample(text string, tokens int) mcp.InputRequest {
	return mcp.InputRequest{Method: "sampling/createMessage", Params: map[string]any{
		"messages":  []any{map[string]any{"role": "user", "content": map[string]any{"type": "text", "text": text}}},
		"maxTokens": tokens,
	}}
}

var roots = mcp.InputRequest{Method: "roots/list", Params: struct{}{}}

// asking are the tools that ask the client for something.
func asking() []mcp.Tool {
	return []mcp.Tool{
		tool("test_input_required_result_elicitation", "Asks for a name.", asksFor("", map[string]mcp.InputRequest{"user_name": form("What is your name?", "name", "string")})),
		tool("test_input_required_result_sampling", "Asks the client's model.", asksFor("", map[string]mcp.InputRequest{"capital_question": sample("What is the capital of France?", 100)})),
		tool("test_input_required_result_list_roots", "Asks for roots.", asksFor("", map[string]mcp.InputRequest{"client_roots": roots})),
		tool("test_input_required_result_request_state", "Keeps a state.", asksFor("state-ok", map[string]mcp.InputRequest{"confirm": form("Please confirm", "ok", "boolean")})),
		tool("test_input_required_result_tampered_state", "Keeps a state that can't be changed.", asksFor("state-ok", map[string]mcp.InputRequest{"confirm": form("Please confirm", "ok", "boolean")})),
		tool("test_input_required_result_multiple_inputs", "Asks for three things.", asksFor("state-ok", map[string]mcp.InputRequest{
			"user_name": form("What is your name?", "name", "string"), "greeting": sample("Generate a greeting", 50), "client_roots": roots,
		})),
		tool("test_input_required_result_multi_round", "Asks twice.", asksTwice),
		tool("test_input_required_result_capabilities", "Asks for what the client can do.", asksForWhatThereIs),
		tool("test_streaming_elicitation", "Asks for a name.", asksFor("", map[string]mcp.InputRequest{"user_name": form("What is your name?", "name", "string")})),
		tool("test_missing_capability", "Asks the client's model.", asksFor("", map[string]mcp.InputRequest{"question": sample("Is anyone there?", 10)})),
	}
}

// asksFor returns a call that asks until it has all, and then answers with it and
// the state.
func asksFor(state string, requests map[string]mcp.InputRequest) call {
	return func(ctx context.Context, r *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
		input := r.Input()
		for name, request := range requests {
			if !fits(request, input.Responses[name]) {
				needed := &mcp.InputRequired{Requests: requests}
				if state != "" {
					needed.State = []byte(state)
				}
				return mcp.Result{}, needed
			}
		}
		got, err := json.Marshal(input.Responses)
		return mcp.Result{Text: string(input.State) + " " + string(got)}, err
	}
}

// fits reports whether a response is one to the request.
func fits(request mcp.InputRequest, response json.RawMessage) bool {
	var r struct {
		Action  string
		Content json.RawMessage
		Roots   []any
	}
	if json.Unmarshal(response, &r) != nil {
		return false
	}
	switch request.Method {
	case "elicitation/create":
		return r.Action == "accept" && len(r.Content) > 0 && r.Content[0] == '{'
	case "roots/list":
		return r.Roots != nil
	}
	return len(r.Content) > 0
}

func asksTwice(ctx context.Context, r *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
	input := r.Input()
	first, second := form("Step 1: What is your name?", "name", "string"), form("Step 2: What is your favorite color?", "color", "string")
	switch {
	case string(input.State) == "second" && fits(second, input.Responses["step2"]):
		return mcp.Result{Text: "Done."}, nil
	case string(input.State) == "first" && fits(first, input.Responses["step1"]):
		return mcp.Result{}, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"step2": second}, State: []byte("second")}
	}
	return mcp.Result{}, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"step1": first}, State: []byte("first")}
}

func asksForWhatThereIs(ctx context.Context, r *mcp.Request, _ schema.Arguments) (mcp.Result, error) {
	requests := map[string]mcp.InputRequest{}
	for capability, request := range map[string]mcp.InputRequest{"elicitation": form("What is your name?", "name", "string"), "sampling": sample("Say a name.", 10), "roots": roots} {
		if r.Declares(capability) {
			requests[capability] = request
		}
	}
	if len(requests) == 0 {
		return mcp.Result{Text: "There is no one to ask."}, nil
	}
	return asksFor("", requests)(ctx, r, nil)
}
