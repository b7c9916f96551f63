package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"mcp-adapters/appbuilder"
)

// Live is what a slug leads to right now.
type Live struct {
	App     string // its id
	Version int
}

// Live returns what is published under a slug, in one indexed read; fault.NotFound if nothing
// is. It is asked for each request, so that what was unpublished is gone at once everywhere.
func (s *Store) Live(ctx context.Context, slug string) (Live, error) {
	return read(ctx, s, func(t tx) (l Live, err error) {
		err = t.QueryRow(`SELECT id, version FROM apps WHERE slug = $1 AND status = 'published'`, slug).Scan(&l.App, &l.Version)
		if errors.Is(err, sql.ErrNoRows) {
			err = notFound("There is no published app at this address.")
		}
		return l, err
	})
}

// LiveVersions returns the versions that slugs lead to; those that lead nowhere are left out.
// At most 1,000 slugs are looked at.
func (s *Store) LiveVersions(ctx context.Context, slugs []string) (map[string]int, error) {
	slugs = slugs[:min(len(slugs), 1000)]
	live := make(map[string]int, len(slugs))
	if len(slugs) == 0 {
		return live, nil
	}
	args := make([]any, len(slugs))
	for i, slug := range slugs {
		args[i] = slug
	}
	_, err := read(ctx, s, func(t tx) (struct{}, error) {
		clear(live)
		rows, err := t.Query(`SELECT slug, version FROM apps WHERE status = 'published' AND slug IN (`+places(len(slugs))+`)`, args...)
		if err != nil {
			return struct{}{}, err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var slug string
			var version int
			if err := rows.Scan(&slug, &version); err != nil {
				return struct{}{}, err
			}
			live[slug] = version
		}
		return struct{}{}, rows.Err()
	})
	return live, err
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
		if err != nil {
			return struct{}{}, err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var id string
			var state State
			if err := rows.Scan(&id, &state.Revision, &state.Status, &state.Version, &state.Running, &state.Messages); err != nil {
				return struct{}{}, err
			}
			states[id] = state
		}
		return struct{}{}, rows.Err()
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
