package move

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// sum is a checksum of records in any order: stores differ in the order of ids.
type sum struct {
	Moved
	digests [4]uint64
}

func (s *sum) add(d [sha256.Size]byte) {
	for i := range s.digests {
		s.digests[i] += binary.BigEndian.Uint64(d[8*i:])
	}
}

// digest is a SHA-256 of all that a record has.
func digest(r vault.Record) [sha256.Size]byte {
	text, err := json.Marshal(r)
	if err != nil { // an infinite quantity: it differs from itself, and no client can save one
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// storable reports whether any store can keep the text of a record.
func storable(r vault.Record) bool {
	ok := func(texts ...*string) bool {
		for _, text := range texts {
			if text != nil && (!utf8.ValidString(*text) || strings.ContainsRune(*text, 0)) {
				return false
			}
		}
		return true
	}
	if !ok(&r.ID, &r.Title, r.Description, r.Photo, r.CreatedBy, r.UpdatedBy) {
		return false
	}
	for _, in := range r.Ingredients {
		if !ok(in.Name, in.Unit, in.Notes) {
			return false
		}
	}
	for _, st := range r.Steps {
		if !ok(st.Instruction, st.TemperatureUnit) {
			return false
		}
	}
	return true
}

func summed(ctx context.Context, s vault.Store) (all sum, err error) {
	err = inBatches(ctx, s, func(records []vault.Record) error {
		for _, r := range records {
			all.Recipes++
			all.Ingredients += len(r.Ingredients)
			all.Steps += len(r.Steps)
			all.add(digest(r))
		}
		return nil
	})
	if err != nil {
		return all, err
	}
	err = s.Read(ctx, func(t vault.Tx) error {
		before := all
		for _, table := range familyTables {
			rows, err := table.rows(t, "")
			if err != nil {
				return err
			}
			for _, row := range rows {
				text, err := json.Marshal(append([]any{table.name}, table.compared(row)...))
				if err != nil {
					return err
				}
				before.add(sha256.Sum256(text))
			}
			if table.name == "families" {
				before.Families = len(rows)
			}
		}
		all = before
		return nil
	})
	return all, err
}

// compare fails if the stores differ.
func compare(ctx context.Context, o Options) (Moved, error) {
	to, err := summed(ctx, o.To)
	if err != nil {
		return Moved{}, err
	}
	from, err := summed(ctx, o.From)
	if err != nil {
		return Moved{}, err
	}
	if from != to {
		return Moved{}, &Error{"the databases differ, since one of them was used meanwhile" + meanwhile}
	}
	return to.Moved, nil
}
