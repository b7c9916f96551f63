package vault_test

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestPostgres_RoundTrips holds how often a vault waits for its server in a call, for which
// there is no figure of a clock that load can't change.
func TestPostgres_RoundTrips(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	counted := func() (v *vault.Vault, trips *atomic.Int64) {
		t.Helper()
		through, err := url.Parse(server.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		trips = new(atomic.Int64)
		through.Host = counting(t, server.Addr(), trips)
		through.RawQuery += "&pool_max_conns=1" // whose statements are all prepared
		return open(t, vault.Options{Path: through.String(), Key: serverKey}), trips
	}
	v, trips := counted()
	smith, _ := addFamilies(t, v)
	now := time.Now()
	v.SetClock(func() time.Time { return now })
	for name, c := range map[string]client{
		"a family's key":                     inProcess(v).with(smith),
		"a family's key, a member's address": inProcess(v).with(smith).as("alice@example.com"),
		"the server's key, and an address":   inProcess(v).with(serverKey).as("bob@example.com"),
		"god mode":                           inProcess(v).with(serverKey),
	} {
		checkTrips(t, v, trips, name, c)
	}
	household, trips := counted()
	household.SetClock(func() time.Time { return now })
	checkTrips(t, household, trips, "an address where there are no families", inProcess(household).with(serverKey).as("alice@example.com"))
}

// checkTrips has a client do all that there is to do.
func checkTrips(t *testing.T, v *vault.Vault, trips *atomic.Int64, name string, c client) {
	t.Helper()
	id := c.create(t, `{"title":"`+name+`","ingredients":[{"name":"leek"}],"steps":[{"instruction":"Boil."}]}`)
	for _, r := range []struct {
		method, path, body string
		most               int64
	}{
		{"GET", "/" + id, "", 1},
		{"GET", "", "", 1},
		{"GET", "?limit=1", "", 1},
		{"GET", "?limit=1&query=soup", "", 1},
		{"GET", "?limit=1&total=true", "", 4}, // in a transaction, as those below
		{"POST", "", `{"title":"%d of ` + name + `","ingredients":[{"name":"leek"},{"name":"salt"}],"steps":[{"instruction":"Boil."}]}`, 6},
		{"PUT", "/" + id, `{"servings":%d}`, 5},
	} {
		// The first call prepares the statements, and the store looks at its version now and
		// then.
		least := r.most + 1
		for n := range 3 {
			before := trips.Load()
			if got := c.do(t, r.method, "/api/recipes"+r.path, strings.Replace(r.body, "%d", strconv.Itoa(n+1), 1)); got.status > 201 {
				t.Errorf("%s: %s %s: %d %s", name, r.method, r.path, got.status, got.body)
			}
			least = min(least, trips.Load()-before)
			v.Settle()
		}
		if least > r.most {
			t.Errorf("%s: %s %s: %d round trips or more; want %d", name, r.method, r.path, least, r.most)
		}
	}
}

// counting hands connections on to a server of PostgreSQL, and counts what clients wait for.
func counting(t *testing.T, server string, trips *atomic.Int64) (address string) {
	t.Helper()
	return pgtest.Proxy(t, server, func(client, server net.Conn) { handOn(bufio.NewReader(client), server, trips) })
}

// handOn hands messages on. The first one has no type; later ones end a batch with Sync, or are
// a Query.
func handOn(from *bufio.Reader, to io.Writer, trips *atomic.Int64) {
	for first := true; ; first = false {
		header := make([]byte, 5)
		if first {
			header = header[1:]
		}
		if _, err := io.ReadFull(from, header); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(header[len(header)-4:])-4)
		if _, err := io.ReadFull(from, body); err != nil {
			return
		}
		// The pool asks whether a connection that was idle for a second is still good.
		ping := header[0] == 'Q' && string(body) == "-- ping\x00"
		if !first && !ping && (header[0] == 'S' || header[0] == 'Q') {
			trips.Add(1)
		}
		if _, err := to.Write(append(header, body...)); err != nil {
			return
		}
	}
}
