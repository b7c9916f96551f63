package kitchen

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Quantity is an exact number. The zero value is none. Its methods leave it as it is.
type Quantity struct{ rat *big.Rat }

// Bounds of what is computed with. Beyond them a number is no cook's.
const (
	mostDigits = 30
	most       = 1_000_000_000
	least      = 1e-6
)

// Ratio returns a/b; b must not be 0.
func Ratio(a, b int64) Quantity { return Quantity{big.NewRat(a, b)} }

// Decimal returns the number that f is in its shortest decimal form, so that 0.1 is a tenth.
// A decimal that was cut from thirds or sixths, such as 0.333, is taken for what it
// was cut from if it has two digits or more. It is none for what is not a positive
// number in bounds.
func Decimal(f float64) Quantity {
	q := parseDecimal(strconv.FormatFloat(f, 'g', -1, 64))
	if q.IsZero() {
		return q
	}
	return Quantity{unsnipped(q.rat)}
}

// IsZero reports whether there is no quantity.
func (q Quantity) IsZero() bool { return q.rat == nil }

// Times returns q·f, and none if either is none.
func (q Quantity) Times(f Quantity) Quantity {
	if q.rat == nil || f.rat == nil {
		return Quantity{}
	}
	return Quantity{new(big.Rat).Mul(q.rat, f.rat)}
}

// Plus returns q+other; none counts as 0.
func (q Quantity) Plus(other Quantity) Quantity {
	switch {
	case q.rat == nil:
		return other
	case other.rat == nil:
		return q
	}
	return Quantity{plus(q.rat, other.rat)}
}

// Inverse returns 1/q for a q that is not 0.
func (q Quantity) Inverse() Quantity { return Quantity{new(big.Rat).Inv(q.rat)} }

// Equal reports whether two quantities are the same number, or both none.
func (q Quantity) Equal(other Quantity) bool {
	if q.rat == nil || other.rat == nil {
		return q.rat == other.rat
	}
	return q.rat.Cmp(other.rat) == 0
}

// Float returns the nearest float64 with six significant digits.
func (q Quantity) Float() float64 {
	if q.rat == nil {
		return 0
	}
	f, _ := q.rat.Float64()
	f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', 6, 64), 64)
	return f
}

// MarshalJSON writes the number as [Quantity.Float] gives it.
func (q Quantity) MarshalJSON() ([]byte, error) { return json.Marshal(q.Float()) }

// UnmarshalJSON reads a JSON number, or a string that is one. Anything else, and numbers
// that are not positive or out of bounds, are none.
func (q *Quantity) UnmarshalJSON(b []byte) error {
	*q = Quantity{}
	if len(b) > 0 && b[0] == '"' {
		var text string
		if json.Unmarshal(b, &text) != nil {
			return nil
		}
		if r, rest, ok := leadingNumber(strings.TrimSpace(text)); ok && strings.TrimSpace(rest) == "" {
			q.rat = r
		}
		return nil
	}
	*q = parseDecimal(string(bytes.TrimSpace(b)))
	return nil
}

// parseDecimal reads a number in JSON's form. The float64 comes first, since it bounds
// the exponent.
func parseDecimal(text string) Quantity {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= least && f <= most) || len(text) > mostDigits {
		return Quantity{}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return Quantity{}
	}
	return Quantity{r}
}

// unsnipped returns the third or sixth that a decimal was cut from: 1/3 for 0.33, and r
// itself if there is none.
func unsnipped(r *big.Rat) *big.Rat {
	digits := decimals(r)
	if digits < 2 {
		return r
	}
	sixth := nearest(r, ratio(1, 6))
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	if sixth.Sign() > 0 && distance(r, sixth).Cmp(unit) < 0 {
		return sixth
	}
	return r
}

// decimals returns how many digits r has after the point, 0 if it doesn't end.
func decimals(r *big.Rat) int {
	n, exact := r.FloatPrec()
	if !exact {
		return 0
	}
	return n
}

func ratio(a, b int64) *big.Rat { return big.NewRat(a, b) }

func times(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }

func over(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

func plus(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

func minus(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }

func distance(a, b *big.Rat) *big.Rat { d := minus(a, b); return d.Abs(d) }

// below returns the largest multiple of step that is not above r, which is not negative.
func below(r, step *big.Rat) *big.Rat {
	n := over(r, step)
	return times(new(big.Rat).SetInt(new(big.Int).Quo(n.Num(), n.Denom())), step)
}

// nearest returns the multiple of step that is nearest to r, the larger of two.
func nearest(r, step *big.Rat) *big.Rat { return below(plus(r, times(step, ratio(1, 2))), step) }

// within reports whether a is b to so many thousandths of b.
func within(a, b *big.Rat, thousandths int64) bool {
	return distance(a, b).Cmp(times(b, ratio(thousandths, 1000))) <= 0
}

// less reports whether r is less than a/b.
func less(r *big.Rat, a, b int64) bool { return r.Cmp(ratio(a, b)) < 0 }
