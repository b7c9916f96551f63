package vault

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// timeFormat is how times are sent: UTC, whole seconds.
const timeFormat = time.DateTime

// columns are both what a query selects and the members that are sent, in this
// order; a NULL leaves its member out.
type columns []string

var (
	recipeColumns     = columns(strings.Split(RecipeColumns, ", "))
	ingredientColumns = columns(strings.Split(IngredientColumns, ", "))
	stepColumns       = columns(strings.Split(StepColumns, ", "))
)

// appendRows appends the rows as objects with commas between them, closes rows
// and returns how many there were. A caller that wants to add members asks for
// open objects, without the closing brace.
func (c columns) appendRows(p *page, rows Rows, open bool) (n int, err error) {
	defer func() { err = cmp.Or(err, rows.Close()) }()
	values := make([]any, len(c))
	targets := make([]any, len(c))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return n, err
		}
		if n > 0 {
			p.append(",")
		}
		if p.b, err = c.appendObject(p.b, values); err != nil {
			return n, err
		}
		if !open {
			p.append("}")
		}
		p.fit()
		n++
	}
	return n, rows.Err()
}

// appendObject appends an object without its closing brace.
func (c columns) appendObject(dst []byte, values []any) ([]byte, error) {
	sep := byte('{')
	for i, v := range values {
		if v == nil {
			continue
		}
		dst = append(dst, sep, '"')
		dst = append(dst, c[i]...)
		dst = append(dst, '"', ':')
		sep = ','
		switch v := v.(type) {
		case string:
			dst = appendString(dst, v)
		case int64:
			dst = strconv.AppendInt(dst, v, 10)
		case float64:
			dst = appendFloat(dst, unsigned(v))
		case time.Time:
			dst = append(v.UTC().AppendFormat(append(dst, '"'), timeFormat), '"')
		default:
			return dst, fmt.Errorf("column %s holds a %T", c[i], v)
		}
	}
	return dst, nil
}

// appendString appends s as JSON. Text that is not UTF-8 can only come from
// another program's hand; it is sent with replacement characters.
func appendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

// unsigned is f, and 0 for -0, which SQLite doesn't tell apart and PostgreSQL does.
func unsigned(f float64) float64 {
	if f == 0 {
		return 0
	}
	return f
}

// appendFloat appends the shortest text that reads back as f, 4 for 4.0.
func appendFloat(dst []byte, f float64) []byte {
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, f, format, -1, 64)
}
