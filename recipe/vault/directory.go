package vault

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/token"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

const (
	// followed is within which time every vault on the database follows a change: so long the
	// version of the families is taken for what it was.
	followed = 2 * time.Second
	// asked is after which time requests have the version read, without waiting for it.
	asked = followed / 2
	// remembered is how long a family's key, and a member's address, is taken for what it was
	// as long as the version is the same. It bounds what a change by hand, past this program,
	// takes until it counts.
	remembered = 10 * time.Minute
	// mostRemembered bounds how many are, at some 300 bytes each.
	mostRemembered = 50_000
	// backgroundLimit bounds a note of the day on which a key was used, and a reading of the
	// version.
	backgroundLimit = 5 * time.Second
)

// directory finds out whose keys and addresses requests carry. It is safe for concurrent
// use. What lets no one in isn't remembered, so that who is new comes in at once.
//
// What was looked up is remembered with the version of the families, which the same statement
// returned, and holds while that is the version. So a change has nothing to be found and
// deleted here, and there is no order of a look-up and a change in which an older answer
// stays.
type directory struct {
	store   Store
	log     zerolog.Logger
	now     func() time.Time // tests have their own
	known   *lru.Cache[string, entry]
	current atomic.Pointer[reading]
	// Each has one element while a goroutine is at it, and for ever once the directory is
	// closed.
	noting, reads chan struct{}
	once          sync.Once
}

type entry struct {
	family  string
	any     bool // there are families
	version string
	until   time.Time
}

// reading is that the version was this one at a time, or later.
type reading struct {
	version string // "": not known
	at      time.Time
}

func newDirectory(s Store, log zerolog.Logger) *directory {
	known, _ := lru.New[string, entry](mostRemembered) // fails for no size alone
	d := &directory{store: s, log: log, now: time.Now, known: known, noting: make(chan struct{}, 1), reads: make(chan struct{}, 1)}
	d.current.Store(&reading{})
	return d
}

// forget has the version read before anything that is remembered counts again.
func (d *directory) forget() { d.current.Store(&reading{at: d.now()}) }

// close waits for what is being noted and read.
func (d *directory) close() {
	d.once.Do(func() {
		d.noting <- struct{}{}
		d.reads <- struct{}{}
	})
}

func (d *directory) recall(name string) (entry, bool) {
	e, ok := d.known.Get(name)
	if !ok {
		return e, false
	}
	current, now := d.current.Load(), d.now()
	age := now.Sub(current.at)
	if age >= asked && age < followed {
		d.refresh()
	}
	return e, age < followed && now.Before(e.until) && e.version == current.version
}

// The names of what is remembered. Keys are remembered by their hashes.
func ofKey(hash string) string        { return "k" + hash }
func ofAddress(address string) string { return "a" + address }

const whether = "*"

// remember keeps what was looked up, unless name is "". Its times begin before the answer was
// read, so that they don't last longer.
func (d *directory) remember(name string, e entry, asked time.Time) {
	d.learn(e.version, asked)
	if name != "" {
		e.until = asked.Add(remembered)
		d.known.Add(name, e)
	}
}

// learn takes note of a version that was read, unless a later one was.
func (d *directory) learn(version string, asked time.Time) {
	for next := (&reading{version, asked}); ; {
		current := d.current.Load()
		if asked.Before(current.at) || d.current.CompareAndSwap(current, next) {
			return
		}
	}
}

// refresh has the version read, without keeping a request waiting. If it is being read, nothing is done.
// If that fails, requests look up for themselves.
func (d *directory) refresh() {
	d.background(d.reads, func(ctx context.Context) error {
		at := d.now()
		if at.Sub(d.current.Load().at) < asked {
			return nil // it was read while this waited for its turn
		}
		var version string
		err := d.store.Row(ctx, family.LookupVersion, nil, &version)
		if err == nil {
			d.learn(version, at)
		}
		return err
	})
}

// none reports whether it is remembered that there are no families.
func (d *directory) none() bool {
	e, ok := d.recall(whether)
	return ok && !e.any
}

// any reports whether there are families in the database.
func (d *directory) any(ctx context.Context) (bool, error) {
	e, ok := d.recall(whether)
	if !ok {
		asked := d.now()
		if err := d.store.Row(ctx, family.LookupAny, nil, &e.version, &e.any); err != nil {
			return false, err
		}
		d.remember(whether, e, asked)
	}
	return e.any, nil
}

// member returns the id of the family of an address, "" if it is in none, and whether there
// are any.
func (d *directory) member(ctx context.Context, address string) (some bool, of string, err error) {
	if e, ok := d.recall(whether); ok && !e.any {
		return false, "", nil
	}
	e, ok := d.recall(ofAddress(address))
	if !ok {
		asked := d.now()
		if err := d.store.Row(ctx, family.LookupMember, []any{address}, &e.version, &e.any, &e.family); err != nil {
			return false, "", err
		}
		d.remember(whether, entry{any: e.any, version: e.version}, asked)
		if e.family != "" {
			d.remember(ofAddress(address), e, asked)
		}
	}
	return e.any, e.family, nil
}

// key returns the id of the family of a key, "" if it is no one's.
func (d *directory) key(ctx context.Context, key string) (of string, err error) {
	if !family.IsKey(key) {
		return "", nil
	}
	hash := token.Hash(key)
	if e, ok := d.recall(ofKey(hash)); ok {
		return e.family, nil
	}
	asked := d.now()
	var version, used string
	err = d.store.Row(ctx, family.LookupKey, []any{hash}, &version, &of, &used)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", nil
	case err != nil:
		return "", err
	}
	d.remember(ofKey(hash), entry{family: of, any: true, version: version}, asked)
	if today := asked.UTC().Format(time.DateOnly); used < today {
		d.note(hash, today)
	}
	return of, nil
}

// knows reports whether a key was found to be a family's a moment ago.
func (d *directory) knows(key string) bool {
	if !family.IsKey(key) {
		return false
	}
	_, ok := d.recall(ofKey(token.Hash(key)))
	return ok
}

// note notes the day on which a key was used, without keeping the request waiting. If
// another is being noted, a later request does it.
func (d *directory) note(hash, day string) {
	d.background(d.noting, func(ctx context.Context) error {
		return d.store.Write(ctx, func(t Tx) error { return family.Used(t, hash, day) })
	})
}

// background does something unless it is being done.
func (d *directory) background(busy chan struct{}, do func(context.Context) error) {
	select {
	case busy <- struct{}{}:
	default:
		return
	}
	go func() {
		defer func() { <-busy }()
		ctx, cancel := context.WithTimeout(context.Background(), backgroundLimit)
		defer cancel()
		if err := do(ctx); err != nil {
			d.log.Debug().Err(err).Msg("what was used or changed of the families is not known; requests find out")
		}
	}()
}
