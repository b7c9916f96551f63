package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// What a resource holds, and for how long and by whom it may be cached.
func TestResource_S7_Read(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	card := func(uri string) string {
		return `"contents":[{"_meta":{"ui":{"prefersBorder":true}},"uri":"` + uri + `","mimeType":"text/html;profile=mcp-app","text":"<b>&</b>"}]`
	}
	for uri, row := range map[string]struct{ contents, hints string }{
		"ui://fake/card.html?v=9": {card("ui://fake/card.html?v=9"), `,"ttlMs":3600000,"cacheScope":"public"`},
		"ui://fake/card.html":     {card("ui://fake/card.html"), `,"ttlMs":3600000,"cacheScope":"public"`},
		"fake://both":             {`"contents":[{"uri":"fake://both","mimeType":"text/plain","text":"a"},{"uri":"fake://both#2","blob":"AP8="}]`, `,"ttlMs":60000,"cacheScope":"private"`},
		"fake://items/a%20b":      {`"contents":[{"uri":"fake://items/a%20b","text":"fake://items/a%20b is a b"}]`, `,"ttlMs":0,"cacheScope":"private"`},
		"fake://items/7":          {`"contents":[{"uri":"fake://items/7","text":"fake://items/7 is 7"}]`, `,"ttlMs":0,"cacheScope":"private"`},
	} {
		check(t, uri, run(t, server.Request(""), message("resources/read", `"uri":"`+uri+`"`, mcptest.Legacy)), `"result":{`+row.contents+`}`)
		check(t, uri, run(t, server.Request(""), message("resources/read", `"uri":"`+uri+`"`, mcptest.Modern)), `"result":{`+row.contents+row.hints+complete+`}`)
	}
	for _, params := range []string{``, `"uri":5`, `"uri":""`, `"uri":null`} {
		check(t, params, run(t, server.Request(""), message("resources/read", params, mcptest.Legacy)),
			`"error":{"code":-32602,"message":"params.uri must be the URI of a resource","data":{"kind":"invalid_params","field":"uri"}}`)
	}
	check(t, "no params", run(t, server.Request(""), `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":[]}`),
		`"error":{"code":-32602,"message":"params.uri must be the URI of a resource","data":{"kind":"invalid_params","field":"uri"}}`)
}

// The lists, a page at a time, in a fixed order and with hints.
func TestLists_Pages(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	for method, want := range map[string]string{
		"tools/list": "asks declares fails logs | shows works", "resources/list": "asks both broken card | gone taken",
		"resources/templates/list": "item", "prompts/list": "asks broken greet",
	} {
		var pages []string
		cursor := ""
		for range 5 {
			got := run(t, server.Request(""), message(method, cursor, mcptest.Modern))
			if !strings.Contains(got, `"ttlMs":3600000,"cacheScope":"private"`) {
				t.Errorf("%s has no hints: %s", method, got)
			}
			var page struct {
				Result struct {
					Tools, Resources, ResourceTemplates, Prompts []struct{ Name string }
					NextCursor                                   string
				}
			}
			if err := json.Unmarshal([]byte(got), &page); err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, entry := range append(append(append(page.Result.Tools, page.Result.Resources...), page.Result.ResourceTemplates...), page.Result.Prompts...) {
				names = append(names, entry.Name)
			}
			pages = append(pages, strings.Join(names, " "))
			if cursor = `"cursor":"` + page.Result.NextCursor + `"`; page.Result.NextCursor == "" {
				break
			}
		}
		if got := strings.Join(pages, " | "); got != want {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
		if got := run(t, server.Request(""), message(method, `"cursor":"%"`, "")); !strings.Contains(got, `"code":-32602,"message":"params.cursor must be the nextCursor of an earlier answer to `+method+`; leave it out to begin again","data":{"kind":"invalid_params","field":"cursor"}`) {
			t.Errorf("%s with a bad cursor: %s", method, got)
		}
	}
}

func TestResource_Published(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, func(o *mcp.Options) { o.Resources = o.Resources[:2] })
	check(t, "resources", run(t, server.Request(""), message("resources/list", "", "")),
		`"result":{"resources":[{"uri":"fake://both","name":"both","description":"Text and bytes."},`+
			`{"_meta":{"ui":{"prefersBorder":true}},"uri":"ui://fake/card.html","name":"card","title":"Card","mimeType":"text/html;profile=mcp-app","size":9}]}`)
	check(t, "templates", run(t, server.Request(""), message("resources/templates/list", "", "")),
		`"result":{"resourceTemplates":[{"uriTemplate":"fake://items/{id}","name":"item"}]}`)
	check(t, "prompts", run(t, server.Request(""), message("prompts/list", "", "")),
		`"result":{"prompts":[{"name":"asks"},{"name":"broken"},{"name":"greet","title":"Greet","arguments":[{"name":"who","required":true},{"name":"how"}]}]}`)
}

// A server without resources and prompts has no methods for them.
func TestServer_WithoutResources(t *testing.T) {
	t.Parallel()
	s := mcptest.Serve(t, mcptest.Options(), nil)
	for method, params := range map[string]string{
		"resources/list": ``, "resources/read": `"uri":"a"`, "prompts/list": ``, "prompts/get": `"name":"a"`,
		"completion/complete": `"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"a","value":""}`,
	} {
		for _, era := range []string{mcptest.Legacy, mcptest.Modern} {
			if got := run(t, s, message(method, params, era)); !strings.Contains(got, `"code":-32601`) {
				t.Errorf("%s: %s", method, got)
			}
		}
	}
}

func TestNew_RefusesBadResources(t *testing.T) {
	t.Parallel()
	read := holds()
	good := mcp.Resource{URI: "a://b", Name: "b", Read: read}
	for want, change := range map[string]func(*mcp.Options){
		`resource "": it has no URI or no name`:                   func(o *mcp.Options) { o.Resources = []mcp.Resource{{Name: "b"}} },
		`resource "a://b": it can't be read`:                      func(o *mcp.Options) { o.Resources = []mcp.Resource{{URI: "a://b", Name: "b"}} },
		`resource "a://b?v=2": there are two of this URI or name`: func(o *mcp.Options) { o.Resources = []mcp.Resource{good, {URI: "a://b?v=2", Name: "c", Read: read}} },
		`resource "a://c": there are two of this URI or name`:     func(o *mcp.Options) { o.Resources = []mcp.Resource{good, {URI: "a://c", Name: "b", Read: read}} },
		`resource "a://b": its answers may be cached for an hour at most`: func(o *mcp.Options) {
			o.Resources = []mcp.Resource{{URI: "a://b", Name: "b", Read: read, Cache: mcp.Cache{TTL: 61 * time.Minute}}}
		},
		`resource template "a://{b}": it has no variable c to complete`: func(o *mcp.Options) {
			o.Templates = []mcp.ResourceTemplate{{URI: "a://{b}", Name: "b", Read: read, Complete: map[string]mcp.Complete{"c": suggest}}}
		},
		`resource template "a://{b": `:   func(o *mcp.Options) { o.Templates = []mcp.ResourceTemplate{{URI: "a://{b", Name: "b", Read: read}} },
		`prompt "": it has no name`:      func(o *mcp.Options) { o.Prompts = []mcp.Prompt{{Get: greet}} },
		`prompt "a": it has no messages`: func(o *mcp.Options) { o.Prompts = []mcp.Prompt{{Name: "a"}} },
		`prompt "a": there are two of this name`: func(o *mcp.Options) {
			o.Prompts = []mcp.Prompt{{Name: "a", Get: greet}, {Name: "a", Get: greet}}
		},
		`prompt "a": an argument has no name, or the name of another argument`: func(o *mcp.Options) {
			o.Prompts = []mcp.Prompt{{Name: "a", Get: greet, Arguments: []mcp.PromptArgument{{Name: "x"}, {Name: "x"}}}}
		},
	} {
		o := mcptest.Options()
		change(&o)
		if _, err := mcp.New(o, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// listing has three dishes, two on a page, which belong to the caller. After "gone"
// it fails.
func listing(ctx context.Context, after string) ([]mcp.Resource, string, error) {
	owner, _ := ctx.Value(principalKey{}).(string)
	dishes := []mcp.Resource{
		{URI: "fake://items/1", Name: owner + "1", Title: "Soup & <bread>", MIME: "text/plain"},
		{URI: "fake://items/2", Name: owner + "2", Title: "Soup & <bread>", Size: 7},
		{URI: "fake://items/3", Name: owner + "3", Description: "The last."},
	}
	switch after {
	case "":
		return dishes[:2], "2 é\x00", nil
	case "2 é\x00":
		return dishes[2:], "", nil
	case "gone":
		return nil, "", &fault.Error{Kind: fault.Unavailable, Message: "It is down.", Err: errors.New(secret)}
	}
	return nil, "", nil
}

// What the system lists comes page by page, for whoever asks, with the server's own
// resources at the end of the first. No one may cache it.
func TestListing(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, func(o *mcp.Options) { o.Resources, o.Listing = o.Resources[1:2], listing })
	const (
		own    = `,{"uri":"fake://both","name":"both","description":"Text and bytes."}`
		first  = `{"uri":"fake://items/1","name":"ann1","title":"Soup & <bread>","mimeType":"text/plain"},{"uri":"fake://items/2","name":"ann2","title":"Soup & <bread>","size":7}`
		second = `{"uri":"fake://items/3","name":"ben3","description":"The last."}`
		cursor = `MiDDqQA`
		hints  = `,"ttlMs":0,"cacheScope":"private"`
	)
	ann := context.WithValue(t.Context(), principalKey{}, "ann")
	ben := context.WithValue(t.Context(), principalKey{}, "ben")
	for _, row := range []struct {
		name string
		ctx  context.Context
		params,
		want string
	}{
		{"first page", ann, ``, `"resources":[` + first + own + `],"nextCursor":"` + cursor + `"`},
		{"null", ann, `"cursor":null`, `"resources":[` + first + own + `],"nextCursor":"` + cursor + `"`},
		{"last page", ben, `"cursor":"` + cursor + `"`, `"resources":[` + second + `]`},
		{"a place that is not there", ben, `"cursor":"bm93aGVyZQ"`, `"resources":[]`},
	} {
		check(t, row.name, runAs(row.ctx, t, server.Request(""), message("resources/list", row.params, mcptest.Legacy)), `"result":{`+row.want+`}`)
		check(t, row.name, runAs(row.ctx, t, server.Request(""), message("resources/list", row.params, mcptest.Modern)), `"result":{`+row.want+hints+complete+`}`)
	}
	for _, params := range []string{`"cursor":"%"`, `"cursor":5`, `"cursor":"MiDDqQB"`} {
		got := run(t, server.Request(""), message("resources/list", params, mcptest.Legacy))
		if !strings.Contains(got, `"code":-32602,"message":"params.cursor must be the nextCursor of an earlier answer to resources/list; leave it out to begin again","data":{"kind":"invalid_params","field":"cursor"}`) {
			t.Errorf("%s: %s", params, got)
		}
	}
	got := run(t, server.Request(""), message("resources/list", `"cursor":"Z29uZQ"`, mcptest.Legacy))
	if !strings.Contains(got, `"message":"It is down.","data":{"kind":"unavailable"}`) || strings.Contains(got, secret) {
		t.Errorf("a failure: %s", got)
	}
}
