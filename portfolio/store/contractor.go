package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// Plan says how many projects a contractor may have published.
type Plan string

// The plans.
const (
	Free Plan = "free"
	Pro  Plan = "pro"
)

// freeLimit is how many projects the plan free has room for.
const freeLimit = 5

// Contractor is whom projects belong to.
type Contractor struct {
	ID, Email, BusinessName             string
	City, State, CitySlug, Slug         string
	Phone, Website                      string
	Plan                                Plan
	CreatedAt                           time.Time
	Drafts, Published, ArchivedProjects int // how many projects of each status
}

// ContractorChange has what is to change; nil leaves a field as it is.
type ContractorChange struct {
	Email, BusinessName, City, State, Phone, Website *string
	Plan                                             *Plan
}

const contractorColumns = `id, email, business_name, city, state, city_slug, slug, phone, website, plan_tier, created_at, drafts, published, archived`

func scanContractor(row database.Row) (c Contractor, err error) {
	var created string
	err = row.Scan(&c.ID, &c.Email, &c.BusinessName, &c.City, &c.State, &c.CitySlug, &c.Slug, &c.Phone, &c.Website,
		&c.Plan, &created, &c.Drafts, &c.Published, &c.ArchivedProjects)
	c.CreatedAt = moment(created)
	return c, found(err)
}

// found turns a row that isn't there into [ErrNotFound].
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

const selectContractor = `SELECT ` + contractorColumns + ` FROM contractors WHERE id = $1`

func (t tx) contractor(id string) (Contractor, error) {
	return scanContractor(t.QueryRow(selectContractor, id))
}

// AddContractor adds one. The e-mail address and the business name are needed, and
// the address is compared without regard to case; see [ErrEmailTaken]. The plan is
// free if none is given.
func (s *Store) AddContractor(ctx context.Context, change ContractorChange) (Contractor, error) {
	c, err := write(ctx, s, func(t tx) (c Contractor, err error) {
		c = Contractor{ID: s.newID(), Plan: Free, CreatedAt: t.now.UTC().Truncate(time.Microsecond)}
		if err := change.apply(&c); err != nil {
			return c, err
		}
		_, err = t.Exec(`INSERT INTO contractors (id, email, business_name, city, state, city_slug, slug, phone, website, plan_tier, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			c.ID, c.Email, c.BusinessName, c.City, c.State, c.CitySlug, c.Slug, c.Phone, c.Website, c.Plan, stamp(c.CreatedAt))
		return c, err
	})
	return c, taken(err)
}

// EditContractor changes one. The rules are those of [Store.AddContractor].
func (s *Store) EditContractor(ctx context.Context, id string, change ContractorChange) (Contractor, error) {
	c, err := write(ctx, s, func(t tx) (Contractor, error) {
		c, err := t.contractor(id)
		if err == nil {
			err = change.apply(&c)
		}
		if err == nil {
			_, err = t.Exec(`UPDATE contractors SET email = $2, business_name = $3, city = $4, state = $5, city_slug = $6, slug = $7,
				phone = $8, website = $9, plan_tier = $10 WHERE id = $1`,
				c.ID, c.Email, c.BusinessName, c.City, c.State, c.CitySlug, c.Slug, c.Phone, c.Website, c.Plan)
		}
		return c, err
	})
	return c, taken(err)
}

// taken turns the one constraint that a contractor can violate into its error.
func taken(err error) error {
	if database.IsUnique(err) {
		return ErrEmailTaken
	}
	return err
}

func (change ContractorChange) apply(c *Contractor) error {
	for to, value := range map[*string]*string{
		&c.Email: change.Email, &c.BusinessName: change.BusinessName, &c.City: change.City,
		&c.State: change.State, &c.Phone: change.Phone, &c.Website: change.Website,
	} {
		if value != nil {
			*to = strings.TrimSpace(*value)
		}
	}
	c.Email = fold(c.Email)
	if change.Plan != nil {
		c.Plan = *change.Plan
	}
	c.CitySlug, c.Slug = placeSlug(c.City, c.State), slugify(c.BusinessName)
	switch {
	case !strings.Contains(c.Email, "@"):
		return &FieldError{"email", "must be an e-mail address"}
	case change.Website != nil && !webAddress(&c.Website):
		return &FieldError{"website", "must be a web address, such as https://acme.example.com"}
	case c.BusinessName == "":
		return &FieldError{"business_name", "must not be blank"}
	case c.Plan != Free && c.Plan != Pro:
		return &FieldError{"plan", "must be free or pro"}
	}
	return checkText("email", c.Email, "business_name", c.BusinessName, "city", c.City, "state", c.State, "phone", c.Phone, "website", c.Website)
}

// webAddress reports whether a text is the address of a site, or empty, and completes one
// that begins with the host.
func webAddress(text *string) bool {
	if *text == "" {
		return true
	}
	if !strings.Contains(*text, "://") {
		*text = "https://" + *text
	}
	u, err := url.Parse(*text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && strings.Contains(u.Host, ".") && u.User == nil
}

// fold is the form in which addresses are kept and looked for.
func fold(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// Contractor returns one by its id, or [ErrNotFound].
func (s *Store) Contractor(ctx context.Context, id string) (Contractor, error) {
	return read(ctx, s, func(t tx) (Contractor, error) { return t.contractor(id) })
}

// ContractorByEmail returns the one with an address, or [ErrNotFound].
func (s *Store) ContractorByEmail(ctx context.Context, email string) (Contractor, error) {
	return read(ctx, s, func(t tx) (Contractor, error) {
		return scanContractor(t.QueryRow(`SELECT `+contractorColumns+` FROM contractors WHERE email = $1`, fold(email)))
	})
}

// Contractors returns up to limit of them, in order of their addresses; after is the
// last address of the list before, "" for the first.
func (s *Store) Contractors(ctx context.Context, after string, limit int) ([]Contractor, error) {
	return read(ctx, s, func(t tx) ([]Contractor, error) {
		rows, err := t.Query(`SELECT `+contractorColumns+` FROM contractors WHERE email > $1 ORDER BY email LIMIT $2`, fold(after), limit)
		return database.Collect(rows, err, scanContractor)
	})
}

// RemoveContractor removes one with everything that belongs to it, or returns
// [ErrNotFound].
func (s *Store) RemoveContractor(ctx context.Context, id string) error {
	_, err := write(ctx, s, func(t tx) (n int64, err error) {
		if err := t.removeFiles(`project_id IN (SELECT id FROM projects WHERE contractor_id = $1)`, id, uploadGrace); err != nil {
			return 0, err
		}
		n, err = t.Exec(`DELETE FROM contractors WHERE id = $1`, id)
		if err == nil && n == 0 {
			err = ErrNotFound
		}
		return n, err
	})
	return err
}
