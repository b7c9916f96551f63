package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	wantsFile     = "must name a file that can be read, with certificates in PEM"
	wantsNumber   = "must be a whole number, of at least 1"
	wantsDuration = "must be a duration with its unit, such as 30s"
)

// parameters are those of a URL whose values may be refused, in the order of messages.
var parameters = []struct{ name, rule string }{
	{"sslmode", "must be disable, allow, prefer, require, verify-ca or verify-full"},
	{"sslrootcert", wantsFile},
	{"sslcert", wantsFile + ", and needs sslkey"},
	{"sslkey", wantsFile + ", and needs sslcert"},
	{"sslcertmode", "must be disable, allow or require"},
	{"sslnegotiation", "must be postgres or direct"},
	{"target_session_attrs", "must be any, read-write, read-only, primary, standby or prefer-standby"},
	{"connect_timeout", "must be a whole number of seconds"},
	{"port", "must be from 1 to 65535"},
	{"pool_max_conns", wantsNumber},
	{"pool_min_conns", wantsNumber},
	{"pool_min_idle_conns", wantsNumber},
	{"pool_max_conn_lifetime", wantsDuration},
	{"pool_max_conn_lifetime_jitter", wantsDuration},
	{"pool_max_conn_idle_time", wantsDuration},
	{"pool_health_check_period", wantsDuration},
}

// mistake says which part of a URL is refused: the parameter without which it is not, or what is
// before the parameters. It holds no value, since one may be part of a mistyped password, and so
// nothing of err, which quotes the URL, but why a file couldn't be read.
func mistake(text string, err error) error {
	if _, err := pgxpool.ParseConfig("postgres://user@localhost/name"); err != nil {
		return errors.New("a variable of the environment that begins with PG, such as PGSSLMODE, has a value that PostgreSQL doesn't understand; unset it, or correct it")
	}
	u, failed := url.Parse(text)
	if failed == nil {
		for _, p := range parameters {
			q := u.Query()
			if !q.Has(p.name) {
				continue
			}
			q.Del(p.name)
			without := *u
			without.RawQuery = q.Encode()
			if _, err := pgxpool.ParseConfig(without.String()); err != nil {
				continue
			}
			why := ""
			if at, ok := errors.AsType[*fs.PathError](err); ok && strings.HasPrefix(p.rule, wantsFile) {
				why = ": " + at.Err.Error()
			}
			return fmt.Errorf("%s in DATABASE_URL %s%s", p.name, p.rule, why)
		}
	}
	return errors.New("DATABASE_URL is not one that PostgreSQL understands: look at what is before the question mark, then at each parameter, and escape signs of the password such as @ and / (%40, %2F); it looks like postgres://USER:PASSWORD@HOST:5432/NAME")
}
