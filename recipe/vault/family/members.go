package family

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// AddMember adds a member, with the recipes that they have saved as a member of no family.
// Someone who is a member already stays one, and brings those recipes too.
func (r *Registry) AddMember(ctx context.Context, name, member string) (Joined, error) {
	return write(ctx, r, func(t tx) (Joined, error) {
		f, err := t.find(name)
		if err != nil {
			return Joined{}, err
		}
		joined, err := t.join(f, []string{member})
		if err == nil {
			err = t.renew()
		}
		return joined, err
	})
}

// join adds members to a family that is there.
func (t tx) join(f Family, members []string) (joined Joined, err error) {
	for _, member := range members {
		member, err := address(member)
		if err != nil {
			return joined, err
		}
		if _, err := t.Exec(`INSERT INTO family_members (address, family) VALUES ($1, $2) ON CONFLICT DO NOTHING`, member, f.ID); err != nil {
			return joined, err
		}
		switch of, err := Member(t, member); {
		case err != nil:
			return joined, err
		case of != f.ID:
			return joined, t.elsewhere(member, of)
		}
		more, err := t.take(f.ID, member)
		if joined.add(more); err != nil {
			return joined, err
		}
	}
	var n int
	if err = t.QueryRow(`SELECT count(*) FROM family_members WHERE family = $1`, f.ID).Scan(&n); err == nil && n > MaxMembers {
		err = refuse(Invalid, "members", "a family has at most %d members", MaxMembers)
	}
	return joined, err
}

// elsewhere refuses a member of another family.
func (t tx) elsewhere(member, of string) error {
	var name string
	if err := t.QueryRow(`SELECT name FROM families WHERE id = $1`, of).Scan(&name); err != nil {
		return err
	}
	return refuse(Conflict, "address", "the address %q is in another family, %q; remove it there first", member, name)
}

// RemoveMember removes a member. The recipes that they have saved stay with the family.
func (r *Registry) RemoveMember(ctx context.Context, name, member string) error {
	_, err := write(ctx, r, func(t tx) (int64, error) {
		f, err := t.find(name)
		if err != nil {
			return 0, err
		}
		n, err := t.Exec(`DELETE FROM family_members WHERE family = $1 AND address = $2`, f.ID, Normal(member))
		if err == nil && n == 0 {
			err = refuse(NotFound, "address", "this address is not one of a member of the family %q", name)
		}
		if err == nil {
			err = t.renew()
		}
		return n, err
	})
	return err
}

// Import adds families, as a families file has them, and members to those that are there;
// it takes nothing away. Either all of it is done or nothing.
func (r *Registry) Import(ctx context.Context, all []New) (added int, joined Joined, err error) {
	type outcome struct {
		added  int
		joined Joined
	}
	o, err := write(ctx, r, func(t tx) (o outcome, err error) {
		for _, n := range all {
			var more Joined
			f, err := t.find(n.Name)
			if e, ok := errors.AsType[*Error](err); ok && e.Kind == NotFound {
				o.added++
				more, err = t.add(n)
			} else if err == nil {
				more, err = t.join(f, n.Members)
			}
			if err != nil {
				return o, about(n.Name, err)
			}
			o.joined.add(more)
		}
		return o, t.renew()
	})
	return o.added, o.joined, err
}

// about has a refusal say which of several families it is about.
func about(name string, err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	of := *e
	of.Message = fmt.Sprintf("the family %q: %s", name, e.Message)
	return &of
}

// Member returns the id of the family of a member, "" if the address is in none.
func Member(t Tx, address string) (family string, err error) {
	err = t.QueryRow(`SELECT family FROM family_members WHERE address = $1`, address).Scan(&family)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return family, err
}

// Author returns the id of the family of whoever saves, "" if the address is in none, and whether
// there are any.
func Author(t Tx, address string) (some bool, family string, err error) {
	err = t.QueryRow(`SELECT EXISTS (SELECT 1 FROM families), coalesce((SELECT family FROM family_members WHERE address = $1), '')`, address).Scan(&some, &family)
	return some, family, err
}
