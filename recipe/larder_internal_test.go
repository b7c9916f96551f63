package recipe

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What is kept has a bound, and is forgotten after a while.
func TestLarder_Bounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l larder
		of := func(n int) shelf { return shelf{"bob@example.com", fmt.Sprint(n)} }
		for n := range 3000 {
			for range 2 {
				l.keep(of(n), ingredients{[]string{strings.Repeat("x", 5000)}, "a", time.Now()}, 0)
			}
		}
		sum := 0
		for s, in := range l.kept {
			sum += s.size(in)
		}
		if l.bytes != sum || sum > maxLarder || sum < maxLarder-6000 || len(l.order) != len(l.kept) {
			t.Errorf("%d bytes are kept of %d recipes, %d were counted, in an order of %d", sum, len(l.kept), l.bytes, len(l.order))
		}
		if _, ok, _ := l.get(of(0), "a"); ok {
			t.Error("the oldest is kept")
		}
		if _, ok, _ := l.get(of(2999), "a"); !ok {
			t.Error("the newest is not kept")
		}
		time.Sleep(larderTime + 1)
		if _, ok, _ := l.get(of(2999), "a"); ok {
			t.Error("it is kept for longer than it may be")
		}
	})
}
