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
}
