//go:build unix

package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/s3fake"
)

// TestImport_Interrupted stops an import while a batch is under way: it says so, and what was written is
// counted where gifts are searched.
func TestImport_Interrupted(t *testing.T) {
	t.Parallel()
	fake := s3fake.Start(t)
	writing := make(chan struct{})
	var stopped atomic.Bool
	fake.Fail = func(operation string, n int) int {
		if operation != "PutVectors" || n < 3 || stopped.Load() { // the mark, and a batch
			return 0
		}
		if n == 3 {
			close(writing)
		}
		return -1
	}
	r := newRemote(t, fake.URL)
	p := harness.Program(t, "gift-mcp", "import", big(t), "--setup").Set(r.settings...).Start()
	<-writing
	p.Signal(os.Interrupt)
	out := p.Rest()
	if code := p.Wait(); code != 1 || !strings.Contains(p.Log.String(), "the import was interrupted; run it again") || strings.Contains(p.Log.String(), "search") {
		t.Errorf("exit code %d: %s%s", code, out, p.Log)
	}
	stopped.Store(true)
	var list struct {
		Context struct {
			Searched int `json:"total_searched"`
		} `json:"query_context"`
	}
	var created int
	_, _ = fmt.Sscanf(out, "%d created", &created)
	got := r.run("call", "--json", "get_recommendations", `{"recipient_description":"my dad"}`)
	if err := json.Unmarshal([]byte(got.Stdout), &list); err != nil || created == 0 || list.Context.Searched < created {
		t.Errorf("%v, %d of %d: %+v", err, list.Context.Searched, created, got)
	}
}
