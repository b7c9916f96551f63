package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// UntouchedLife is how long a draft lasts that was never edited nor published.
const UntouchedLife = 90 * 24 * time.Hour

// Spend takes amount of a limit that all processes share: most in each window of time, which
// begin at whole multiples of it. It fails with [appbuilder.LimitReached] and the time to
// wait. An amount of 0 only looks.
func (s *Store) Spend(ctx context.Context, name string, amount, most int, window time.Duration) error {
	_, err := write(ctx, s, func(t tx) (int, error) {
		since := t.now.UTC().Truncate(window)
		var spent int
		err := t.QueryRow(`SELECT coalesce(sum(amount), 0) FROM spent WHERE name = $1 AND since = $2`, name, stamp(since)).Scan(&spent)
		switch {
		case err != nil:
			return 0, err
		case spent+max(amount, 1) > most:
			wait := since.Add(window).Sub(t.now)
			return 0, &fault.Error{Kind: appbuilder.LimitReached, RetryAfter: wait, Message: fmt.Sprintf("You have reached the limit for now. Try again in %s.", inWords(wait))}
		case amount == 0:
			return 0, nil
		}
		_, err = t.Exec(`INSERT INTO spent (name, since, amount) VALUES ($1, $2, $3) ON CONFLICT (name, since) DO UPDATE SET amount = spent.amount + excluded.amount`,
			name, stamp(since), amount)
		return 0, err
	})
	return err
}

func inWords(d time.Duration) string {
	switch minutes := int(d.Minutes()) + 1; {
	case minutes == 1:
		return "a minute"
	case minutes < 90:
		return fmt.Sprintf("%d minutes", minutes)
	case minutes < 48*60:
		return fmt.Sprintf("%d hours", minutes/60+1)
	default:
		return fmt.Sprintf("%d days", minutes/60/24+1)
	}
}

// Calls is how often the tool of an app was called.
type Calls struct {
	Calls  int    `json:"calls"`
	Errors int    `json:"errors"`
	LastAt string `json:"lastAt,omitzero"`
}

// AddCalls adds to the counts of apps, by their ids. Apps that are gone are left out.
func (s *Store) AddCalls(ctx context.Context, counts map[string]Calls) error {
	_, err := write(ctx, s, func(t tx) (int, error) {
		// In the same order in all processes, which else could wait for each other.
		for _, id := range slices.Sorted(maps.Keys(counts)) {
			c := counts[id]
			if _, err := t.Exec(`INSERT INTO calls (app_id, calls, errors, last_at) SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT) FROM apps WHERE id = $1
				ON CONFLICT (app_id) DO UPDATE SET calls = calls.calls + excluded.calls, errors = calls.errors + excluded.errors, last_at = excluded.last_at`,
				id, c.Calls, c.Errors, stamp(t.now)); err != nil {
				return 0, err
			}
		}
		return 0, nil
	})
	return err
}

// Sweep removes what is over: drafts that were never touched, sessions that weren't used,
// windows of limits, slugs of deleted apps that anyone can have again, and runs whose process is
// gone. It is called now and then.
func (s *Store) Sweep(ctx context.Context) error {
	_, err := write(ctx, s, func(t tx) (int, error) {
		ids, err := t.ids(`SELECT id FROM apps WHERE version = 0 AND revision = 1 AND created_at < $1 LIMIT 100`, stamp(t.now.Add(-UntouchedLife)))
		if err != nil {
			return 0, err
		}
		for _, id := range ids {
			if _, err := t.remove(id); err != nil {
				return 0, err
			}
		}
		if _, err := t.Exec(`DELETE FROM spent WHERE since < $1`, stamp(t.now.Add(-40*24*time.Hour))); err != nil {
			return 0, err
		}
		if _, err := t.Exec(`DELETE FROM slugs WHERE app_id = '' AND retired_at < $1`, stamp(t.now.Add(-SlugRest))); err != nil {
			return 0, err
		}
		if _, err := t.Exec(`DELETE FROM owners WHERE seen_at < $1 AND token_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM apps WHERE owner_id = owners.id)`,
			stamp(t.now.Add(-SessionLife))); err != nil {
			return 0, err
		}
		over, err := t.ids(`SELECT id FROM apps WHERE run_id <> '' AND run_until < $1 LIMIT 100`, stamp(t.now))
		if err != nil {
			return 0, err
		}
		for _, id := range over {
			if err := t.abandonByID(id); err != nil {
				return 0, err
			}
		}
		return 0, nil
	})
	return err
}

func (t tx) abandonByID(id string) error {
	var owner string
	if err := t.QueryRow(`SELECT owner_id FROM apps WHERE id = $1`, id).Scan(&owner); err != nil {
		return err
	}
	a, err := t.app(owner, id)
	if err != nil {
		return err
	}
	return t.abandon(a)
}

func (t tx) ids(query string, args ...any) ([]string, error) {
	rows, err := t.Query(query, args...)
	return database.Collect(rows, err, func(row database.Row) (id string, err error) {
		err = row.Scan(&id)
		return id, err
	})
}
