package vault_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// updates holds PUT to its rules. Each recipe has a difficulty: the original rates
// others at any time.
func (s *suite) updates(t *testing.T) {
	rows := []struct{ name, body, want string }{
		{"one member", `{"servings":9}`, `{"servings":9}`},
		{"null says nothing", `{"description":null,"servings":null}`, `{}`},
		{"ingredients replace", `{"ingredients":[{"name":"tofu"}]}`, `{"ingredients":[{"name":"tofu"}]}`},
		{"an empty list clears", `{"steps":[]}`, `{"steps":[]}`},
		{"its own title in other case", `{"title":"` + strings.ToUpper(s.mark) + ` U"}`, `{"title":"` + strings.ToUpper(s.mark) + ` U"}`},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			id := s.create(t, `{"title":"`+s.mark+` u","description":"d","servings":2,"difficulty":2,"ingredients":[{"name":"egg"}],"steps":[{"instruction":"fry"}]}`)
			path := "/api/recipes/" + id
			t.Cleanup(func() { s.do(t, "DELETE", path, "") }) // the next has the same title
			want := s.do(t, "GET", path, "").object(t)
			before := want["updated_at"].(string)
			put := s.do(t, "PUT", path, r.body)
			if put.status != http.StatusOK {
				t.Fatalf("%d %s", put.status, put.body)
			}
			got := put.object(t)
			if after := got["updated_at"].(string); after < before {
				t.Errorf("updated_at went from %s to %s", before, after)
			}
			for m, v := range (answer{body: []byte(r.want)}).object(t) {
				want[m] = v
			}
			for _, m := range []map[string]any{want, got} {
				delete(m, "updated_at")
				for _, list := range []string{"ingredients", "steps"} {
					for _, x := range m[list].([]any) {
						for _, k := range []string{"id", "recipe_id", "position"} {
							delete(x.(map[string]any), k)
						}
					}
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(put.object(t), s.do(t, "GET", path, "").object(t)); d != "" {
				t.Errorf("the answer is not what was stored: %s", d)
			}
		})
	}
	t.Run("a taken title", func(t *testing.T) {
		s.create(t, `{"title":"`+s.mark+` taken"}`)
		id := s.create(t, `{"title":"`+s.mark+` mine","difficulty":2}`)
		a := s.do(t, "PUT", "/api/recipes/"+id, `{"title":"`+s.mark+` TAKEN","servings":7}`)
		if a.status != http.StatusConflict || a.object(t)["error"] != s.mark+" TAKEN" {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := s.do(t, "GET", "/api/recipes/"+id, "").object(t); got["servings"] != nil {
			t.Errorf("half of the update was stored: %v", got)
		}
	})
}
