package widget_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// shop is a contractor's server: the program with its own back end. Hosts show its widget.
type shop struct {
	t       *testing.T
	address string
	dir     string
	bench   *widgettest.Bench
}

func newShop(t *testing.T) *shop {
	t.Helper()
	harness.Needs(t, "chromium")
	dir := t.TempDir()
	// Pages name the address that is configured.
	server := harness.Program(t, "portfolio-mcp").Set("HTTP_ADDR="+harness.Address(t), "DATA_DIR="+dir).Serve()
	return &shop{t, server.Address, dir, widgettest.New(t, server.Address)}
}

// onDisk fails the test if the server has no file of those bytes.
func (s *shop) onDisk(data []byte) {
	s.t.Helper()
	found, n := false, 0
	err := filepath.WalkDir(filepath.Join(s.dir, "media"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		if b, err := os.ReadFile(path); err == nil && bytes.Equal(b, data) {
			found = true
		}
		return nil
	})
	if !found || err != nil {
		s.t.Errorf("no file of %d has the photo's %d bytes: %v", n, len(data), err)
	}
}
