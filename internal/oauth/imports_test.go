package oauth_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestA10_Libraries has tokens parsed and verified by one library, which is given the
// algorithms, and challenges written here: the guard of MCP's SDK leaves out the error,
// and sends the verifier's text to the client.
func TestA10_Libraries(t *testing.T) {
	t.Parallel()
	allowed := []string{"github.com/rs/zerolog", "github.com/go-jose/go-jose/v4", "github.com/go-jose/go-jose/v4/jwt",
		"golang.org/x/crypto/argon2", "golang.org/x/net/html", "golang.org/x/net/html/atom", "golang.org/x/time/rate"}
	used := map[string]bool{}
	for _, pattern := range []string{"*.go", "issuer/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range parsed.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				used[path] = true
				if host, _, _ := strings.Cut(path, "/"); strings.Contains(host, ".") && !strings.HasPrefix(path, "github.com/mcp-adapters/mcp-adapters/") && !slices.Contains(allowed, path) {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
	if !used["github.com/go-jose/go-jose/v4/jwt"] {
		t.Error("nothing verifies tokens")
	}
}
