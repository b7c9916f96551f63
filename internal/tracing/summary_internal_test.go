package tracing

import "testing"

func TestSummary(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT id FROM recipes WHERE title = ?":                             "SELECT recipes",
		"select id\n\tfrom recipes r, steps":                                 "SELECT recipes",
		"INSERT INTO steps (a, b) VALUES (?, ?)":                             "INSERT steps",
		"INSERT OR IGNORE INTO steps SELECT * FROM other":                    "INSERT steps",
		"UPDATE recipes SET title = 'into secrets from alice' WHERE id = $1": "UPDATE recipes",
		"UPDATE ONLY recipes SET a = 1":                                      "UPDATE recipes",
		"DELETE FROM recipes WHERE id IN (SELECT id FROM old)":               "DELETE recipes",
		"SELECT (SELECT count(*) FROM a), 'from secrets' FROM b":             "SELECT a",
		"SELECT count(*) FROM (SELECT 1 FROM a) x":                           "SELECT a",
		"SELECT EXISTS (SELECT 1 FROM a)":                                    "SELECT a",
		"WITH x AS (SELECT 1 FROM a) SELECT * FROM x JOIN y ON true":         "WITH a",
		"WITH RECURSIVE x AS (SELECT 1) INSERT INTO z SELECT * FROM x":       "WITH z",
		"-- from secrets\nSELECT 1 FROM a":                                   "SELECT a",
		"SELECT 1":                                                           "SELECT ",
		"SELECT value FROM json_each(?)":                                     "SELECT json_each",
		`SELECT 1 FROM "secret table"`:                                       "SELECT ",
		"SELECT 'it''s from b' FROM public.recipes":                          "SELECT public.recipes",
		"":                      " ",
		"(SELECT 1 FROM a)":     " ",
		"SELECT 'never ends":    "SELECT ",
		"SELECT é FROM recipes": "SELECT recipes",
	} {
		verb, table := summary(sql)
		if got := verb + " " + table; got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}
