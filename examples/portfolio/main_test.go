package main

import (
	"bytes"
	"regexp"
	"testing"
)

// TestTour runs the tour, which ends in the page's address and title.
func TestTour(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := tour(t.Context(), t.TempDir(), &out); err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^Draft [0-9a-f-]{36} is saved\. It still needs: hero_image_id, images\.
Photo 1 of 2 is sent: \d+ bytes\.
Photo 2 of 2 is sent: \d+ bytes\.
Published: http://127\.0\.0\.1:\d+/denver-co/masonry/chimney-rebuild/chimney-rebuilt-after-a-storm-[0-9a-f]{8}
Its title: Chimney rebuilt after a storm \| Acme Masonry
$`)
	if !want.Match(out.Bytes()) {
		t.Errorf("the tour printed:\n%s", out.String())
	}
}
