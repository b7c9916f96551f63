package gift_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func TestNoDescription(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, arguments := range []string{
		`{"recipient_description":""}`, `{"recipient_description":"ab"}`, `{"recipient_description":"!!! 123"}`, `{}`,
		`{"recipient_description":"🎁🎂🎉"}`, `{"recipient_description":"  \n\t a  b "}`, `{"recipient_description":null}`,
	} {
		a := recommend(t, s, arguments)
		if a.Text != "Please provide a description of the gift recipient." || a.Raw != `{"error":"invalid_input","gifts":[]}` || !a.IsError {
			t.Errorf("%s: got %s %s", arguments, a.Text, a.Raw)
		}
	}
}

// Every row of the contract's tables of errors: what is sent, the text, and structuredContent.
func TestWrongArguments(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	list := func(n int, entry string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(entry+",", n), ",") + "]"
	}
	for arguments, want := range map[string]string{
		`{"recipient_description":"my mom","color":"red"}`:                                     "unknown argument color",
		`{"recipient_description":5}`:                                                          "recipient_description",
		`{"recipient_description":["my mom"]}`:                                                 "recipient_description",
		`{"recipient_description":"` + strings.Repeat("my mom ", 286)[:2001] + `"}`:            "recipient_description must have at most 2000 characters.",
		`{"recipient_description":"my mom","limit":"many"}`:                                    "limit",
		`{"recipient_description":"my mom","limit":4.5}`:                                       "limit must",
		`{"recipient_description":"my mom","limit":2}`:                                         "limit must be a whole number from 3 to 10.",
		`{"recipient_description":"my mom","limit":11}`:                                        "limit must be a whole number from 3 to 10.",
		`{"recipient_description":"my mom","past_gifts":"mug, hat"}`:                           "past_gifts",
		`{"recipient_description":"my mom","past_gifts":[5]}`:                                  "past_gifts[0]",
		`{"recipient_description":"my mom","past_gifts":` + list(21, `"mug"`) + `}`:            "past_gifts must have at most 20 entries.",
		`{"recipient_description":"my mom","past_gifts":["` + strings.Repeat("a", 201) + `"]}`: "past_gifts[0] must have at most 200 characters.",
		`{"recipient_description":"my mom","starred_gift_ids":` + list(21, `"x"`) + `}`:        "starred_gift_ids must have at most 20 entries.",
		`{"recipient_description":"my mom","starred_gift_ids":"7f3c1f0e, 7f3c1f0f"}`:           "starred_gift_ids",
	} {
		a := recommend(t, s, arguments)
		if !strings.Contains(a.Text, want) || a.Raw != `{"error":"invalid_input","gifts":[]}` || !a.IsError {
			t.Errorf("%.120s: got %s %s", arguments, a.Text, a.Raw)
		}
	}
	if a := call(t, s, "get_gift_details", `{"gift":"x"}`); !strings.Contains(a.Text, "unknown argument gift;") || a.Raw != `{"error":"invalid_input","gift":null}` {
		t.Errorf("got %s %s", a.Text, a.Raw)
	}
}

// embedder is the table's with faults.
type embedder struct {
	table.Embedder

	id    string
	embed func(ctx context.Context, texts []string) ([][]float32, error)
}

func (e embedder) ID() string { return e.id }

func (e embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, texts)
}

var errDown = &fault.Error{Kind: fault.Unavailable, Message: "The embedding service is down.", Err: errors.New("connection refused")}

func down(context.Context, []string) ([][]float32, error) { return nil, errDown }

// remote hides that a store has all gifts in memory, and can fail.
type remote struct {
	store.Store

	err  error
	gone chan struct{} // gets one when a search begins, and another when its context ends
}

func (r remote) Search(ctx context.Context, v []float32, k int, f store.Filter) ([]store.Hit, error) {
	if r.gone != nil {
		r.gone <- struct{}{}
		<-ctx.Done()
		r.gone <- struct{}{}
		return nil, &fault.Error{Kind: fault.Internal, Message: "given up", Err: context.Cause(ctx)}
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.Store.Search(ctx, v, k, f)
}

// With gifts here, other vectors answer in place of a service that is down; with gifts
// elsewhere, no one does.
func TestEmbeddingServiceDown(t *testing.T) {
	t.Parallel()
	e := embedder{id: "service/x/256", embed: down}
	here := memory.New(memory.Options{Embedder: e, Gifts: func() ([]catalog.Gift, error) {
		c, err := catalog.BuiltIn()
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}})
	reduced := source(builtIn(), table.Embedder{})
	var causes []error
	o := mcptest.Options()
	gift.Declare(&o)
	s := mcptest.Serve(t, o, gift.Tools(rank.New(rank.Options{Source: source(here, e), Reduced: &reduced, Table: table.Embedder{}}),
		gift.ToolOptions{Reduced: func(cause error) { causes = append(causes, cause) }}))
	a := recommendFor(t, s, "sister who loves yoga")
	plain := recommendFor(t, serve(t, ranker()), "sister who loves yoga")
	if a.IsError || a.Raw != plain.Raw || !strings.Contains(a.Text, "Reduced quality") || len(causes) != 1 || !errors.Is(causes[0], errDown) {
		t.Errorf("got %s, %v", a.Text, causes)
	}
	if d := call(t, s, "get_gift_details", map[string]any{"gift_id": a.ids()[0]}); d.IsError {
		t.Errorf("got %s", d.Text)
	}

	var log bytes.Buffer
	o.Log = zerolog.New(&log)
	s = mcptest.Serve(t, o, gift.Tools(rank.New(rank.Options{Source: source(remote{Store: builtIn()}, e), Table: table.Embedder{}}), gift.ToolOptions{}))
	a = recommendFor(t, s, "sister who loves yoga")
	if a.Text != "Unable to fetch recommendations. Please try again." || a.Raw != `{"error":"service_error","gifts":[]}` || !a.IsError {
		t.Errorf("got %s %s", a.Text, a.Raw)
	}
	if strings.Contains(log.String(), "yoga") || !strings.Contains(log.String(), "connection refused") {
		t.Errorf("the log has %s", log.String())
	}
}

func TestService_StoreDown(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker(source(remote{Store: builtIn(), err: errDown}, table.Embedder{})))
	if a := recommendFor(t, s, "sister who loves yoga"); a.Raw != `{"error":"service_error","gifts":[]}` || !a.IsError {
		t.Errorf("got %s", a.Raw)
	}
	s = serve(t, ranker(rank.Source{Embedder: table.Embedder{}, Open: func(context.Context) (store.Store, error) { return nil, errDown }}))
	if a := call(t, s, "get_gift_details", `{"gift_id":"7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d"}`); a.Raw != `{"error":"service_error","gift":null}` ||
		a.Text != "Unable to fetch gift details. Please try again." || !a.IsError {
		t.Errorf("got %s", a.Raw)
	}
}

// A remote store is searched by the vector alone, and finds about what the embedded one does.
func TestRemoteStore(t *testing.T) {
	t.Parallel()
	here, there := serve(t, ranker()), serve(t, ranker(source(remote{Store: builtIn()}, table.Embedder{})))
	for _, text := range []string{"My dad who loves woodworking, 65 years old", "sister who loves yoga, under $25", "my mom", "nephew, 15, into cocktails", "how do I install docker"} {
		a, b := recommendFor(t, here, text), recommendFor(t, there, text)
		common := 0
		for _, id := range a.ids() {
			if strings.Contains(b.Raw, id) {
				common++
			}
		}
		if len(b.Gifts) != 5 || common < 3 || a.Fallback != b.Fallback || a.Context.Searched != b.Context.Searched {
			t.Errorf("%q: %d in common:\n%s\n%s", text, common, a.Text, b.Text)
		}
		star := map[string]any{"recipient_description": text, "starred_gift_ids": b.ids()[:1], "past_gifts": []string{b.Gifts[1].Name}}
		if c := recommend(t, there, star); !c.Context.Starred || strings.Contains(c.Raw, b.ids()[0]) || strings.Contains(c.Raw, b.ids()[1]) || len(c.Gifts) != 5 {
			t.Errorf("%q: got %s", text, c.Raw)
		}
	}
}

// A panic fails its own request, and its text is in no log.
func TestPanic(t *testing.T) {
	t.Parallel()
	e := embedder{id: "service/x/256", embed: func(_ context.Context, texts []string) ([][]float32, error) { panic(texts[0]) }}
	var log bytes.Buffer
	o := mcptest.Options()
	o.Log = zerolog.New(&log)
	gift.Declare(&o)
	s := mcptest.Serve(t, o, gift.Tools(ranker(source(remote{Store: builtIn()}, e)), gift.ToolOptions{}))
	for range 2 {
		if a := recommendFor(t, s, "sister who loves yoga"); a.Raw != `{"error":"service_error","gifts":[]}` || !a.IsError {
			t.Errorf("got %s", a.Raw)
		}
	}
	if strings.Contains(log.String(), "yoga") || !strings.Contains(log.String(), "panic") {
		t.Errorf("the log has %s", log.String())
	}
}

// A canceled call stops what it does.
func TestCanceled(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{}, 2)
	ctx, cancel := context.WithCancel(t.Context())
	r := ranker(source(remote{Store: builtIn(), gone: gone}, table.Embedder{}))
	failed := make(chan error, 1)
	go func() {
		_, err := r.Recommend(ctx, rank.Request{Description: "sister who loves yoga", Limit: 5})
		failed <- err
	}()
	<-gone
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-gone
}

// Many calls at once answer each its own question.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	topics := []string{"yoga", "gardening", "coffee", "woodworking", "knitting", "chess", "fishing", "astronomy", "baking", "dogs"}
	want := map[string]string{}
	for _, topic := range topics {
		want[topic] = recommendFor(t, s, "friend who loves "+topic).Raw
	}
	var lines strings.Builder
	for i := range 100 {
		fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_recommendations","arguments":{"recipient_description":"friend who loves %s"}}}`+"\n", i, topics[i%len(topics)])
	}
	begun := time.Now()
	out := strings.Split(strings.TrimSpace(mcptest.Pipe(t, s, lines.String())), "\n")
	if took := time.Since(begun); len(out) != 100 || took > 3*time.Second {
		t.Errorf("%d answers in %v", len(out), took)
	}
	for _, line := range out {
		var r struct {
			ID     int `json:"id"`
			Result struct {
				Structured json.RawMessage `json:"structuredContent"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if topic := topics[r.ID%len(topics)]; string(r.Result.Structured) != want[topic] {
			t.Errorf("%s: got %s", topic, r.Result.Structured)
		}
	}
}

// The table knows no German. An embedder that does finds what is meant.
func TestGermanDescription(t *testing.T) {
	t.Parallel()
	const text = "Mein Vater liebt das Holzhandwerk und ist 65 Jahre alt"
	a := recommendFor(t, serve(t, ranker()), text)
	if !a.Fallback || len(a.Gifts) != 5 || !strings.Contains(a.Text, "write the description in English") {
		t.Errorf("got %s", a.Text)
	}
	inGerman := embedder{id: "service/x/256", embed: func(ctx context.Context, texts []string) ([][]float32, error) {
		english := make([]string, len(texts))
		for i := range texts {
			english[i] = strings.ReplaceAll(texts[i], text, "woodworking tools for a woodworker")
		}
		return table.Embedder{}.Embed(ctx, english)
	}}
	a = recommendFor(t, serve(t, ranker(source(builtIn(), inGerman))), text)
	if a.Fallback || len(a.Gifts) == 0 || a.Gifts[0].Categories[0] != "woodworking" || strings.Contains(a.Text, "English") {
		t.Errorf("got %s", a.Text)
	}
}

var _ embed.Embedder = embedder{}
