package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestIsolation has what people write neither stored nor logged, at the most talkative
// level, and answers that are each one's own, for a hundred at once.
func TestIsolation(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	c, s := overHTTP(t, nil, "LOG_LEVEL=trace", "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_DATA_HOME="+home)
	var asked sync.WaitGroup
	for i := range 100 {
		asked.Go(func() {
			mine := *c
			mine.id = i * 10
			limit := 3 + i%8
			r := mine.find(fmt.Sprintf("my aunt Zyxwoman%d, who loves yoga and tea", i), "past_gifts", []string{"a Qwertykettle"}, "limit", limit)
			if len(r.Structured.Gifts) != limit || !strings.Contains(r.said(), fmt.Sprintf("aunt Zyxwoman%d,", i)) {
				t.Errorf("%d: %s", i, r.text)
			}
		})
	}
	asked.Wait()
	c.try("get_recommendations", map[string]any{"recipient_description": 7, "zyxwoman": "Zyxwoman"})
	c.try("get_recommendations", map[string]any{"recipient_description": "Zy"})
	c.try("get_gift_details", map[string]any{"gift_id": "Zyxwoman"})
	log := s.Log.String()
	for _, part := range []string{"yxwoman", "wertykettle", "yoga", "aunt"} {
		if strings.Contains(log, part) {
			t.Errorf("the log has %q:\n%s", part, log)
		}
	}
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "yxwoman") {
			t.Errorf("it is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
