package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Live is what a slug leads to right now.
type Live struct {
	App     string // its id
	Version int
	// Token is the hash of the token that callers need, as [HashToken] makes it; "": everyone
	// may call.
	Token string
	// Model says that a model makes the sentence with which a call is answered.
	Model bool
}

// Live returns what is published under a slug, in one indexed read; fault.NotFound if nothing
// is. It is asked for each request, so that what was unpublished is gone at once everywhere.
func (s *Store) Live(ctx context.Context, slug string) (l Live, err error) {
	err = s.db.Row(ctx, selectLive, []any{slug}, &l.App, &l.Version, &l.Token, &l.Model)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("There is no published app at this address.")
	}
	return l, failure(err)
}

const selectLive = `SELECT id, version, call_token_hash, answer_mode = 'llm' FROM apps WHERE slug = $1 AND status = 'published'`

// Voice returns what a model answers calls of an app from, beside what is published of it, and
// on whose account.
func (s *Store) Voice(ctx context.Context, app string) (owner, prompt string, err error) {
	err = s.db.Row(ctx, `SELECT owner_id, prompt FROM apps WHERE id = $1`, []any{app}, &owner, &prompt)
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound("There is no such app.")
	}
	return owner, prompt, failure(err)
}

// LiveVersions returns what slugs lead to; those that lead nowhere are left out. At most 1,000
// slugs are looked at.
func (s *Store) LiveVersions(ctx context.Context, slugs []string) (map[string]Live, error) {
	slugs = slugs[:min(len(slugs), 1000)]
	live := make(map[string]Live, len(slugs))
	if len(slugs) == 0 {
		return live, nil
	}
	args := make([]any, len(slugs))
	for i, slug := range slugs {
		args[i] = slug
	}
	_, err := read(ctx, s, func(t tx) (struct{}, error) {
		clear(live)
		rows, err := t.Query(`SELECT slug, id, version, call_token_hash, answer_mode = 'llm' FROM apps WHERE status = 'published' AND slug IN (`+places(len(slugs))+`)`, args...)
		return struct{}{}, database.Each(rows, err, func(row database.Row) error {
			var slug string
			var l Live
			err := row.Scan(&slug, &l.App, &l.Version, &l.Token, &l.Model)
			live[slug] = l
			return err
		})
	})
	return live, err
}

// Published returns how many apps are published.
func (s *Store) Published(ctx context.Context) (n int, err error) {
	err = s.db.Row(ctx, `SELECT count(*) FROM apps WHERE status = 'published'`, nil, &n)
	return n, failure(err)
}

// State is what changes in an app, without what is in it.
type State struct {
	Revision int
	Status   appbuilder.Status
	Version  int
	Running  bool // a message is being worked on
	Messages int  // the seq of the last one
}

// States returns the states of apps by their ids; those that are gone are left out. At most
// 1,000 are looked at.
func (s *Store) States(ctx context.Context, ids []string) (map[string]State, error) {
	ids = ids[:min(len(ids), 1000)]
	states := make(map[string]State, len(ids))
	if len(ids) == 0 {
		return states, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	_, err := read(ctx, s, func(t tx) (struct{}, error) {
		clear(states)
		rows, err := t.Query(`SELECT id, revision, status, version, run_id <> '' AND run_until > $`+itoa(len(ids)+1)+`,
			(SELECT coalesce(max(seq), 0) FROM messages WHERE app_id = apps.id) FROM apps WHERE id IN (`+places(len(ids))+`)`, append(args, stamp(t.now))...)
		return struct{}{}, database.Each(rows, err, func(row database.Row) error {
			var id string
			var state State
			err := row.Scan(&id, &state.Revision, &state.Status, &state.Version, &state.Running, &state.Messages)
			states[id] = state
			return err
		})
	})
	return states, err
}

// Snapshot returns a published version, which never changes.
func (s *Store) Snapshot(ctx context.Context, l Live) (appbuilder.Content, error) {
	text, err := read(ctx, s, func(t tx) (text string, err error) {
		err = t.QueryRow(`SELECT content FROM versions WHERE app_id = $1 AND version = $2`, l.App, l.Version).Scan(&text)
		if errors.Is(err, sql.ErrNoRows) {
			err = notFound("There is no published app at this address.")
		}
		return text, err
	})
	if err != nil {
		return appbuilder.Content{}, err
	}
	return appbuilder.DecodeContent([]byte(text))
}

// places returns "$1, $2, …", n of them.
func places(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(itoa(i + 1))
	}
	return b.String()
}
