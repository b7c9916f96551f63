package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

// house is a family. Its mark is in all that its members save, in the addresses that
// say who they are, and in nothing that they send about others.
type house struct {
	mark     string
	persons  []*person
	treasure string // the title of a recipe that it has from the start
	id       string // of that recipe
}

// person is a member of a family, who has signed in.
type person struct {
	*house

	email, token string
}

func newHouse(mark, treasure string) *house {
	h := &house{mark: mark, treasure: treasure}
	for n := range 5 {
		h.persons = append(h.persons, &person{house: h, email: fmt.Sprintf("person%d@%s.example.com", n, mark)})
	}
	return h
}

// dish is the title of a recipe that a client saves: the two families' have words in common.
func (h *house) dish(client int) string { return fmt.Sprintf("Dish %d %s", client, h.mark) }

func (h *house) recipe(title string) string {
	return fmt.Sprintf(`{"title":%q,"description":"as %s cooks it","ingredients":[{"name":"%s berry"}],"steps":[{"instruction":"Ask %[2]s"}]}`, title, h.mark, h.mark)
}

// estate is where two families live.
type estate struct {
	inAPI      bool // the vault is a recipe-vault's
	inDatabase bool // the families are in its database, and titles are unique in each
	url        string
}

// TestHTTP_Families has fifty clients of two families at once, each of which has one of
// five persons sign in, and all of whose requests have the same id. None is answered
// with anything of the other family's, and each acts for its own person.
func TestHTTP_Families(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]estate{
		"embedded vault": {},
		"embedded vault, families in the database": {inDatabase: true},
		"recipe-vault": {inAPI: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e.url = "sqlite:" + filepath.Join(t.TempDir(), "recipes.db")
			visited(t, e)
		})
	}
}

func TestPostgres_Families(t *testing.T) {
	t.Parallel()
	visited(t, estate{inDatabase: true, url: pgtest.Start(t).Database(t)})
}

func visited(t *testing.T, e estate) {
	t.Helper()
	houses := []*house{newHouse("zebrine", "Pea soup"), newHouse("quokkan", "Leek soup")}
	s := serveHouses(t, houses, e)
	for _, h := range houses {
		c := &visitor{t: t, s: s, person: h.persons[0], other: h.persons[0].house}
		h.id = c.saved(c.tool("create_recipe", h.recipe(h.treasure)))
	}
	var clients sync.WaitGroup
	for n := range 50 {
		h := n % len(houses)
		persons := houses[h].persons
		c := &visitor{t: t, s: s, person: persons[n/2%len(persons)], other: houses[1-h], modern: n%4 > 1, apart: e.inDatabase}
		clients.Go(func() { c.visit(n) })
	}
	clients.Wait()
	for i, h := range houses {
		c := &visitor{t: t, s: s, person: h.persons[1], other: houses[1-i]}
		list := c.want(c.tool("list_recipes", `{"query":"dish"}`), h.mark)
		if n := strings.Count(list, `\"title\"`); n != 25 {
			t.Errorf("the family %s has %d of 25 dishes: %s", h.mark, n, list)
		}
		c.want(c.tool("get_recipe", `{"recipe_id":"`+h.id+`"}`), h.treasure, "as "+h.mark)
		if strings.Contains(s.Log.String(), h.mark) {
			t.Errorf("an address or a recipe's text is in the log:\n%s", s.Log)
		}
	}
}

// serveHouses starts a server at which every person has signed in.
func serveHouses(t *testing.T, houses []*house, e estate) *harness.Server {
	t.Helper()
	dir := t.TempDir()
	if e.inDatabase {
		for _, h := range houses {
			args := []string{"family", "add", h.mark}
			for _, p := range h.persons {
				args = append(args, "--member", p.email)
			}
			if got := harness.Program(t, "recipe-vault", args...).Set("DATABASE_URL=" + e.url).Run(); got.Code != 0 {
				t.Fatal(got)
			}
		}
		return signInHouses(t, houses, dir, "DATABASE_URL="+e.url)
	}
	file := filepath.Join(dir, "families.yaml")
	text := "families:\n"
	for _, h := range houses {
		text += "  " + h.mark + ":\n    members:\n"
		for _, p := range h.persons {
			text += "      - " + p.email + "\n"
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := []string{"FAMILIES_CONFIG_PATH=" + file, "DATABASE_URL=" + e.url}
	if e.inAPI {
		v := harness.Program(t, "recipe-vault").Set(append(kept, "HTTP_ADDR=127.0.0.1:0", "API_KEY="+apiKey)...).Serve()
		kept = []string{"API_BASE_URL=http://" + v.Address, "API_KEY=" + apiKey}
	}
	return signInHouses(t, houses, dir, kept...)
}

func signInHouses(t *testing.T, houses []*house, dir string, kept ...string) *harness.Server {
	t.Helper()
	k := &kitchen{t, append(kept, "HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self", "DATA_DIR="+dir, "SHOW_AUTHORS=true")}
	s := k.serve()
	at := "http://" + s.Address
	app := connector.New(t, at, at+"/mcp", "http://127.0.0.1/callback")
	for _, h := range houses {
		for _, p := range h.persons {
			p.token = app.Exchange(at, app.Authorize(at, p.email, k.signIn("", p.email))).Access
		}
	}
	return s
}

// visitor is a client of a person's, and looks at each answer for what is not theirs.
type visitor struct {
	*person

	t      *testing.T
	s      *harness.Server
	other  *house
	modern bool // it speaks 2026-07-28
	apart  bool // its titles are none of the other family's business
}

// visit uses all that the server offers.
func (c *visitor) visit(n int) {
	dish, foreign := c.dish(n), `{"recipe_id":"`+c.other.id+`"`
	id := c.saved(c.tool("create_recipe", c.recipe(dish)))
	own := `{"recipe_id":"` + id + `"`

	c.want(c.tool("list_recipes", `{}`), dish, c.treasure)
	c.want(c.tool("list_recipes", `{"query":"soup"}`), c.treasure)
	c.want(c.tool("list_recipes", `{"query":"dish","ingredient":"berry"}`), dish)
	c.want(c.tool("get_recipe", own+`}`), dish, c.mark+" berry", c.email)
	c.want(c.tool("update_recipe", own+`,"servings":3}`), dish, c.email)

	c.want(c.tool("get_recipe", foreign+`}`), "No recipe with id")
	c.want(c.tool("update_recipe", foreign+`,"title":"Gone"}`), "No recipe with id")
	c.want(c.tool("get_recipe", `{"recipe_id":"soup"}`), c.treasure) // the titles that may be meant
	if !c.apart {
		c.want(c.tool("create_recipe", c.recipe(c.other.treasure)), "a recipe that you cannot see")
	}
	c.want(c.tool("create_recipe", c.recipe(c.treasure)), "already exists", c.id)

	c.want(c.say("resources/list", "", `{}`), dish, "recipe://"+c.id)
	c.want(c.say("resources/read", "recipe://"+id, `{"uri":"recipe://`+id+`"}`), "as "+c.mark)
	for _, uri := range []string{"recipe://" + c.other.id, "recipe://" + c.other.id + ".json"} {
		c.want(c.say("resources/read", uri, `{"uri":"`+uri+`"}`), `"error"`)
	}
	const complete = "completion/complete"
	c.want(c.say(complete, "", `{"ref":{"type":"ref/resource","uri":"recipe://{id}"},"argument":{"name":"id","value":"soup"}}`), c.id)
	c.want(c.say(complete, "", `{"ref":{"type":"ref/prompt","name":"cook_recipe"},"argument":{"name":"recipe","value":"dish"}}`), "Dish ", c.mark)
	for _, title := range []string{c.treasure, c.other.treasure} {
		text := c.say("prompts/get", "cook_recipe", `{"name":"cook_recipe","arguments":{"recipe":"`+title+`"}}`)
		if strings.Contains(text, "as "+c.mark) != (title == c.treasure) {
			c.t.Errorf("%s: the prompt for %s: %s", c.email, title, text)
		}
	}
}

// tool calls a tool.
func (c *visitor) tool(name, arguments string) string {
	return c.say("tools/call", name, `{"name":"`+name+`","arguments":`+arguments+`}`)
}

// say sends a request and returns its answer, in which nothing is of the other family
// but what was sent.
func (c *visitor) say(method, name, params string) string {
	c.t.Helper()
	header := []string{"Content-Type", "application/json", "Authorization", "Bearer " + c.token}
	sent := params
	if c.modern {
		header = append(header, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name)
		sent = params[:len(params)-1] + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}`
		sent = strings.Replace(sent, "{,", "{", 1)
	}
	_, text, err := c.s.Do(c.t.Context(), http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+sent+`}`, header...)
	if err != nil || !strings.Contains(text, `"id":1`) {
		c.t.Errorf("%s %s: %v %s", method, params, err, text)
	}
	for _, foreign := range []string{c.other.mark, c.other.id} {
		if c.other != c.house && strings.Contains(text, foreign) && !strings.Contains(params, foreign) {
			c.t.Errorf("%s is answered on %s %s with what is of another family: %s", c.email, method, params, text)
		}
	}
	return text
}

// want checks an answer for its parts, and returns it.
func (c *visitor) want(text string, parts ...string) string {
	c.t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			c.t.Errorf("%s: %q is not in %s", c.email, part, text)
		}
	}
	return text
}

// saved returns the id of a recipe that was saved for this person.
func (c *visitor) saved(text string) string {
	c.t.Helper()
	var answer struct {
		Result struct {
			StructuredContent struct {
				ID string `json:"id"`
				By string `json:"created_by"`
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		c.t.Errorf("%s: %v", text, err)
	}
	got := answer.Result.StructuredContent
	if got.ID == "" || got.By != c.email {
		c.t.Errorf("%s saved a recipe as %q: %s", c.email, got.By, text)
	}
	return got.ID
}
