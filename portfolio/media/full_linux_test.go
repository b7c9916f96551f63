package media_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
)

func TestMain(m *testing.M) { harness.Main(m, harness.Parts{"full": full}) }

// TestFolder_DiskFull fills a small disk, in a process that has one of its own.
func TestFolder_DiskFull(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if os.Getuid() != 0 {
		t.Skip("only root may mount a small disk; TestFolder_FailuresLeaveNothing fails the writes instead")
	}
	p := harness.Part(t, "full", dir)
	p.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS} // its mounts are its own
	if got := p.Run(); got.Code != 0 || got.Stdout != "ok\n" {
		t.Errorf("%+v", got)
	}
}

func full(args []string) int {
	if err := run(args[0]); err != nil {
		fmt.Println(err) //nolint:forbidigo // for the test that plays this part
		return 1
	}
	fmt.Println("ok") //nolint:forbidigo // for the test that plays this part
	return 0
}

func run(dir string) error {
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		return err
	}
	ctx := context.Background()
	f := media.New(media.Options{Dir: dir, Identity: func(context.Context) (string, bool, error) { return "id", false, nil }})
	photo := bytes.Repeat([]byte("x"), 300<<10)
	kept := 0
	for ; ; kept++ {
		err := f.Write(ctx, media.Draft, fmt.Sprintf("%d.jpg", kept), bytes.NewReader(photo))
		if errors.Is(err, media.ErrFull) {
			break
		}
		if err != nil || kept > 10 {
			return fmt.Errorf("photo %d: %w", kept, err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(dir, "incoming")); err != nil || len(left) > 0 || kept == 0 {
		return fmt.Errorf("%d photos are kept, %d files are left: %w", kept, len(left), err)
	}
	if err := f.Load(ctx, media.Draft, "0.jpg", func(data []byte) error {
		if !bytes.Equal(data, photo) {
			return errors.New("a photo has changed")
		}
		return nil
	}); err != nil {
		return err
	}
	if err := f.Remove(ctx, media.Draft, "0.jpg"); err != nil {
		return err
	}
	return f.Write(ctx, media.Draft, "again.jpg", bytes.NewReader(photo))
}
