package vault_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestVault_CopiesThatStay has copies that can't be removed, of a clock that ran
// ahead. The migration goes on, says so, and keeps the copy that it made.
func TestVault_CopiesThatStay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "recipes.db")
	leaveRecipes(t, path, 1)
	for n := range 5 {
		// Removing a directory that is not empty fails for every user.
		stays := filepath.Join(dir, fmt.Sprintf("recipes.db.v1-2999010%dT000000.000.bak", n+1))
		if err := os.MkdirAll(filepath.Join(stays, "full"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	v := vault.NewWithSchema(vault.Options{Path: path, Log: logTo(&log)}, "CREATE TABLE later (x)")
	defer func() { _ = v.Close() }()
	if got := len(inProcess(v).do(t, "GET", "/api/recipes", "").list(t)); got != 1 {
		t.Errorf("%d recipes", got)
	}
	if n := strings.Count(log.String(), "cannot be removed"); n != 3 || !strings.Contains(log.String(), "29990101T000000.000.bak") {
		t.Errorf("%d of 3 are logged:\n%s", n, &log)
	}
	made := slices.DeleteFunc(globCopies(t, dir), func(name string) bool { return strings.Contains(name, "-2999") })
	if len(made) != 1 {
		t.Errorf("the copy that was made is gone: %v", made)
	}
}

// TestVault_RetriesLeaveNoCopies fails to migrate again and again. That leaves no
// copy of the file, which stays as it was, and takes none away.
func TestVault_RetriesLeaveNoCopies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "recipes.db")
	leaveRecipes(t, path, 1)
	before := []string{}
	for n := range 4 {
		name := fmt.Sprintf("recipes.db.v1-2020010%dT000000.000.bak", n+1)
		writeFile(t, filepath.Join(dir, name), name)
		before = append(before, name)
	}
	bad := inProcess(newSchema(t, path, "CREATE TABLE recipes (x)"))
	for range 3 {
		checkDatabaseError(t, bad.do(t, "GET", "/api/recipes", ""))
	}
	if d := cmp.Diff(before, globCopies(t, dir)); d != "" {
		t.Error(d)
	}
}

// TestVault_CopiesOnce finds what an attempt has left that was killed behind its
// copy, and one that was killed in the middle of it.
func TestVault_CopiesOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "recipes.db")
	leaveRecipes(t, path, 3)
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	later := func(recipes int) {
		t.Helper()
		v := vault.NewWithSchema(vault.Options{Path: path}, "CREATE TABLE later (x)")
		if got := len(inProcess(v).do(t, "GET", "/api/recipes", "").list(t)); got != recipes {
			t.Errorf("%d recipes of %d", got, recipes)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
	}
	later(3)
	copies := globCopies(t, dir)
	unfinished := filepath.Join(dir, ".recipes.db.v1-20200101T000000.000.bak.123.tmp")
	writeFile(t, unfinished, "half a copy")
	writeFile(t, path, string(first))
	later(3)
	if d := cmp.Diff(copies, globCopies(t, dir)); d != "" {
		t.Errorf("the same was copied again: %s", d)
	}
	if _, err := os.Stat(unfinished); err == nil {
		t.Error("half a copy is left")
	}
	// What differs is copied.
	writeFile(t, path, string(first))
	v := open(t, vault.Options{Path: path})
	inProcess(v).create(t, `{"title":"One more"}`)
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	later(4)
	if got := globCopies(t, dir); len(got) != len(copies)+1 {
		t.Errorf("copies: %v", got)
	}
}
