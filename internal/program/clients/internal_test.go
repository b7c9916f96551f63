package clients

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestChange_Apply_changedLast has another program write after the backup was
// made: what it wrote stays, and nothing is left beside it.
func TestChange_Apply_changedLast(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(path, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	ch := &Change{Path: path, Old: []byte("{}"), New: []byte("[]"), Exists: true, target: path, mode: newFile}
	err := ch.write()
	if e, ok := errors.AsType[*Error](err); !ok || e.Kind != KindChanged {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "1" {
		t.Errorf("%s %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestLock holds that one caller has the lock at a time, that waiting for it
// ends, and that its file goes with its holder.
func TestLock(t *testing.T) {
	t.Parallel()
	target := filepath.Join(t.TempDir(), "settings.json")
	unlock, err := lock(t.Context(), target, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	_, err = lock(t.Context(), target, 30*time.Millisecond)
	if e, ok := errors.AsType[*Error](err); !ok || e.Kind != KindChanged {
		t.Errorf("a second lock beside the first: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lock(ended, target, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("a lock after the context ended: %v", err)
	}
	unlock()

	// Each adds a byte to what it read: one is lost when two hold the lock.
	const many = 8
	var all sync.WaitGroup
	for range many {
		all.Go(func() {
			for range many {
				unlock, err := lock(t.Context(), target, time.Minute)
				if err != nil {
					t.Error(err)
					return
				}
				text, _ := os.ReadFile(target) // none at first
				if err := os.WriteFile(target, append(text, '.'), 0o600); err != nil {
					t.Error(err)
				}
				unlock()
			}
		})
	}
	all.Wait()
	if text, err := os.ReadFile(target); err != nil || len(text) != many*many {
		t.Errorf("%d bytes of %d, %v", len(text), many*many, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(target)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	// Where no lock can be had, there is no waiting for one.
	if _, err := lock(t.Context(), filepath.Join(target, "x", "y.json"), time.Minute); err != nil {
		t.Errorf("%v", err)
	}
}
