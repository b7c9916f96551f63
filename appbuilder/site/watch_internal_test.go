package site

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestWatch_Refused holds that whoever can't listen is told why.
func TestWatch_Refused(t *testing.T) {
	t.Parallel()
	alive, stop := context.WithCancel(t.Context())
	w := newWatch(alive, nil)
	w.running = true // nobody looks at the apps, which aren't there
	open := func(app string) error {
		_, _, err := w.follow(app)
		return err
	}
	check := func(app string, kind fault.Kind, message string) {
		t.Helper()
		err := open(app)
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || f.Kind != kind || !strings.HasPrefix(f.Message, message) || f.RetryAfter == 0 {
			t.Errorf("%s: %v, want %s", app, err, kind)
		}
	}
	for range mostWatchers {
		if err := open("busy"); err != nil {
			t.Fatal(err)
		}
	}
	check("busy", appbuilder.LimitReached, "This app is open in too many windows.")
	for i := range mostWatched - 1 {
		if err := open(fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	check("other", fault.Unavailable, "Too many apps are open on this server.")
	if err := open("0"); err != nil { // it is among those that are looked at
		t.Error(err)
	}
	stop()
	check("0", fault.Unavailable, "The server is restarting.")
}
