package store

import (
	"context"
	"time"
)

// ServerLife is how long after [Store.Beat] a server counts as one that uses the database.
const ServerLife = 30 * time.Second

// Beat says that the server of that id, which is of its own choice, uses the database. A server
// that shares it says so more often than [ServerLife] asks for.
func (s *Store) Beat(ctx context.Context, server string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		if n, err := t.Exec(`DELETE FROM servers WHERE seen_at < $1`, stamp(t.now.Add(-24*time.Hour))); err != nil {
			return n, err
		}
		return t.Exec(`INSERT INTO servers (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`, server, stamp(t.now))
	})
	return err
}

// Leave says that a server no longer uses the database.
func (s *Store) Leave(ctx context.Context, server string) error {
	_, err := write(ctx, s, func(t tx) (int64, error) { return t.Exec(`DELETE FROM servers WHERE id = $1`, server) })
	return err
}

// Servers returns how many servers use the database, as far as they say so. One that was killed
// counts for [ServerLife].
func (s *Store) Servers(ctx context.Context) (int, error) {
	return read(ctx, s, func(t tx) (n int, err error) {
		err = t.QueryRow(`SELECT count(*) FROM servers WHERE seen_at > $1`, stamp(t.now.Add(-ServerLife))).Scan(&n)
		return n, err
	})
}

// Interrupt ends all runs as failed, whoever has begun them: for the one server of a database,
// when it starts, since whoever worked on them is gone.
func (s *Store) Interrupt(ctx context.Context) error {
	_, err := write(ctx, s, func(t tx) (struct{}, error) {
		ids, err := t.ids(`SELECT id FROM apps WHERE run_id <> ''`)
		for _, id := range ids {
			if err == nil {
				err = t.abandonByID(id)
			}
		}
		return struct{}{}, err
	})
	return err
}
