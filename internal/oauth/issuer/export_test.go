package issuer

import (
	"context"
	"crypto/x509"
	"net/http/httptest"
	"net/netip"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
)

// CheckRedirectURI is the check of redirect addresses.
var CheckRedirectURI = checkRedirectURI

// CleanName makes a client's name fit to show.
var CleanName = cleanName

// FetchFrom has documents fetched from a server on loopback too.
func (i *Issuer) FetchFrom(server *httptest.Server) {
	o := documentBounds()
	o.Roots = x509.NewCertPool()
	o.Roots.AddCert(server.Certificate())
	o.Allow = netip.Addr.IsLoopback
	i.fetcher.http.Close()
	i.fetcher.http = guardedhttp.New(o)
}

// Exec runs a statement on the database.
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
