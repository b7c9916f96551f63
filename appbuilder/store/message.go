package store

import (
	"context"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Roles and states of messages.
const (
	User      = "user"
	Assistant = "assistant"

	Running   = "running"
	Complete  = "complete"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// messages is how many messages of an app are kept.
const messages = 500

// Message is one of an app's chat.
type Message struct {
	ID             string         `json:"id"`
	Seq            int            `json:"seq"`
	Role           string         `json:"role"`
	Content        string         `json:"content"`
	Changes        []string       `json:"changes"`
	RevisionBefore int            `json:"revisionBefore"`
	RevisionAfter  int            `json:"revisionAfter"`
	Generator      string         `json:"generator"`
	State          string         `json:"state"`
	ErrorCode      string         `json:"errorCode,omitzero"`
	Usage          jsontext.Value `json:"usage,omitzero"`
	CreatedAt      string         `json:"createdAt"` // RFC 3339, UTC
}

// Messages returns up to limit messages of an app that come after seq, the oldest first. A
// message whose process is gone has failed.
func (s *Store) Messages(ctx context.Context, owner, id string, after, limit int) ([]Message, error) {
	over, err := read(ctx, s, func(t tx) (bool, error) {
		a, err := t.app(owner, id)
		return err == nil && a.run != "" && !a.running(t), err
	})
	if err != nil {
		return nil, err
	}
	if over {
		if _, err := write(ctx, s, func(t tx) (struct{}, error) {
			a, err := t.app(owner, id)
			if err != nil || a.running(t) {
				return struct{}{}, err
			}
			return struct{}{}, t.abandon(a)
		}); err != nil {
			return nil, err
		}
	}
	return read(ctx, s, func(t tx) ([]Message, error) {
		return t.messages(`SELECT `+messageColumns+` FROM messages WHERE app_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, id, after, limit)
	})
}

const messageColumns = `id, seq, role, content, changes, revision_before, revision_after, generator, state, error_code, usage, created_at`

func (t tx) messages(query string, args ...any) ([]Message, error) {
	rows, err := t.Query(query, args...)
	return database.Collect(rows, err, func(row database.Row) (m Message, err error) {
		var changes, usage string
		if err := row.Scan(&m.ID, &m.Seq, &m.Role, &m.Content, &changes, &m.RevisionBefore, &m.RevisionAfter,
			&m.Generator, &m.State, &m.ErrorCode, &usage, &m.CreatedAt); err != nil {
			return m, err
		}
		if usage != "" {
			m.Usage = jsontext.Value(usage)
		}
		err = json.Unmarshal([]byte(changes), &m.Changes)
		return m, err
	})
}

// addMessage appends a message and drops the oldest beyond the bound.
func (t tx) addMessage(app string, m Message) (Message, error) {
	if err := t.QueryRow(`SELECT coalesce(max(seq), 0) + 1 FROM messages WHERE app_id = $1`, app).Scan(&m.Seq); err != nil {
		return m, err
	}
	if m.ID == "" {
		m.ID = newID()
	}
	if m.Changes == nil {
		m.Changes = []string{}
	}
	m.CreatedAt = stamp(t.now)
	changes, err := json.Marshal(m.Changes)
	if err != nil {
		return m, err
	}
	if _, err := t.Exec(`INSERT INTO messages (app_id, `+messageColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		app, m.ID, m.Seq, m.Role, m.Content, string(changes), m.RevisionBefore, m.RevisionAfter, m.Generator, m.State, m.ErrorCode, string(m.Usage), m.CreatedAt); err != nil {
		return m, err
	}
	_, err = t.Exec(`DELETE FROM messages WHERE app_id = $1 AND seq <= $2`, app, m.Seq-messages)
	return m, err
}

func itoa(n int) string { return strconv.Itoa(n) }
