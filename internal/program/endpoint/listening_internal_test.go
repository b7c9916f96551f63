package endpoint

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// open is a session all of whose calls go on until their context ends.
type open struct{}

func (open) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(ctx context.Context, _ jsonrpc.Client) (jsonrpc.Result, error) {
		<-ctx.Done()
		return jsonrpc.Raw("{}"), nil
	}}
}

func (open) Notify(context.Context, *jsonrpc.Request) {}

// TestListening has subscriptions end with their token or their sign-in, and no other call.
func TestListening(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	for name, row := range map[string]struct {
		method  string
		token   time.Duration // of which it lasts; 0: for ever
		signIn  time.Duration
		unknown bool // no one here knows of the sign-in
		want    time.Duration
	}{
		"the token ends":             {"subscriptions/listen", time.Hour, day, false, time.Hour},
		"the sign-in ends":           {"subscriptions/listen", time.Hour, 90 * time.Second, false, 2 * time.Minute},
		"a sign-in elsewhere":        {"subscriptions/listen", time.Hour, 90 * time.Second, true, time.Hour},
		"a token of no end":          {"subscriptions/listen", 0, day, true, day},
		"another call, which is let": {"tools/call", time.Hour, 90 * time.Second, false, day},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				p := oauth.Principal{Subject: "alice", Session: "s"}
				if row.token > 0 {
					p.Expiry = began.Add(row.token)
				}
				l := listening{Handler: open{}}
				if !row.unknown {
					l.lasts = func(_ context.Context, session string) (bool, error) {
						if time.Since(began) < time.Minute+time.Second {
							return false, errors.New("the file is busy")
						}
						return session == "s" && time.Since(began) < row.signIn, nil
					}
				}
				ctx, cancel := context.WithTimeout(oauth.NewContext(t.Context(), p), day)
				defer cancel()
				if _, err := l.Prepare(&jsonrpc.Request{Method: row.method}).Run(ctx, jsonrpc.Client{}); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took != row.want {
					t.Errorf("it has ended after %s, want %s", took, row.want)
				}
			})
		})
	}
}

// TestListening_Issuer has the built-in authorization server asked.
func TestListening_Issuer(t *testing.T) {
	t.Parallel()
	server, err := mcp.New(mcp.Options{Name: "notes", Title: "Notes", Version: "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEndpoint(t.Context(), config.HTTP{Addr: "127.0.0.1:1", Auth: config.AuthOAuth, Issuer: config.Self}, config.Loop{}, System{
		Title: "Notes", Backend: Backend{Server: server},
		Read: issuer.Scope{Name: "notes:read", Meaning: "Read notes"}, Write: issuer.Scope{Name: "notes:write", Meaning: "Change notes"},
		Accounts: issuer.SQLite(filepath.Join(t.TempDir(), "signin.db"), zerolog.Nop()), Log: zerolog.Nop(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.close() }()
	h, err := e.handler(httptest.NewRequest(http.MethodPost, "/mcp", nil), "2026-07-28")
	if err != nil {
		t.Fatal(err)
	}
	l, ok := h.(listening)
	if !ok || l.lasts == nil {
		t.Fatalf("%T", h)
	}
	if lasts, err := l.lasts(t.Context(), "none"); lasts || err != nil {
		t.Errorf("%v %v", lasts, err)
	}
}
