package recipe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// listRow is a row of a list. Numbers are any, since a later API may have others.
type listRow struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Prep        any    `json:"prep_time_minutes"`
	Cook        any    `json:"cook_time_minutes"`
	Difficulty  any    `json:"difficulty"`
	Updated     any    `json:"updated_at"`

	raw json.RawMessage // a part of the list
	at  title.Position
}

// maxRows bounds the lists that are read row by row: a row takes ten times the bytes that
// a short one has as JSON.
const maxRows = 200_000

const tooMany = "The Recipe Vault has more than 200,000 recipes, which are too many to search or to list by page; get a recipe by its id."

// listedOf reads a checked list.
func listedOf(list json.RawMessage) ([]listRow, error) {
	d := jsontext.NewDecoder(bytes.NewReader(list), jsontext.AllowDuplicateNames(true))
	if _, err := d.ReadToken(); err != nil {
		return nil, fmt.Errorf("decode a list: %w", err)
	}
	var rows []listRow
	for d.PeekKind() == '{' {
		raw, err := d.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("decode a list: %w", err)
		}
		end := d.InputOffset()
		r := listRow{raw: list[end-int64(len(raw)) : end]}
		if err := jsonv2.Unmarshal(raw, &r, jsontext.AllowDuplicateNames(true)); err != nil {
			return nil, fmt.Errorf("decode a row: %w", err)
		}
		r.at = title.PositionOf(r.Title, r.ID)
		if len(rows) == maxRows {
			return nil, &fault.Error{Kind: fault.Unavailable, Message: tooMany}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// minutes returns the time for preparation and cooking. It is known if one of them is:
// many dishes have no other.
func (r listRow) minutes() (total float64, known bool) {
	for _, part := range []any{r.Prep, r.Cook} {
		if n := numberOf(part); n != nil {
			total, known = total+*n, true
		}
	}
	return total, known
}

// summary is what a model needs to choose a recipe.
func (r listRow) summary() json.RawMessage {
	b := append([]byte(`{"id":`), jsonText(r.ID)...)
	b = append(append(b, `,"title":`...), jsonText(r.Title)...)
	if minutes, known := r.minutes(); known {
		b = strconv.AppendFloat(append(b, `,"total_minutes":`...), minutes, 'f', -1, 64)
	}
	if n := numberOf(r.Difficulty); n != nil {
		b = strconv.AppendFloat(append(b, `,"difficulty":`...), *n, 'f', -1, 64)
	}
	return append(b, '}')
}

func jsonText(text string) json.RawMessage {
	quoted, _ := jsontext.AppendQuote(nil, text) // a string of a checked list
	return quoted
}

// page is a part of what was found, and what is said of the rest.
type page struct {
	rows       []listRow // what was found, after the cursor
	total      int       // of what was found
	partial    bool      // total isn't known
	unknown    int       // left out because their time or difficulty isn't known
	unsearched int       // left out because there was no time to read them
	next       *title.Position
}

// unsearchedNote says that a search isn't complete.
const unsearchedNote = "There was not enough time to search %d recipes. Call again with next_cursor to search them."

// encode returns the page as the result's JSON: whole recipes that fit into room, as both
// halves of a result, and at least one.
func (p page) encode(w wanted, room int, unbounded bool) json.RawMessage {
	b := []byte(`{"recipes":[`)
	shown := 0
	for _, r := range p.rows {
		row := w.shown(r)
		room -= mcp.ResultBytes(row) + len(",,")
		if shown > 0 && (room < 0 && !unbounded || shown == w.limit) {
			break
		}
		if shown > 0 {
			b = append(b, ',')
		}
		b = append(b, row...)
		shown++
	}
	next := p.next
	if shown < len(p.rows) {
		next = &p.rows[shown-1].at
	}
	b = append(b, ']')
	if !p.partial {
		b = fmt.Appendf(b, `,"total":%d`, p.total)
	}
	b = fmt.Appendf(b, `,"shown":%d`, shown)
	if p.unknown > 0 {
		b = fmt.Appendf(b, `,"unknown":%d`, p.unknown)
	}
	if p.unsearched > 0 {
		b = fmt.Appendf(b, `,"unsearched":%d,"note":%s`, p.unsearched, jsonText(fmt.Sprintf(unsearchedNote, p.unsearched)))
	}
	if next != nil {
		b = fmt.Appendf(b, `,"next_cursor":"%s"`, cursorOf(*next, w.filters()))
	}
	return append(b, '}')
}
