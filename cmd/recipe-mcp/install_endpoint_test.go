package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

const endpoint = "https://recipes.example.com/mcp"

// TestInstall_Endpoint gives clients the address of a server and a token for it, and
// takes both out again.
func TestInstall_Endpoint(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	// The settings of this environment are not that server's.
	settings := []string{"API_BASE_URL=http://nas:3000", "API_KEY=" + apiKey}
	out := h.env(0, settings, "install", "--endpoint", endpoint, "cursor", "codex")
	says(t, out, "Cursor: The entry recipe-mcp is written", "restart Codex, sign in if it asks you to")
	for _, id := range []string{"cursor", "codex"} {
		want := clients.Entry{Name: "recipe-mcp", URL: endpoint}
		if got, _ := h.entry(id); cmp.Diff(want, got) != "" {
			t.Errorf("%s: %+v", id, got)
		}
	}
	path := filepath.Join(h.dir, ".cursor", "mcp.json")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	withToken := func(args ...string) string {
		return h.run(0, slices.Concat([]string{"install", "--endpoint", endpoint, "cursor"}, args, []string{"--token-stdin", "Bearer " + token})...)
	}
	says(t, withToken("--dry-run"), `+        "Authorization": "…"`, "!"+token)
	says(t, withToken(), "where the token is kept; --private", "is written", "!"+token, "!sign in")
	says(t, withToken("--private"), "No one else can read", "nothing to change", "!"+token)
	e, _ := h.entry("cursor")
	if diff := cmp.Diff(map[string]string{"Authorization": "Bearer " + token}, e.Headers); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	h.run(0, "install", "--endpoint", endpoint, "--token", "", "cursor")
	if e, _ := h.entry("cursor"); e.Headers != nil {
		t.Errorf("an empty token leaves %v", e.Headers)
	}
	says(t, h.run(0, "uninstall", "cursor"), "1 backup that held the key")
	if left, err := filepath.Glob(path + "*"); err != nil || strings.Contains(readAll(t, left), token) {
		t.Errorf("the token is left in %v, %v", left, err)
	}
}

// TestInstall_Served has the settings of a server over HTTP in the environment: a client
// that started the program with them would wait for an answer in vain.
func TestInstall_Served(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	out := h.env(0, []string{"HTTP_ADDR=127.0.0.1:3333", "AUTH=token", "AUTH_TOKEN=" + token, "USER_EMAIL=alice@example.com"}, "install", "cursor")
	says(t, out, "Not written, because a server over HTTP alone has them: HTTP_ADDR, AUTH, AUTH_TOKEN. --endpoint", "!"+token)
	if e, _ := h.entry("cursor"); cmp.Diff(map[string]string{"USER_EMAIL": "alice@example.com"}, e.Env) != "" {
		t.Errorf("%v", e.Env)
	}
}

func readAll(t *testing.T, paths []string) string {
	t.Helper()
	var b strings.Builder
	for _, path := range paths {
		b.WriteString(read(path))
	}
	return b.String()
}

// TestInstall_EndpointRefused writes nothing for command lines that can't be meant, and
// for a client whose file takes no address.
func TestInstall_EndpointRefused(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	for _, r := range []struct {
		code int
		says string
		args []string
	}{
		{1, "Claude Desktop: the config file takes no address; add it in the settings, under Connectors", []string{"--endpoint", endpoint}},
		{1, "Claude Desktop: the config file takes no address", []string{"--endpoint", endpoint, "--print"}},
		{2, "must not be sent in the clear", []string{"--endpoint", "http://nas:3333/mcp", "--token", token, "cursor"}},
		{2, "must not be sent in the clear", []string{"--endpoint", "http://recipes.example.com/mcp", "cursor"}},
		{2, "leave out --url", []string{"--endpoint", endpoint, "--url", "http://nas:3000", "cursor"}},
		{2, "leave out --key", []string{"--endpoint", endpoint, "cursor", "--key-stdin", apiKey}},
		{2, "https://recipes.example.com/mcp", []string{"--endpoint", "https://recipes.example.com", "cursor"}},
		{2, "must be an http or https address", []string{"--endpoint", "recipes.example.com/mcp", "cursor"}},
		{2, "must be an http or https address", []string{"--endpoint", "", "cursor"}},
		{2, "must not hold a user", []string{"--endpoint", "https://a:" + token + "@recipes.example.com/mcp", "cursor"}},
		{2, "need --endpoint", []string{"--token", token, "cursor"}},
		{2, "not with both", []string{"--endpoint", endpoint, "--token", token, "cursor", "--token-stdin", token}},
		{2, "must not hold blanks", []string{"--endpoint", endpoint, "cursor", "--token-stdin", "two " + token}},
		{2, "printable ASCII", []string{"--endpoint", endpoint, "cursor", "--token-stdin", token + "ä"}},
		{2, "holds no token", []string{"--endpoint", endpoint, "cursor", "--token-stdin", " "}},
	} {
		says(t, h.run(r.code, append([]string{"install"}, r.args...)...), r.says, "!"+token)
	}
	if left, err := os.ReadDir(h.dir); err != nil || len(left) > 0 {
		t.Errorf("files were made: %v %v", left, err)
	}
}
