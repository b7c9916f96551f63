package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/portfolio/site"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// atOnce sends requests at the same time and counts their statuses.
func (d *desk) atOnce(requests ...func() reply) map[int]int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	statuses := map[int]int{}
	for _, send := range requests {
		wg.Go(func() {
			r := send()
			mu.Lock()
			defer mu.Unlock()
			statuses[r.status]++
		})
	}
	wg.Wait()
	return statuses
}

// TestPublish_AtOnce: of several publishes one succeeds, and the page has one address.
func TestPublish_AtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		project := d.ready()
		publish := func() reply { return d.api("POST", "/"+project+"/publish", "") }
		got := d.atOnce(publish, publish, publish, publish)
		if diff := cmp.Diff(map[int]int{http.StatusOK: 1, http.StatusConflict: 3}, got); diff != "" {
			t.Errorf("statuses (-want +got):\n%s", diff)
		}
	})
}

// TestPublish_LimitAtOnce: the plan's limit holds however many publish at once.
func TestPublish_LimitAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		d.who, d.token = d.hire("free@example.com", store.Free)
		var all []func() reply
		for range 8 {
			project := d.ready()
			all = append(all, func() reply { return d.api("POST", "/"+project+"/publish", "") })
		}
		got := d.atOnce(all...)
		if diff := cmp.Diff(map[int]int{http.StatusOK: 5, http.StatusForbidden: 3}, got); diff != "" {
			t.Errorf("statuses (-want +got):\n%s", diff)
		}
	})
}

// TestPublish_AgainstUpdates: whatever comes first, nothing of either is lost, and what
// is derived fits what it is derived from.
func TestPublish_AgainstUpdates(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, d *desk) {
		for round := range 5 {
			project := d.ready()
			second := d.photo(project, true)
			patch := func(body string, args ...any) func() reply {
				return func() reply { return d.api("PATCH", "/"+project, fmt.Sprintf(body, args...)) }
			}
			got := d.atOnce(
				func() reply { return d.api("POST", "/"+project+"/publish", "") },
				patch(`{"city":"Boulder"}`),
				patch(`{"summary":"New."}`),
				patch(`{"hero_image_id":%q}`, second),
				patch(`{"tags":["brick"]}`),
			)
			if got[http.StatusOK] != 5 {
				t.Errorf("statuses %v", got)
			}
			p := d.api("GET", "/"+project, "").at("project").(obj)
			mcptest.Same(t, fmt.Sprint("round ", round), []any{p["status"], p["city"], p["city_slug"], p["summary"], p["description"], p["hero_image_id"], p["tags"]},
				fmt.Sprintf(`["published","Boulder","boulder-co","New.","New.",%q,["brick"]]`, second))
			if url := p["public_url"].(string); !strings.Contains(url, "/boulder-co/") || p["published_at"] == nil {
				t.Errorf("%v", p)
			}
		}
	})
}

// TestPublish_AgainstArchive ends in one of the two, whole.
func TestPublish_AgainstArchive(t *testing.T) {
	t.Parallel()
	d := open(t)
	for range 10 {
		project := d.ready()
		d.atOnce(
			func() reply { return d.api("POST", "/"+project+"/publish", "") },
			func() reply { return d.api("PATCH", "/"+project, `{"status":"archived"}`) },
			func() reply { return d.api("DELETE", "/"+project+"/publish", "") },
		)
		p := d.api("GET", "/"+project, "").at("project").(obj)
		if (p["status"] == "published") != (p["published_at"] != nil) || (p["public_url"] != nil) != (p["published_at"] != nil) {
			t.Errorf("%v", p)
		}
	}
}

// TestPublish_Forced: force does nothing unless it is allowed, and then says what lacks.
func TestPublish_Forced(t *testing.T) {
	t.Parallel()
	d := open(t, func(o *site.Options) { o.AllowForce, o.Trade = true, "roofing" })
	project := d.create(`{"title":"Wall"}`)
	d.api("POST", "/"+project+"/publish", "").wantError(http.StatusBadRequest, "VALIDATION_ERROR", `{"canForce":true,
		"warnings":["The project needs a project type.","The project needs a hero image.","The project needs at least one image."],
		"missing_fields":["project_type","hero_image_id","images"]}`)
	r := d.api("POST", "/"+project+"/publish?force=true", "")
	r.want(http.StatusOK, `["The project needs a project type.","The project needs a hero image.","The project needs at least one image."]`, "warnings")
	r.want(http.StatusOK, `true`, "forcedPublish")
	r.want(http.StatusOK, `"`+home+`"`, "project", "public_url")
	d.api("PATCH", "/"+project, `{"project_type":"Roof"}`).want(http.StatusOK,
		fmt.Sprintf("%q", home+"/denver-co/roofing/roof/"+r.at("project", "slug").(string)), "project", "public_url")
}
