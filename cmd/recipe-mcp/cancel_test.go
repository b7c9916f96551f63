package main_test

import (
	"strconv"
	"strings"
	"testing"
)

func cancelLine(id string) string {
	return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `,"reason":"test"}}` + "\n"
}

func TestCancel(t *testing.T) {
	t.Parallel()
	t.Run("aborts the HTTP request and leaves no answer", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t)
		for id, line := range map[string]string{
			"101":                 callLine("101", "list_recipes", `{}`),
			`"get"`:               callLine(`"get"`, "get_recipe", oneRecipe),
			"9007199254740993":    callLine("9007199254740993", "create_recipe", stew),
			`"update \u00e4 \" "`: callLine(`"update \u00e4 \" "`, "update_recipe", oneChange),
		} {
			s.Write(line)
			<-g.entered
			s.Write(cancelLine(id))
			<-g.left
			s.request("ping", `{}`) // the next answer is this one's
		}
		if rest, code := s.end(); len(rest) > 0 || code != 0 {
			t.Errorf("exit code %d, and answers %v", code, rest)
		}
	})
	t.Run("of another id changes nothing", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t)
		s.Write(callLine("9007199254740993", "list_recipes", `{}`))
		<-g.entered
		for _, id := range []string{`"9007199254740993"`, "9007199254740992", "9007199254740994", "9007199254740993.0", "null", "{}"} {
			s.Write(cancelLine(id))
		}
		s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled"}`)
		s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[9007199254740993]}`)
		s.request("ping", `{}`) // the cancels have been read
		g.open <- struct{}{}
		if a := s.receive(); string(a.ID) != "9007199254740993" {
			t.Errorf("got %s", a.line)
		} else {
			a.recipes(t)
		}
	})
	t.Run("right behind its call is never lost", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t)
		var lines strings.Builder
		for i := range 200 {
			id := strconv.Itoa(1000 + i)
			lines.WriteString(callLine(id, "list_recipes", `{}`) + cancelLine(id))
		}
		s.Write(lines.String())
		s.request("ping", `{}`)
		if rest, code := s.end(); len(rest) > 0 || code != 0 {
			t.Errorf("exit code %d, and answers %v", code, rest)
		}
	})
	t.Run("of a queued write keeps it from being sent", func(t *testing.T) {
		t.Parallel()
		g := newGate(t)
		s := g.start(t)
		s.Write(callLine("101", "create_recipe", stew))
		<-g.entered
		s.Write(callLine("102", "create_recipe", stew) + callLine("103", "list_recipes", `{}`) + cancelLine("102"))
		s.request("ping", `{}`)
		g.open <- struct{}{}
		g.open <- struct{}{}
		s.receive().recipe(t)
		s.receive().recipes(t)
		if n := len(g.seen()); n != 2 {
			t.Errorf("the API saw %d requests, want 2", n)
		}
	})
}

// TestLoop_NeverWaits holds that what needs no call doesn't wait for one.
func TestLoop_NeverWaits(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	s := g.start(t)
	s.Write(callLine("101", "create_recipe", stew))
	<-g.entered
	s.Write(callLine("102", "list_recipes", `{}`))
	s.request("initialize", initialize)
	s.request("ping", `{}`)
	s.request("tools/list", `{}`)
	s.Write(callLine("101", "list_recipes", `{}`)) // in flight already
	again := s.receive()
	again.fails(t, -32600, "invalid_request")
	if string(again.ID) != "101" {
		t.Errorf("got %s", again.line)
	}
	g.open <- struct{}{}
	g.open <- struct{}{}
	if a := s.receive(); string(a.ID) != "101" || a.recipe(t).Title != "From the gate" {
		t.Errorf("got %s", a.line)
	}
	s.receive().recipes(t)
}

// TestLoop_Concurrency holds that reads run side by side, as many as are
// allowed.
func TestLoop_Concurrency(t *testing.T) {
	t.Parallel()
	g := newGate(t)
	const calls, limit = 12, 3
	s := g.start(t, "MAX_CONCURRENCY="+strconv.Itoa(limit))
	for i := range calls {
		s.Write(callLine(strconv.Itoa(i), "get_recipe", oneRecipe))
	}
	for range limit {
		<-g.entered // with none of them let through
	}
	for range calls {
		g.open <- struct{}{}
		s.receive().recipe(t)
	}
	if most := g.most.Load(); most != limit {
		t.Errorf("%d requests were at work at once, want %d", most, limit)
	}
}
