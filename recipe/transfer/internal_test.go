package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

// What a vault and a person see of a transfer is tested by way of the program, in
// cmd/recipe-vault. Here are the parts that need a look from inside.

// embedded is a vault in a file that is not there yet.
func embedded(t *testing.T) *Vault {
	t.Helper()
	v, err := Open(recipe.Options{}, &place.Database{File: filepath.Join(t.TempDir(), "recipes.db")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	return v
}

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"title\":\"Dish %03d\"}\n", i)
	}
	return b.String()
}

func file(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestProgress_Import has an import draw its bar: it moves, never says that it
// is done before it is, and is gone before the summary.
func TestProgress_Import(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := []string{file(t, dir, "a.jsonl", lines(5)), file(t, dir, "b.jsonl", lines(7))}
	var screen bytes.Buffer
	bar := NewBar(&screen, true)
	report, err := Import{Vault: embedded(t), DryRun: true, Bar: bar}.Run(t.Context(), names)
	if err != nil {
		t.Fatal(err)
	}
	drawn := screen.String()
	if bar.recipes != 12 || bar.at < 2*share-10 || bar.at > 2*share || !strings.Contains(drawn, "0 recipes") || !strings.Contains(drawn, "%") {
		t.Errorf("%d recipes, at %d: %q", bar.recipes, bar.at, drawn)
	}
	if last := drawn[strings.LastIndex(drawn[:len(drawn)-1], "\r"):]; strings.TrimSpace(last) != "" {
		t.Errorf("the bar stays: %q", last)
	}
	if report.Created != 7 || report.Skipped != 5 {
		t.Errorf("%+v", report)
	}
}

// TestProgress_Write clears the bar's line for a line of the log.
func TestProgress_Write(t *testing.T) {
	t.Parallel()
	var screen bytes.Buffer
	bar := NewBar(&screen, true)
	if _, err := bar.Write([]byte("early\n")); err != nil {
		t.Fatal(err)
	}
	bar.start(1)
	screen.Reset()
	if n, err := bar.Write([]byte("late\n")); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if got := screen.String(); !strings.HasPrefix(got, "\r") || !strings.HasSuffix(got, "\rlate\n") {
		t.Errorf("%q", got)
	}
}

// TestBelow_most ends at so many files, and an export of a large vault has
// fewer.
func TestBelow_most(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 5 {
		file(t, dir, fmt.Sprintf("%d.cook", i), "Boil.")
	}
	all := below(dir, 3)
	if len(all) != 4 || all[3].err == nil || !strings.Contains(all[3].err.Error(), "more than 3 files") {
		t.Errorf("%+v", all)
	}
	if exact := below(dir, 5); len(exact) != 5 || exact[4].err != nil {
		t.Errorf("%+v", exact)
	}
	if mostFiles < 100_000 {
		t.Errorf("at most %d files", mostFiles)
	}
}

func TestPace(t *testing.T) {
	t.Parallel()
	p := pace{log: zerolog.Nop()}
	var pauses []time.Duration
	for range 7 {
		p.slower(&fault.Error{})
		pauses = append(pauses, p.pause)
	}
	p.slower(&fault.Error{RetryAfter: 20 * time.Second})
	pauses = append(pauses, p.pause)
	p.slower(&fault.Error{RetryAfter: time.Hour})
	pauses = append(pauses, p.pause)
	for range 3 {
		p.faster()
		pauses = append(pauses, p.pause)
	}
	ms := time.Millisecond
	want := []time.Duration{250 * ms, 500 * ms, 1000 * ms, 2000 * ms, 4000 * ms, 5000 * ms, 5000 * ms, 20_000 * ms, 60_000 * ms,
		250 * ms, 0, 0}
	if d := cmp.Diff(want, pauses); d != "" {
		t.Error(d)
	}
}

// TestReport_Bounds counts more than it lists.
func TestReport_Bounds(t *testing.T) {
	t.Parallel()
	var im importing
	for range mostNotes + 5 {
		im.fail(Note{File: "a", Message: "it broke."})
		im.altered(Note{File: "a", Title: "Soup"}, []string{"It was changed."})
	}
	r := im.report
	var b strings.Builder
	if err := r.WriteText(&b, false); err != nil {
		t.Fatal(err)
	}
	if r.Failed != mostNotes+5 || len(r.Failures) != mostNotes || strings.Count(b.String(), "  and 5 more.\n") != 2 {
		t.Errorf("%d, %d\n%s", r.Failed, len(r.Failures), b.String()[len(b.String())-100:])
	}
	if r.Altered != mostNotes+5 || len(r.Alterations) != mostNotes {
		t.Errorf("%d, %d", r.Altered, len(r.Alterations))
	}
	all := slices.Collect(strings.Lines(b.String()))
	if len(all) != 2*(mostNotes+2)+1 {
		t.Errorf("%d lines", len(all))
	}
}

func TestNote_String(t *testing.T) {
	t.Parallel()
	n := Note{File: "a.zip", Entry: "b.json", Line: 2, Message: "it said \x1b[2J"}
	if got, want := n.String(), `a.zip, b.json, line 2: it said \x1b[2J`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// backwards answers each eight recipes in the reverse of their order, and the
// first eight only when all of them were asked for.
type backwards struct {
	asked         sync.WaitGroup
	done          []chan struct{}
	running, most atomic.Int32
}

func (b *backwards) get(_ context.Context, id string) (json.RawMessage, error) {
	n, err := strconv.Atoi(id)
	if err != nil {
		return nil, err
	}
	now := b.running.Add(1)
	for most := b.most.Load(); now > most && !b.most.CompareAndSwap(most, now); most = b.most.Load() {
		continue
	}
	if n < concurrent {
		b.asked.Done()
	}
	if n%concurrent == concurrent-1 {
		b.asked.Wait()
	} else {
		<-b.done[n+1]
	}
	b.running.Add(-1)
	close(b.done[n])
	return json.RawMessage(id), nil
}

// TestInOrder has eight fetches under way, never more, and the rows' order.
func TestInOrder(t *testing.T) {
	t.Parallel()
	from := &backwards{}
	from.asked.Add(concurrent)
	var rows []row
	for i := range concurrent * 3 {
		rows = append(rows, row{ID: strconv.Itoa(i)})
		from.done = append(from.done, make(chan struct{}))
	}
	var got []row
	for details, err := range inOrder(t.Context(), rows, from.get) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, row{ID: string(details)})
	}
	if diff := cmp.Diff(rows, got); diff != "" || from.most.Load() != concurrent {
		t.Errorf("%d side by side (-want +got):\n%s", from.most.Load(), diff)
	}
}

// TestFileNames gives each row a name of its own, whatever the titles.
func TestFileNames(t *testing.T) {
	t.Parallel()
	titles := []string{"Soup", "soup!", "Soup 2", "SOUP-2", "Soup 3", "e\u0301", "É", "", "con", "Recipe"}
	var rows []row
	for _, title := range titles {
		rows = append(rows, row{Title: title})
	}
	want := []string{"Soup.cook", "soup-2.cook", "Soup-2-2.cook", "SOUP-2-3.cook", "Soup-3.cook", "e\u0301.cook", "É-2.cook", "recipe.cook", "con-recipe.cook", "Recipe-2.cook"}
	if diff := cmp.Diff(want, fileNames(rows, "cooklang")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	many := make([]row, 10_000) // all alike
	seen := map[string]bool{}
	for _, name := range fileNames(many, "cooklang") {
		seen[name] = true
	}
	if len(seen) != len(many) {
		t.Errorf("%d names", len(seen))
	}
}

// TestExport_OnScreen has JSON that a terminal shows and does not obey, and that
// means the same as what goes to a file.
func TestExport_OnScreen(t *testing.T) {
	t.Parallel()
	v := embedded(t)
	if _, err := v.client.Create(t.Context(), json.RawMessage(`{"title":"left\u202eright é"}`)); err != nil {
		t.Fatal(err)
	}
	export := func(onScreen bool) string {
		var b strings.Builder
		e := Export{Vault: v, Format: "jsonl", OnScreen: onScreen}
		if _, err := e.Run(t.Context(), "", &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := export(true); got != `{"title":"left\u202eright é"}`+"\n" {
		t.Errorf("on a screen: %q", got)
	}
	if got := export(false); got != "{\"title\":\"left\u202eright é\"}\n" {
		t.Errorf("to a file: %q", got)
	}
}

// TestExport_TakenMeanwhile keeps what somebody else put there since.
func TestExport_TakenMeanwhile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	e := Export{Vault: &Vault{}}
	err := e.toFile(path, func(io.Writer) error { return os.WriteFile(path, []byte("precious"), 0o600) })
	if !errors.Is(err, os.ErrExist) {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "precious" {
		t.Errorf("%q, %v", text, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestTitles_free(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 200)
	k := titles{}
	for _, s := range []string{"Soup", " soup (2)", long} {
		k.add(s, entry{})
	}
	for in, want := range map[string]string{
		"Soup ": "Soup (3)", "Stew": "Stew (2)", long: strings.Repeat("é", 98) + " (2)", strings.Repeat("x", 195) + " y z": strings.Repeat("x", 195) + " (2)",
	} {
		if got := k.free(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
