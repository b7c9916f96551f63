package issuer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

// endpoint is an MCP server behind a guard that trusts the issuer, with a tool that
// reads and one that writes. A client is asked for both.
func endpoint(t *testing.T) (s *served, at string) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	at = "http://" + server.Listener.Addr().String() + "/mcp"
	s = serve(t, func(o *issuer.Options) { o.Resources = []string{at} })
	verifier, err := oauth.NewJWT(oauth.JWTOptions{Issuer: s.URL(), Audience: at, Keys: s.JWKS})
	if err != nil {
		t.Fatal(err)
	}
	guard, err := oauth.New(oauth.Options{
		Resource: at, Issuers: []string{s.URL()}, Scopes: []string{"notes:read", "notes:write"}, Verifier: verifier,
		Needs: func(method, name string) []string {
			if method == "tools/call" {
				return []string{map[string]string{"list": "notes:read", "add": "notes:write"}[name]}
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	tools := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1"}, nil)
	for _, name := range []string{"list", "add"} {
		tools.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				p, _ := oauth.FromContext(ctx)
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name + " for " + p.Email}}}, nil
			})
	}
	rest := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	mux := http.NewServeMux()
	for _, path := range guard.MetadataPaths() {
		mux.Handle(path, guard.Metadata())
	}
	mux.Handle("/mcp", guard.Protect(allowing(guard, rest)))
	server.Config.Handler = mux
	server.Start()
	t.Cleanup(server.Close)
	return s, at
}

// allowing asks the guard once it is known what is wanted, as a transport does.
func allowing(guard *oauth.Guard, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct {
			Method string
			Params struct{ Name string }
		}
		_ = json.Unmarshal(body, &call)
		var refused *oauth.Refusal
		if errors.As(guard.Allow(r.Context(), call.Method, call.Params.Name), &refused) {
			refused.Answer(w)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// TestFlow_MCPClient connects the official Go SDK's client, which finds everything by
// itself and asks for more when a tool needs it.
func TestFlow_MCPClient(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"registers itself", "publishes a document", "was set up"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s, at := endpoint(t)
			var mu sync.Mutex
			var asked []string
			config := &auth.AuthorizationCodeHandlerConfig{
				RedirectURL: "http://127.0.0.1:4711/callback",
				AuthorizationCodeFetcher: func(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
					u, err := url.Parse(args.URL)
					if err != nil {
						return nil, err
					}
					mu.Lock()
					defer mu.Unlock()
					choice := "first" // the person allows reading only, until the client asks again
					if len(asked) > 0 {
						choice = "all"
					}
					asked = append(asked, u.Query().Get("scope"))
					answer := s.allow(t, args.URL, "scopes", choice)
					return &auth.AuthorizationResult{Code: answer.Get("code"), State: answer.Get("state"), Iss: answer.Get("iss")}, nil
				},
			}
			switch way {
			case "registers itself":
				config.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
					ClientName: "Go SDK", RedirectURIs: []string{config.RedirectURL},
				}}
			case "publishes a document":
				var host string
				host = published(t, s, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					_, _ = fmt.Fprintf(w, `{"client_id":%q,"client_name":"Go SDK","redirect_uris":[%q]}`, host+r.URL.Path, config.RedirectURL)
				})
				config.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: host + "/client.json"}
			default:
				config.PreregisteredClient = &oauthex.ClientCredentials{ClientID: "app"}
			}
			handler, err := auth.NewAuthorizationCodeHandler(config)
			if err != nil {
				t.Fatal(err)
			}
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: at, OAuthHandler: handler, DisableStandaloneSSE: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = session.Close() }()
			for _, name := range []string{"list", "add", "add"} {
				res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: map[string]any{}})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if text := res.Content[0].(*mcp.TextContent).Text; text != name+" for "+email {
					t.Errorf("%s answers %q", name, text)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			first := strings.Fields(asked[0]) // in the SDK's order
			slices.Sort(first)
			if len(asked) != 2 || !slices.Equal(first, []string{"notes:read", "notes:write"}) || !slices.Contains(strings.Fields(asked[1]), "notes:write") {
				t.Errorf("the client has asked for %q", asked)
			}
		})
	}
}
