package admin

import (
	"net/http"
	"strconv"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// shown is a family as it is sent.
type shown struct {
	Name       string   `json:"name"`
	CreatedAt  string   `json:"created_at"`
	Recipes    int64    `json:"recipes"`
	Bytes      int64    `json:"bytes"`
	MaxRecipes int64    `json:"max_recipes"`
	MaxBytes   int64    `json:"max_bytes"`
	Members    []string `json:"members,omitzero"`
	Keys       []key    `json:"keys,omitzero"`
}

// key is what is known of a key; Key is the key itself, when it is new.
type key struct {
	ID        string `json:"id"`
	Key       string `json:"key,omitzero"`
	Note      string `json:"note"`
	CreatedAt string `json:"created_at"`
	LastUsed  string `json:"last_used,omitzero"`
}

func show(f family.Family) shown {
	return shown{Name: f.Name, CreatedAt: f.CreatedAt, Recipes: f.Recipes, Bytes: f.Bytes, MaxRecipes: f.Limits.Recipes, MaxBytes: f.Limits.Bytes}
}

// whole is a family with its members and keys.
func (a *API) whole(r *http.Request, name string) (shown, error) {
	f, err := a.registry.Get(r.Context(), name)
	s := show(f)
	s.Members, s.Keys = append([]string{}, f.Members...), []key{}
	for _, k := range f.Keys {
		s.Keys = append(s.Keys, key{ID: k.ID, Note: k.Note, CreatedAt: k.CreatedAt, LastUsed: k.LastUsed})
	}
	return s, err
}

// joined is what came of new members.
type joined struct {
	Recipes int64    `json:"recipes_moved"`
	Left    []string `json:"titles_left,omitzero"`
}

func (a *API) list(r *http.Request) (int, any, error) {
	limit := 50
	if text := r.URL.Query().Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostFamilies {
			return 0, nil, &family.Error{Kind: family.Invalid, Field: "limit", Message: "limit must be a whole number from 1 to " + strconv.Itoa(mostFamilies)}
		}
		limit = n
	}
	all, err := a.registry.List(r.Context(), r.URL.Query().Get("after"), limit+1)
	page := struct {
		Families []shown `json:"families"`
		Next     string  `json:"next,omitzero"` // the after of the next list
	}{Families: []shown{}}
	for i, f := range all {
		if i == limit {
			page.Next = all[i-1].Name
			break
		}
		page.Families = append(page.Families, show(f))
	}
	return http.StatusOK, page, err
}

func (a *API) add(r *http.Request) (int, any, error) {
	var b struct {
		Name       string   `json:"name"`
		Members    []string `json:"members"`
		MaxRecipes int64    `json:"max_recipes"`
		MaxBytes   int64    `json:"max_bytes"`
	}
	if err := decode(r, &b); err != nil {
		return 0, nil, err
	}
	came, err := a.registry.Add(r.Context(), family.New{Name: b.Name, Members: b.Members, Limits: family.Limits{Recipes: b.MaxRecipes, Bytes: b.MaxBytes}})
	return http.StatusCreated, joined{came.Recipes, came.Left}, err
}

func (a *API) get(r *http.Request) (int, any, error) {
	s, err := a.whole(r, r.PathValue("name"))
	return http.StatusOK, s, err
}

func (a *API) limit(r *http.Request) (int, any, error) {
	var b struct {
		MaxRecipes *int64 `json:"max_recipes"`
		MaxBytes   *int64 `json:"max_bytes"`
	}
	if err := decode(r, &b); err != nil {
		return 0, nil, err
	}
	f, err := a.registry.Limit(r.Context(), r.PathValue("name"), b.MaxRecipes, b.MaxBytes)
	return http.StatusOK, show(f), err
}

// remove takes the fate of the recipes from the URL: bodies of DELETE get lost on the way.
func (a *API) remove(r *http.Request) (int, any, error) {
	fate := family.Fate{To: r.URL.Query().Get("to")}
	switch r.URL.Query().Get("recipes") {
	case "":
	case "delete":
		fate.Delete = true
	case "release":
		fate.Release = true
	default:
		return 0, nil, &family.Error{Kind: family.Invalid, Field: "recipes", Message: "recipes must be delete or release; to names a family that gets them"}
	}
	_, err := a.registry.Remove(r.Context(), r.PathValue("name"), fate)
	return http.StatusNoContent, nil, err
}

func (a *API) addMember(r *http.Request) (int, any, error) {
	var b struct {
		Address string `json:"address"`
	}
	if err := decode(r, &b); err != nil {
		return 0, nil, err
	}
	came, err := a.registry.AddMember(r.Context(), r.PathValue("name"), b.Address)
	return http.StatusOK, joined{came.Recipes, came.Left}, err
}

func (a *API) removeMember(r *http.Request) (int, any, error) {
	return http.StatusNoContent, nil, a.registry.RemoveMember(r.Context(), r.PathValue("name"), r.PathValue("address"))
}

func (a *API) addKey(r *http.Request) (int, any, error) {
	var b struct {
		Note string `json:"note"`
	}
	if err := decode(r, &b); err != nil {
		return 0, nil, err
	}
	text, k, err := a.registry.AddKey(r.Context(), r.PathValue("name"), b.Note)
	return http.StatusCreated, key{ID: k.ID, Key: text, Note: k.Note, CreatedAt: k.CreatedAt}, err
}

func (a *API) revokeKey(r *http.Request) (int, any, error) {
	return http.StatusNoContent, nil, a.registry.RevokeKey(r.Context(), r.PathValue("name"), r.PathValue("id"))
}
