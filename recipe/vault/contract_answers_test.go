package vault_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// differs names the cases in which the vault of this project answers otherwise
// than the original server on purpose: with what status the original answers,
// and why. Cases of ours alone are in ownAnswers.
var differs = map[string]struct {
	status int
	why    string
}{
	"title taken in upper case, letters of any script": {201, "the original's database lowers ASCII alone, so both are kept; ours compares as Unicode says"},
	"title of 200 characters in more bytes":            {400, "the original counts bytes; ours counts characters, as the contract says"},
	"description of 2,000 characters in more bytes":    {400, "the same"},
	"put a long description":                           {200, "the original checks it in a create alone; ours in both"},
	"difficulty 0":                                     {500, "the original leaves it to its database, whose refusal is a DATABASE_ERROR; ours refuses the value"},
	"difficulty 6":                                     {500, "the same"},
	"put difficulty 6":                                 {500, "the same"},
	"null lists":                                       {422, "the original takes null for any member but a create's lists; ours for those too"},
}

// answerRow is one row of the contract's tables: a request and its answer.
type answerRow struct {
	name, method, path, body string
	status                   int
	code                     string // empty: plain text, or none at all
	text                     string // what the vault of this project says
}

const recipesPath = "/api/recipes"

func (s *suite) answers(t *testing.T) {
	id := s.create(t, `{"title":"`+s.mark+` Été","difficulty":3}`)
	one, none := recipesPath+"/"+id, recipesPath+"/"+uuid.NewString()
	title := func(rest string) string { return `{"title":"` + s.mark + ` f"` + rest + `}` }
	fill := func(n int) string { return strings.Repeat("é", n-len(s.mark)) }
	rows := []answerRow{
		{"get unknown", "GET", none, "", 404, "NOT_FOUND", strings.TrimPrefix(none, recipesPath+"/")},
		{"get what is not a UUID", "GET", recipesPath + "/nonsense", "", 404, "NOT_FOUND", "nonsense"},
		{"put unknown", "PUT", none, `{"servings":1}`, 404, "NOT_FOUND", strings.TrimPrefix(none, recipesPath+"/")},
		{"delete unknown", "DELETE", none, "", 404, "NOT_FOUND", strings.TrimPrefix(none, recipesPath+"/")},
		{"title taken", "POST", recipesPath, `{"title":"` + s.mark + ` Été"}`, 409, "CONFLICT", s.mark + " Été"},
		{"title taken in upper case", "POST", recipesPath, `{"title":"` + strings.ToUpper(s.mark) + ` Été"}`, 409, "CONFLICT", strings.ToUpper(s.mark) + " Été"},
		{"title taken in upper case, letters of any script", "POST", recipesPath, `{"title":"` + s.mark + ` ÉTÉ"}`, 409, "CONFLICT", s.mark + " ÉTÉ"},
		{"blank title", "POST", recipesPath, `{"title":" \t"}`, 400, "VALIDATION_ERROR", "title must not be blank"},
		{"empty title", "POST", recipesPath, `{"title":""}`, 400, "VALIDATION_ERROR", "title must not be blank"},
		{"title of 200 characters in more bytes", "POST", recipesPath, `{"title":"` + s.mark + fill(200) + `"}`, 201, "", ""},
		{"long title", "POST", recipesPath, `{"title":"` + s.mark + fill(201) + `"}`, 400, "VALIDATION_ERROR", "title must have at most 200 characters"},
		{"description of 2,000 characters in more bytes", "POST", recipesPath, `{"title":"` + s.mark + ` d","description":"` + strings.Repeat("é", 2000) + `"}`, 201, "", ""},
		{"long description", "POST", recipesPath, title(`,"description":"` + strings.Repeat("é", 2001) + `"`), 400, "VALIDATION_ERROR", "description must have at most 2000 characters"},
		{"put a long description", "PUT", one, `{"description":"` + strings.Repeat("é", 2001) + `"}`, 400, "VALIDATION_ERROR", "description must have at most 2000 characters"},
		{"difficulty 0", "POST", recipesPath, title(`,"difficulty":0`), 400, "VALIDATION_ERROR", "difficulty must be between 1 and 5"},
		{"difficulty 6", "POST", recipesPath, title(`,"difficulty":6`), 400, "VALIDATION_ERROR", "difficulty must be between 1 and 5"},
		{"put a blank title", "PUT", one, `{"title":" "}`, 400, "VALIDATION_ERROR", "title must not be blank"},
		{"put difficulty 6", "PUT", one, `{"difficulty":6}`, 400, "VALIDATION_ERROR", "difficulty must be between 1 and 5"},
		{"null lists", "POST", recipesPath, `{"title":"` + s.mark + ` n","ingredients":null,"steps":null}`, 201, "", ""},
		{"servings in words", "POST", recipesPath, title(`,"servings":"four"`), 422, "", "servings must be an integer"},
		{"servings 4.0", "POST", recipesPath, title(`,"servings":4.0`), 422, "", "servings must be an integer"},
		{"servings beyond 32 bits", "POST", recipesPath, title(`,"servings":2147483648`), 422, "", "servings must be an integer"},
		{"title a number", "POST", recipesPath, `{"title":1}`, 422, "", "title must be a string"},
		{"ingredients an object", "POST", recipesPath, title(`,"ingredients":{}`), 422, "", "ingredients must be an array"},
		{"step without instruction", "POST", recipesPath, title(`,"steps":[{"duration_minutes":1}]`), 422, "", "steps[0].instruction is required"},
		{"put servings 4.0", "PUT", one, `{"servings":4.0}`, 422, "", "servings must be an integer"},
		{"method of the list", "PATCH", recipesPath, "", 405, "", ""},
		{"method of one", "PATCH", one, "", 405, "", ""},
		{"unknown path", "GET", "/api/nothing", "", 404, "", ""},
	}
	if s.server == ours {
		rows = append(rows, ownAnswers(one, title)...)
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { s.answer(t, r) })
	}
}

// answer checks one row.
func (s *suite) answer(t *testing.T, r answerRow) {
	a := s.do(t, r.method, r.path, r.body)
	if d, ok := differs[r.name]; ok && s.server != ours {
		s.met[r.name] = true
		if a.status == d.status {
			t.Logf("as the original: %d in place of %d: %s", d.status, r.status, d.why)
			return
		}
		if s.server == theirs {
			t.Errorf("the original answers %d, not %d", d.status, a.status)
		}
	}
	if a.status != r.status {
		t.Fatalf("status %d, want %d: %s", a.status, r.status, a.body)
	}
	if a.status >= 400 {
		checkFailure(t, r, a, s.server == ours)
	}
}

func checkFailure(t *testing.T, r answerRow, a answer, ours bool) {
	t.Helper()
	if r.code == "" {
		if ct := a.header.Get("Content-Type"); ours && !strings.HasPrefix(ct, "text/plain") {
			t.Errorf("content type %q", ct)
		}
		if ours && r.status == http.StatusMethodNotAllowed && a.header.Get("Allow") == "" {
			t.Error("no Allow")
		}
		if ours && !strings.HasPrefix(string(a.body), r.text) {
			t.Errorf("body %q", a.body)
		}
		return
	}
	got := a.object(t)
	if got["code"] != r.code {
		t.Errorf("code %v", got["code"])
	}
	if exact := r.status == 404 || r.status == 409; (ours || exact) && got["error"] != r.text {
		t.Errorf("error %q, want %q", got["error"], r.text)
	}
}

// ownAnswers are cases where the contract is silent and this project decided.
func ownAnswers(one string, title func(string) string) []answerRow {
	const bad = "VALIDATION_ERROR"
	return []answerRow{
		{"no body", "POST", recipesPath, "", 400, bad, "the body is not valid JSON in UTF-8, at byte 0"},
		{"half a body", "POST", recipesPath, `{"title":"a"`, 400, bad, "the body is not valid JSON in UTF-8, at byte 12"},
		{"two bodies", "POST", recipesPath, `{"title":"a"}{}`, 400, bad, "the body is not valid JSON in UTF-8, at byte 13"},
		{"invalid UTF-8", "POST", recipesPath, "{\"title\":\"\xff\"}", 400, bad, "the body is not valid JSON in UTF-8, at byte 10"},
		{"a lone surrogate", "POST", recipesPath, `{"title":"\ud800"}`, 400, bad, "the body is not valid JSON in UTF-8, at byte 10"},
		{"a member twice", "POST", recipesPath, `{"title":"a","title":"b"}`, 400, bad, "the body is not usable JSON: a member occurs twice, before byte 13"},
		{"U+0000", "POST", recipesPath, `{"title":"a\u0000b"}`, 400, bad, "title must not contain the control character U+0000"},
		{"a line end in a title", "POST", recipesPath, `{"title":"a\nb"}`, 400, bad, "title must not contain the control character U+000A"},
		{"a terminal's command", "PUT", one, `{"description":"a\u009bb"}`, 400, bad, "description must not contain the control character U+009B"},
		{"a bell in a unit", "PUT", one, `{"ingredients":[{"name":"a"},{"name":"b","unit":"\u0007"}]}`, 400, bad, "ingredients[1].unit must not contain the control character U+0007"},
		{"a control character in a step", "PUT", one, `{"steps":[{"instruction":"a\tb\r\n\u007f"}]}`, 400, bad, "steps[0].instruction must not contain the control character U+007F"},
		{"an invisible title", "POST", recipesPath, `{"title":"\u200b\u200d\ufe0f"}`, 400, bad, "title must not be blank"},
		{"an empty name", "PUT", one, `{"ingredients":[{"name":""}]}`, 400, bad, "ingredients[0].name must not be empty"},
		{"an empty instruction", "PUT", one, `{"steps":[{"instruction":"x"},{"instruction":""}]}`, 400, bad, "steps[1].instruction must not be empty"},
		{"a negative duration", "PUT", one, `{"steps":[{"instruction":"x","duration_minutes":-1}]}`, 400, bad, "steps[0].duration_minutes must be 0 or more"},
		{"negative time", "POST", recipesPath, title(`,"prep_time_minutes":-1`), 400, bad, "prep_time_minutes must be 0 or more"},
		{"no servings", "PUT", one, `{"servings":0}`, 400, bad, "servings must be 1 or more"},
		{"another unit", "POST", recipesPath, title(`,"steps":[{"instruction":"x","temperature_unit":"K"}]`), 400, bad, "steps[0].temperature_unit must be Celsius or Fahrenheit"},
		{"no title", "POST", recipesPath, `{}`, 422, "", "title is required"},
		{"title in other case", "POST", recipesPath, `{"TITLE":"a"}`, 422, "", "title is required"},
		{"null", "POST", recipesPath, `null`, 422, "", "the body must be a JSON object"},
		{"an array", "PUT", one, `[]`, 422, "", "the body must be a JSON object"},
		{"a null ingredient", "PUT", one, `{"ingredients":[null]}`, 422, "", "ingredients[0].name is required"},
		{"beyond a double", "PUT", one, `{"ingredients":[{"name":"x","quantity":1e400}]}`, 422, "", "ingredients[0].quantity must be a number"},
		{"an id of U+0000", "GET", recipesPath + "/%00", "", 404, "NOT_FOUND", "\x00"},
		{"an id that isn't UTF-8", "GET", recipesPath + "/%ff", "", 404, "NOT_FOUND", "\ufffd"},
		{"put to an id of U+0000", "PUT", recipesPath + "/%00", `{"title":"x","servings":1}`, 404, "NOT_FOUND", "\x00"},
		{"put to an id that isn't UTF-8", "PUT", recipesPath + "/%ff", `{"servings":1}`, 404, "NOT_FOUND", "\ufffd"},
		{"delete an id of U+0000", "DELETE", recipesPath + "/%00", "", 404, "NOT_FOUND", "\x00"},
		{"HEAD", "HEAD", recipesPath, "", 405, "", ""},
		{"a slash behind", "GET", recipesPath + "/", "", 404, "", ""},
		{"outside", "GET", "/", "", 404, "", ""},
		{"api-like", "GET", "/apis", "", 404, "", ""},
	}
}
