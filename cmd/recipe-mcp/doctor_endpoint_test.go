package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestDoctor_Endpoint examines servers that let people in in each of the three ways: by
// their address, and by the entry that install wrote.
func TestDoctor_Endpoint(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	tools := "The server has 4 tools, for clients of both protocol eras."
	for name, tt := range map[string]struct {
		settings []string
		token    string
		code     int
		says     []string
	}{
		"none": {nil, "", 0, []string{"recipe-mcp answers at 127.0.0.1", tools, "0 faults"}},
		"token": {[]string{"AUTH=token", "AUTH_TOKEN=" + token}, token, 0,
			[]string{"it takes a fixed token", "There is no authorization server", "The endpoint takes the token.", tools, "0 faults"}},
		"a wrong token": {[]string{"AUTH=token", "AUTH_TOKEN=" + token}, token[1:] + "!", 1,
			[]string{"FAULT  token", "refuses the token (status 401)", "1 fault,"}},
		"oauth": {[]string{"AUTH=oauth", "OAUTH_ISSUER=self"}, "", 0,
			[]string{"asks for sign-in", "metadata is for this address", "People sign in at 127.0.0.1", "note   token", "0 faults"}},
		"oauth, a token from elsewhere": {[]string{"AUTH=oauth", "OAUTH_ISSUER=self"}, token, 1,
			[]string{"People sign in at 127.0.0.1", "refuses the token (status 401)", "1 fault,"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "ALLOW_ALL_FAMILIES=1", "DATA_DIR="+t.TempDir()).Set(tt.settings...).Serve()
			h := newHome(t)
			args := []string{"--endpoint", "http://" + s.Address + "/mcp"}
			if tt.token != "" {
				args = append(args, "--token-stdin", tt.token)
			}
			words := append(tt.says, "!"+token[1:])
			says(t, h.run(tt.code, append([]string{"doctor"}, args...)...), words...)
			h.run(0, append([]string{"install", "cursor"}, args...)...)
			says(t, h.run(tt.code, "doctor"), append(words, "Cursor has the entry")...)
			says(t, h.run(tt.code, "doctor", "--json"), `"of":"cursor"`, "!"+token[1:])
		})
	}
}

// TestDoctor_EndpointOfAnotherName says which address a server takes for its own.
func TestDoctor_EndpointOfAnotherName(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "ALLOW_ALL_FAMILIES=1", "AUTH=oauth", "OAUTH_ISSUER=self",
		"DATA_DIR="+t.TempDir(), "PUBLIC_URL=https://recipes.example.com").Serve()
	_, port, _ := strings.Cut(s.Address, ":")
	h := newHome(t)
	says(t, h.run(1, "doctor", "--endpoint", "http://localhost:"+port+"/mcp"), "FAULT  metadata", "1 fault,")
	says(t, h.run(1, "doctor", "--endpoint", "http://localhost:"+port+"/"), "FAULT  url", "so it is not an MCP endpoint", "that of recipe-mcp ends in /mcp")
	says(t, h.run(2, "doctor", "--endpoint", "localhost:"+port), "must be an http or https address")
	says(t, h.run(2, "doctor", "--token", token), "need --endpoint", "!"+token)
}
