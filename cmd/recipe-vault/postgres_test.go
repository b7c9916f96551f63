package main

import (
	"strings"
	"testing"
)

// TestPostgres_Mistakes has settings of a server that can't be meant. Nothing of its
// address is said.
func TestPostgres_Mistakes(t *testing.T) {
	t.Parallel()
	const url = "postgres://cook:secret@127.0.0.1:1/recipes"
	h := embedded(t)
	file := h.file("url", url+"\n")
	for name, row := range map[string]struct {
		env  map[string]string
		args []string
		want string
	}{
		"no key":              {map[string]string{"DATABASE_URL": url}, nil, "API_KEY must be set with a PostgreSQL database, since every server on it must have the same key"},
		"no key, from a file": {map[string]string{"DATABASE_URL_FILE": file}, nil, "API_KEY must be set with a PostgreSQL database"},
		"two addresses":       {map[string]string{"DATABASE_URL": "sqlite:recipes.db", "DATABASE_URL_FILE": file}, nil, "DATABASE_URL_FILE must not be set together with DATABASE_URL"},
		"no address":          {map[string]string{"DATABASE_URL": "postgres://"}, []string{"export"}, "DATABASE_URL must look like postgres://USER:PASSWORD@HOST:5432/NAME"},
		"another database":    {map[string]string{"DATABASE_URL": "mysql://cook:secret@127.0.0.1/recipes"}, []string{"export"}, "DATABASE_URL must be sqlite: followed by the path of a file, or an address that begins with postgres://"},
		"backup":              {map[string]string{"DATABASE_URL": url}, []string{"backup", "x.db"}, "DATABASE_URL names a PostgreSQL server, whose own tools back it up and restore it: use pg_dump and pg_restore"},
		"restore":             {map[string]string{"DATABASE_URL_FILE": file}, []string{"restore", "x.db"}, "use pg_dump and pg_restore"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := *h
			h.t, h.env = t, row.env
			got := h.run(row.args...)
			if got.code != exitUsage || !strings.Contains(got.stderr, row.want) || strings.Contains(got.stdout+got.stderr, "secret") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestPostgres_Away: a command says that the server can't be reached.
func TestPostgres_Away(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.env["DATABASE_URL"] = "postgres://cook:secret@127.0.0.1:1/recipes"
	got := h.run("export")
	const want = "recipe-vault: the database on the PostgreSQL server of DATABASE_URL cannot be used: the database server cannot be reached; try again"
	if got.code != exitFailed || !strings.HasPrefix(got.stderr, want) || strings.Contains(got.stderr, "secret") {
		t.Errorf("%+v", got)
	}
}

// TestPostgres_Adopt works on a server as on a file.
func TestPostgres_Adopt(t *testing.T) {
	t.Parallel()
	h := onServer(t)
	h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", smithAndJones)
	h.fill(t, `{"title":"Soup"}`)
	if got := h.run("families", "adopt", "--family", "smith"); got.code != exitOK || !strings.Contains(got.stdout, "Soup") {
		t.Errorf("%+v", got)
	}
	if got := h.run("families", "adopt", "--family", "smith"); got.code != exitOK || !strings.Contains(got.stdout, "nothing to adopt") {
		t.Errorf("%+v", got)
	}
}

// TestPostgres_Import names where the recipes went, without the address.
func TestPostgres_Import(t *testing.T) {
	t.Parallel()
	h := onServer(t)
	want := "1 created, 0 skipped as present, 0 failed, in the PostgreSQL database of DATABASE_URL\n"
	if got := h.must("import", h.file("a.jsonl", `{"title":"Soup"}`)); got != want {
		t.Errorf("%q", got)
	}
}
