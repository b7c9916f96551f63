// Package shelf fills databases of app-builder with published apps to measure it with.
package shelf

import (
	"context"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Tool is the name of each app's tool.
const Tool = "get_products"

// Path is where the endpoint of app i is, counted from 1; all are as long.
func Path(i int) string { return "/servers/" + slug(i) + "/mcp" }

func slug(i int) string { return fmt.Sprintf("app-%05d", i) }

// Paths are those of the first n apps.
func Paths(n int) []string {
	paths := make([]string, n)
	for i := range paths {
		paths[i] = Path(i + 1)
	}
	return paths
}

// Table is a table with 20 rows, as JSON.
func Table() string {
	rows := make([]string, 20)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"name":"Widget %d","price":%g,"stock":%d}`, i, 9.5+float64(i), i*3)
	}
	return `{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"price","header":"Price","type":"number"},` +
		`{"key":"stock","header":"Stock","type":"number"}],"rows":[` + strings.Join(rows, ",") + `]}`
}

// Fill publishes n apps of one owner, each with a table of its own. The first is made as the
// program makes it, and the others are copies of its rows, since it would take minutes.
func Fill(ctx context.Context, db store.DB, n int) error {
	kept := store.New(db, store.Options{})
	_, owner, err := kept.NewSession(ctx)
	if err != nil {
		return err
	}
	data, faults := layout.Parse([]byte(Table()))
	if len(faults) > 0 {
		return fmt.Errorf("the table: %v", faults)
	}
	app, err := kept.Create(ctx, owner.ID, store.Draft{
		Content: appbuilder.Content{
			Name: "Products", Layout: layout.Table, Theme: theme.Palettes["shop"], Data: data,
			ToolName: Tool, ToolDescription: "Returns the products of the shop.",
		},
		Prompt: "Show products in a table", Generator: "rules",
	})
	if err != nil {
		return err
	}
	if _, err := kept.Publish(ctx, owner.ID, app.ID, store.Publication{Slug: slug(1)}); err != nil {
		return err
	}
	return db.Write(ctx, func(t database.Tx) error { return copies(t, app.ID, n) })
}

// copies makes apps 2 to n of the rows of the first one.
func copies(t database.Tx, id string, n int) error {
	const numbers = `WITH RECURSIVE numbers (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM numbers WHERE i < $2)
		INSERT INTO `
	padded := `'app-' || substr(CAST(100000 + i AS TEXT), 2)`
	for _, statement := range []string{
		`apps (id, owner_id, prompt, name, content, content_hash, published_hash, generator, slug, status, version, published_at, created_at, updated_at)
			SELECT id || '-' || i, owner_id, prompt, name, content, content_hash, published_hash, generator, ` + padded + `, status, version, published_at, created_at, updated_at
			FROM apps, numbers WHERE id = $1`,
		`slugs (slug, app_id) SELECT ` + padded + `, app_id || '-' || i FROM slugs, numbers WHERE app_id = $1`,
		`versions (app_id, version, content, published_at) SELECT app_id || '-' || i, version, content, published_at FROM versions, numbers WHERE app_id = $1`,
		`revisions (app_id, seq, cause, content, created_at) SELECT app_id || '-' || i, seq, cause, content, created_at FROM revisions, numbers WHERE app_id = $1`,
	} {
		if _, err := t.Exec(numbers+statement, id, n); err != nil {
			return err
		}
	}
	return nil
}
