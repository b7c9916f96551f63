package database

import "context"

// WriteUnique runs f in a transaction of db that writes, and again, three times in all, while a
// UNIQUE constraint is violated: another process has drawn the same name, or added the same
// row, at that moment, which the next run sees. So f starts from nothing each time.
func WriteUnique(ctx context.Context, db interface {
	Write(ctx context.Context, f func(Tx) error) error
}, f func(Tx) error,
) (err error) {
	const runs = 3
	for range runs {
		if err = db.Write(ctx, f); !IsUnique(err) {
			break
		}
	}
	return err
}
