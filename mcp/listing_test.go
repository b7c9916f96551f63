package mcp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

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
