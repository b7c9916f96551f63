package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/storetest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const embedder = storetest.Embedder(storetest.Dimensions)

func TestMain(m *testing.M) { pgtest.Main(m) }

// dial returns a store that waits as long as a busy machine takes.
func dial(t *testing.T, url string, dimensions int) *postgres.Store {
	t.Helper()
	s, err := postgres.New(postgres.Options{URL: url, Dimensions: dimensions})
	if err != nil {
		t.Fatal(err)
	}
	postgres.SetLimit(s, time.Minute)
	harness.CloseAfter(t, s)
	return s
}

func TestContract(t *testing.T) {
	t.Parallel()
	server := pgtest.SharedVector(t)
	storetest.Run(t, func(t *testing.T) store.Store { return dial(t, server.Database(t), storetest.Dimensions) })
}

// TestStore_Index searches more gifts than the index looks at.
func TestStore_Index(t *testing.T) {
	t.Parallel()
	server := pgtest.SharedVector(t)
	url := server.Database(t)
	s := dial(t, url, storetest.Dimensions)
	gifts := storetest.Gifts(3000)
	for i := range gifts {
		if i%500 == 0 { // six gifts, far from each other
			gifts[i].Occasions = []string{"graduation"}
		}
	}
	items := embedder.Items(gifts)
	if err := s.Put(t.Context(), append(items, items[0])); err != nil {
		t.Fatal(err)
	}
	server.Exec(t, url, "ANALYZE gifts")
	query := embedder.Vector("x")
	hits, err := s.Search(t.Context(), query, 10, store.Filter{Occasions: []string{"graduation"}})
	if err != nil || len(hits) != 6 {
		t.Errorf("a rare occasion finds %d gifts, %v; want 6", len(hits), err)
	}
	all, err := s.Search(t.Context(), query, 2500, store.Filter{})
	if err != nil || len(all) != 2500 {
		t.Fatalf("%d gifts, %v; want 2,500", len(all), err)
	}
	near, err := s.Search(t.Context(), query, 100, store.Filter{})
	if err != nil || len(near) != 100 {
		t.Fatalf("%d gifts, %v; want 100", len(near), err)
	}
	same := 0
	for _, h := range near {
		if slices.ContainsFunc(all[:100], func(a store.Hit) bool { return a.Gift.ID == h.Gift.ID }) {
			same++
		}
	}
	if same < 90 {
		t.Errorf("the index finds %d of the 100 nearest", same)
	}
}

func TestStore_Dimensions(t *testing.T) {
	t.Parallel()
	server := pgtest.SharedVector(t)
	url := server.Database(t)
	if err := dial(t, url, 3072).Setup(t.Context()); err != nil { // more than can be indexed
		t.Fatal(err)
	}
	err := dial(t, url, 1536).Setup(t.Context())
	check(t, err, fault.Conflict, "EMBEDDER")
	check(t, dial(t, url, 16).Put(t.Context(), embedder.Items(storetest.Gifts(1))), fault.Conflict, "EMBEDDER")
}

func TestStore_Failures(t *testing.T) {
	t.Parallel()
	if _, err := postgres.New(postgres.Options{URL: "postgres://a:secret@[", Dimensions: 3}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a bad address: %v", err)
	}
	if _, err := postgres.New(postgres.Options{Dimensions: 5000}); err == nil || !strings.Contains(err.Error(), "EMBEDDING_DIMENSIONS") {
		t.Errorf("5,000 dimensions: %v", err)
	}
	server := pgtest.SharedVector(t)
	url := server.Database(t)
	_, err := dial(t, strings.Replace(url, "/test", "/none", 1), 16).Count(t.Context())
	check(t, err, fault.Unauthorized, "DATABASE_URL")
	account := fmt.Sprintf("reader_%s", url[strings.LastIndex(url, "/test")+5:strings.Index(url, "?")])
	server.Exec(t, url, "CREATE ROLE "+account+" LOGIN")
	_, err = dial(t, strings.Replace(url, "postgres@", account+"@", 1), 16).Count(t.Context())
	check(t, err, fault.Forbidden, "CREATE EXTENSION vector")
	s := dial(t, url, 16)
	if err := s.Put(t.Context(), embedder.Items(storetest.Gifts(3))); err != nil {
		t.Fatal(err)
	}
	server.Exec(t, url, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+account)
	reader := dial(t, strings.Replace(url, "postgres@", account+"@", 1), 16)
	if hits, err := reader.Search(t.Context(), embedder.Vector("x"), 2, store.Filter{}); err != nil || len(hits) != 2 {
		t.Errorf("an account that only reads finds %d, %v", len(hits), err)
	}
	check(t, reader.Put(t.Context(), embedder.Items(storetest.Gifts(1))), fault.Forbidden, "administrator")
}

// TestStore_Limit searches a table that another connection has locked.
func TestStore_Limit(t *testing.T) {
	t.Parallel()
	url := pgtest.SharedVector(t).Database(t)
	s := dial(t, url, 16)
	if err := s.Setup(t.Context()); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.WithoutCancel(t.Context())) }() // the test's context ends first
	if _, err := other.Exec(t.Context(), "BEGIN; LOCK TABLE gifts"); err != nil {
		t.Fatal(err)
	}
	postgres.SetLimit(s, 200*time.Millisecond)
	_, err = s.Search(t.Context(), embedder.Vector("x"), 3, store.Filter{})
	check(t, err, fault.Timeout, "too long")
}

// TestStore_NoExtension uses a server that has no pgvector.
func TestStore_NoExtension(t *testing.T) {
	t.Parallel()
	_, err := dial(t, pgtest.Shared(t).Database(t), 16).Count(t.Context())
	if err == nil {
		t.Skip("the system's server has pgvector too")
	}
	check(t, err, fault.NotFound, "pgvector")
}

func check(t *testing.T, err error, kind fault.Kind, message string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind || !strings.Contains(f.Message, message) {
		t.Errorf("%T %v; want %s, %q", err, err, kind, message)
		if ok {
			t.Log(f.Err)
		}
	}
}
