package clients

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

const (
	turnLimit = 10 * time.Second      // for others to finish
	turnPause = 10 * time.Millisecond // between two looks
	attempts  = 5                     // against programs that know of no turns
)

// Install plans the change as [Plan] does and applies it as [Change.Apply]
// does. Those who install into one file or uninstall from it take turns, in
// this process and in others; when another program writes the file meanwhile,
// the change is planned anew on what that wrote. It gives the change that was
// applied, with the path of the backup, or one that changes nothing.
//
// Errors are those of both. One of [KindChanged] says that no turn came within
// 10 seconds or before ctx ended, or that the file kept changing.
func Install(ctx context.Context, c Client, p Places, e Entry, now time.Time) (ch *Change, backup string, err error) {
	return inTurn(ctx, now, func() (*Change, error) { return Plan(c, p, e) })
}

// Uninstall is to [Remove] what [Install] is to [Plan].
func Uninstall(ctx context.Context, c Client, p Places, name string, now time.Time) (ch *Change, backup string, err error) {
	return inTurn(ctx, now, func() (*Change, error) { return Remove(c, p, name) })
}

func inTurn(ctx context.Context, now time.Time, plan func() (*Change, error)) (ch *Change, backup string, err error) {
	// Where there is nothing to do, nothing is made either.
	if ch, err = plan(); err != nil || !ch.Changed() {
		return ch, "", err
	}
	if err := ch.makeDir(); err != nil {
		return nil, "", err
	}
	release, err := takeTurn(ctx, ch.target, turnLimit)
	if err != nil {
		return nil, "", at(ch.Path, err)
	}
	defer release()
	for range attempts {
		if ch, err = plan(); err != nil || !ch.Changed() {
			return ch, "", err
		}
		backup, err = ch.Apply(now)
		if e, ok := errors.AsType[*Error](err); !ok || e.Kind != KindChanged {
			break
		}
	}
	return ch, backup, err
}

// takeTurn waits until nobody else has a turn with the file, and gives what
// ends this one. A place in which no lock can be had gets no turns: then all
// that is left is comparing before writing.
func takeTurn(ctx context.Context, target string, limit time.Duration) (release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	path := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".lock")
	for {
		release, held, err := tryLock(path)
		switch {
		case held:
			return release, nil
		case err != nil:
			return func() {}, nil //nolint:nilerr // writing itself will tell what is wrong with the place
		}
		select {
		case <-ctx.Done():
			return nil, &Error{Kind: KindChanged, Message: "another program has the file in use; try again when it has finished", Err: ctx.Err()}
		case <-time.After(turnPause):
		}
	}
}

// makeDir makes the directory of a new file.
func (ch *Change) makeDir() error {
	if ch.Exists {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(ch.target), newDir); err != nil {
		return ch.failed("its directory cannot be created", err)
	}
	return nil
}

// failed is an error after which the file is as it was.
func (ch *Change) failed(what string, err error) *Error {
	return &Error{Kind: KindWrite, Path: ch.Path, Message: what, Err: err}
}
