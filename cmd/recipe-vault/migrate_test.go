package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// many fills the file of h with n recipes, past the handler.
func (h *home) many(n int) {
	h.t.Helper()
	store := vault.File(strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:"), zerolog.Nop())
	err := store.Write(h.t.Context(), func(t vault.Tx) error {
		for i := range n {
			title := fmt.Sprintf("soup %d", i)
			if err := t.Put(vault.Record{ID: uuid.NewString(), Title: title, Key: title, Created: time.Unix(0, 0).UTC(), Updated: time.Unix(int64(i), 0).UTC()}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// TestMigrate_Killed kills a migration as kill -9 does, which changes nothing. The next run
// copies everything, and the way back is the same vault again.
func TestMigrate_Killed(t *testing.T) {
	t.Parallel()
	server, h := onServer(t), embedded(t)
	h.many(2500)
	url := h.file("url", server.env["DATABASE_URL"])
	tmp := t.TempDir()
	p := h.command("migrate", "--to-file", url).Set("TMPDIR="+tmp, "TMP="+tmp).Start()
	p.Log.Await(t, "1000 recipes")
	p.Kill()
	if p.Wait() == 0 {
		t.Error("it was not killed")
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("it has left %v: %v", left, err)
	}
	if got := server.titles(); len(got) > 0 {
		t.Errorf("%d recipes were copied", len(got))
	}
	got := h.run("migrate", "--to-file", url)
	if got.code != exitOK || !strings.HasPrefix(got.stdout, "2500 recipes, with 0 ingredients and 0 steps, are in both databases: they have the same.") {
		t.Errorf("%+v", got)
	}
	back := filepath.Join(h.dir, "back.db")
	if got := h.run("migrate", "--from-file", url, "--to", "sqlite:"+back); got.code != exitOK || !strings.Contains(got.stdout, "they have the same.") {
		t.Errorf("%+v", got)
	}
	other := embedded(t)
	other.env["DATABASE_URL"] = "sqlite:" + back
	want, have := h.run("export"), other.run("export")
	if diff := cmp.Diff(want.stdout, have.stdout); diff != "" || want.code+have.code != exitOK {
		t.Errorf("(-want +got):\n%.500s", diff)
	}
}

// TestMigrate_Untouched leaves a file of the first release as it is, with nothing beside it, and
// goes on with it as with any.
func TestMigrate_Untouched(t *testing.T) {
	t.Parallel()
	h, to := firstRelease(t, [2]string{"Soup", ""}, [2]string{"Stew", "alice@example.com"}), embedded(t)
	path := strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:")
	state := func() string {
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%v %x", entries, sha256.Sum256(text))
	}
	before := state()
	for _, want := range []string{"2 recipes, with", "An earlier run copied them"} {
		got := h.run("migrate", "--to", to.env["DATABASE_URL"])
		if got.code != exitOK || !strings.Contains(got.stdout, want) || !strings.HasPrefix(got.stderr, "The file is of an earlier release") {
			t.Errorf("%+v", got)
		}
		if after := state(); after != before {
			t.Errorf("%s\n%s", before, after)
		}
	}
	if diff := cmp.Diff([]string{"Soup", "Stew"}, to.titles()); diff != "" {
		t.Error(diff)
	}
}

// TestMigrate_Again says that nothing was left to copy, and keeps what the target has got since.
func TestMigrate_Again(t *testing.T) {
	t.Parallel()
	h, to := embedded(t), embedded(t)
	h.fill(t, `{"title":"Soup"}`)
	target := to.env["DATABASE_URL"]
	h.must("migrate", "--to", target)
	if got := h.must("migrate", "--to", target); !strings.HasSuffix(got, "An earlier run copied them; nothing was changed.\n") {
		t.Errorf("%q", got)
	}
	to.ask("POST", "/api/recipes", `{"title":"Stew"}`)
	want := "the database to move to holds recipes or families that differ from those to move; nothing was changed. Name a new database"
	if got := h.run("migrate", "--to", target); got.code != exitFailed || got.stderr != "recipe-vault: "+want+"\n" || len(to.titles()) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestMigrate_Mistakes(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.fill(t, `{"title":"Soup"}`)
	own := h.env["DATABASE_URL"]
	const away = "postgres://cook:secret@127.0.0.1:1/recipes"
	for name, row := range map[string]struct {
		args []string
		code int
		want string
	}{
		"no target":      {[]string{"migrate"}, exitUsage, "--to is missing: name a database such as sqlite:PATH"},
		"another kind":   {[]string{"migrate", "--to", "mysql://secret"}, exitUsage, "--to must be sqlite: followed by the path of a file"},
		"two targets":    {[]string{"migrate", "--to", "sqlite:x.db", "--to-file", "x"}, exitUsage, "--to-file must not be set together with --to"},
		"the same":       {[]string{"migrate", "--to", own}, exitUsage, "--from and --to are the same database"},
		"no source":      {[]string{"migrate", "--from", "sqlite:" + filepath.Join(h.dir, "none.db"), "--to", own}, exitFailed, "there is no vault at"},
		"server is away": {[]string{"migrate", "--to", away}, exitFailed, "a database server cannot be reached, and nothing was changed; run the same command again when it can"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := *h
			h.t = t
			got := h.run(row.args...)
			if got.code != row.code || !strings.Contains(got.stderr, row.want) || strings.Contains(got.stdout+got.stderr, "secret") {
				t.Errorf("%+v", got)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(h.dir, "none.db")); err == nil {
		t.Error("a vault was made where there was none")
	}
}
