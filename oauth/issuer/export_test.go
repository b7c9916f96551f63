package issuer

import (
	"context"
	"net/http"
	"net/netip"
)

// IsPublic is the guard of fetched documents.
func IsPublic(ip netip.Addr) bool { return isPublic(ip) }

// CheckRedirectURI is the check of redirect addresses.
var CheckRedirectURI = checkRedirectURI

// CleanName makes a client's name fit to show.
var CleanName = cleanName

// FetchBy has documents fetched through another transport, without its guard.
func (i *Issuer) FetchBy(t http.RoundTripper) { i.fetcher.http.Transport = t }

// Exec runs a statement on the file.
func (i *Issuer) Exec(ctx context.Context, query string, args ...any) error {
	return i.store.write(ctx, func(t tx) error {
		_, err := t.Exec(query, args...)
		return err
	})
}

// Count counts the rows of a table.
func (i *Issuer) Count(ctx context.Context, table string) (n int, err error) {
	err = i.store.read(ctx, func(t tx) error {
		_, err := t.row("SELECT count(*) FROM "+table, nil, &n)
		return err
	})
	return n, err
}

// The bounds of tables.
const (
	MaxSessions = maxSessions
	MaxGrants   = maxGrants
	MaxClients  = maxClients
	MaxBuckets  = maxBuckets
)
