package clients_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

func TestChange_Diff(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, client, before, want string }{
		{"neighbours are not shown", "cursor", `{
  "token": "hush-1",
  "mcpServers": {
    "files": {
      "command": "hush-2",
      "env": {"TOKEN": "hush-3", "N": 5}
    }
  }
}
`, `--- PATH, entry example-server (before)
+++ PATH, entry example-server (after)
@@ -0,0 +1,12 @@
+{
+  "mcpServers": {
+    "example-server": {
+      "command": "/opt/example/bin/server",
+      "args": ["--stdio", "a b"],
+      "env": {
+        "API_BASE_URL": "https://example.com",
+        "API_KEY": "…"
+      }
+    }
+  }
+}
`},
		{"only the key", "cursor", `{
  // was hush-old-key
  "mcpServers": {
    "example-server": {
      "command": "/opt/example/bin/server",
      "args": ["--stdio", "a b"],
      "env": {
        "API_KEY": "hush-old-key",
        "API_BASE_URL": "https://example.com",
        "MINE": "hush-mine"
      }
    }
  }
}
`, `--- PATH, entry example-server (before)
+++ PATH, entry example-server (after)
@@ -5,7 +5,7 @@
       "args": ["--stdio", "a b"],
       "env": {
         "API_BASE_URL": "https://example.com",
-        "API_KEY": "…",
+        "API_KEY": "… (changed)",
         "MINE": "…"
       }
     }
`},
		{"one line", "claude-desktop", `{"mcpServers":{"example-server":{"command":"x --key hush-key-1","cwd":"hush","args":["--key=hush-key-1"],"env":{"API_KEY":"hush-key-1"}}},"t":"hush"}
`, `--- PATH, entry example-server (before)
+++ PATH, entry example-server (after)
@@ -1,10 +1,11 @@
 {
   "mcpServers": {
     "example-server": {
-      "command": "x --key …",
-      "args": ["…"],
+      "command": "/opt/example/bin/server",
+      "args": ["--stdio", "a b"],
       "env": {
-        "API_KEY": "…"
+        "API_BASE_URL": "https://example.com",
+        "API_KEY": "… (changed)"
       },
       "cwd": "…"
     }
`},
		{"comments in TOML", "codex", `# hush-1
"a#b" = """hush-2 # \""" """ # hush-3
'c#d' = '''hush-4 ' # ''' # hush-5
[mcp_servers."x#y"] # hush-6
token = 'hush-7 #' # hush-8
n = [ 1, # hush-9
  "\"#" ] #hush-10
`, `--- PATH, entry example-server (before)
+++ PATH, entry example-server (after)
@@ -0,0 +1,7 @@
+[mcp_servers.example-server]
+args = ['--stdio', 'a b']
+command = '/opt/example/bin/server'
+
+[mcp_servers.example-server.env]
+API_BASE_URL = 'https://example.com'
+API_KEY = '…'
`},
		{"passwords in addresses", "cursor", `{"mcpServers": {"example-server": {
  "command": "/opt/example/bin/server",
  "args": ["--stdio", "http://hush:hush@h", "--token", "hush"],
  "env": {
    "API_KEY": "secret-key-1",
    "API_BASE_URL": "http://hush:hu/sh@example.com/p"
  }
}}}
`, `--- PATH, entry example-server (before)
+++ PATH, entry example-server (after)
@@ -2,9 +2,9 @@
   "mcpServers": {
     "example-server": {
       "command": "/opt/example/bin/server",
-      "args": ["--stdio", "…", "…", "…"],
+      "args": ["--stdio", "a b"],
       "env": {
-        "API_BASE_URL": "http://…@example.com/p",
+        "API_BASE_URL": "https://example.com",
         "API_KEY": "…"
       }
     }
`},
		{"TOML", "codex", `model = "hush-model"
[mcp_servers.files]
env = { TOKEN = 'hush-1', L = ['hush-2', 3] }
[mcp_servers.example-server]
command = "/opt/example/bin/server"
args = ["--stdio", "a b"]
startup_timeout_sec = 20 # hush-3
[mcp_servers.example-server.env]
API_KEY = """
hush-old""" # hush-2
API_BASE_URL = 'http://example.com'
`, `--- PATH, entry example-server (before)
+++ PATH, entry example-server (after)
@@ -4,5 +4,5 @@
 startup_timeout_sec = 20
 
 [mcp_servers.example-server.env]
-API_BASE_URL = 'http://example.com'
-API_KEY = '…'
+API_BASE_URL = 'https://example.com'
+API_KEY = '… (changed)'
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, tt.client)
			if tt.before != "" {
				c.write(tt.before)
			}
			ch := c.plan(example())
			got := strings.ReplaceAll(ch.Diff("API_KEY"), c.path, "PATH")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("diff (-want +got):\n%s", diff)
			}
			if strings.Contains(got, "hush") || strings.Contains(got, "secret-key") {
				t.Errorf("a secret is shown:\n%s", got)
			}
			if !strings.Contains(string(ch.New), "secret-key-1") {
				t.Error("the change itself was masked")
			}
		})
	}
}

// TestChange_Diff_passwords: of an address that is set, the password is not
// shown, but that it changed is.
func TestChange_Diff_passwords(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"cursor", "codex"} {
		c := newConfig(t, client)
		entry := example()
		entry.Args = []string{"--proxy=http://bob:hush-arg@127.0.0.1:1"}
		for i, password := range []string{"hush-1", "hush-2", "hu\"sh@3"} {
			entry.Env["API_BASE_URL"] = "http://bob:" + password + "@127.0.0.1:1/p"
			ch := c.plan(entry)
			got := ch.Diff("API_KEY")
			if strings.Contains(got, "hu") || strings.Contains(got, "sh@") || strings.Contains(got, "bob") {
				t.Errorf("%s: a password is shown:\n%s", client, got)
			}
			want := "http://…@127.0.0.1:1/p"
			if i > 0 {
				want += " (changed)"
			}
			if !strings.Contains(got, want) || i == 0 && !strings.Contains(got, "--proxy=http://…@127") {
				t.Errorf("%s: the diff has no %q:\n%s", client, want, got)
			}
			c.apply(ch)
		}
	}
}

func TestChange_Diff_remove(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"cursor", "codex"} {
		c := newConfig(t, client)
		c.apply(c.plan(example()))
		if got := c.plan(example()).Diff(); got != "" {
			t.Errorf("%s: the diff of nothing: %s", client, got)
		}
		got := c.remove("example-server").Diff()
		if strings.Contains(got, "secret-key") || strings.Contains(got, "https:") || !strings.Contains(got, "/opt/example/bin/server") {
			t.Errorf("%s: the diff of a removal:\n%s", client, got)
		}
	}
}

func TestSnippet(t *testing.T) {
	t.Parallel()
	for _, c := range clients.All() {
		got, err := clients.Snippet(c, example())
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		// A snippet is what a new file would hold.
		fresh := newConfig(t, c.ID)
		if want := string(fresh.plan(example()).New); got != want {
			t.Errorf("%s: snippet = %s\nwant %s", c.ID, got, want)
		}
	}
	_, err := clients.Snippet(clients.Client{}, example())
	wantKind(t, err, clients.KindPlace)
}
