package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

// Settings are what a served vault reads from its environment.
type Settings struct {
	Address
	Key          config.Secret `envconfig:"API_KEY" desc:"key that clients send as X-API-Key; unset: the first start makes one and keeps it beside the SQLite file"`
	FamiliesPath string        `envconfig:"FAMILIES_CONFIG_PATH" desc:"YAML file that lists the e-mail addresses of each family, read again at SIGHUP; unset: the families in the database; without any, everyone sees every recipe"`
	AdminKey     config.Secret `envconfig:"ADMIN_KEY" desc:"key of at least 16 characters for programs that manage the families in the database under /api/admin; not allowed with FAMILIES_CONFIG_PATH. Unset: no such access"`
	place.Database
	MetricsAddr config.Address `envconfig:"METRICS_ADDR" desc:"host and port for Prometheus metrics at /metrics; unset: no metrics"`
	AccessLog   string         `envconfig:"ACCESS_LOG" default:"on" oneof:"on off" desc:"off omits the log line of each request"`
	RateLimit   int            `envconfig:"RATE_LIMIT" default:"0" range:"0 1000000" desc:"requests per second with one key, and twice as many in a burst; 0: no limit"`
	config.Shutdown

	families *vault.Families
}

// Address is where a vault listens.
type Address struct {
	Addr config.Address `envconfig:"HTTP_ADDR" desc:"host and port to listen on; an address that other computers reach needs an API_KEY of at least 16 characters. Unset: 127.0.0.1:3000"`
	Bind config.Address `envconfig:"BIND_ADDRESS" desc:"older name of HTTP_ADDR"`
}

// check refuses two addresses, of which only one would be listened on.
func (a *Address) check() (variable string, err error) {
	if a.Addr != "" && a.Bind != "" && a.Addr != a.Bind {
		err = errors.New("must be unset: it is an older name of HTTP_ADDR, which has another value")
	}
	return "BIND_ADDRESS", err
}

func (a *Address) listen() config.Address { return cmp.Or(a.Addr, a.Bind, "127.0.0.1:3000") }

// LongestStop is how long the server may take to end after SIGTERM.
func (s *Settings) LongestStop() time.Duration { return s.Delay(s.listen()) + grace }

// Load reads the settings. Its error is [config.Faults], which quotes no value: one
// that was put in the wrong variable may be the key.
func Load() (*Settings, error) {
	s := &Settings{}
	var faults config.Faults
	loaded := config.Load(s)
	errors.As(loaded, &faults)
	faults.Add(s.check())
	key := config.Trim(s.Key.Reveal())
	switch given := os.Getenv("API_KEY"); {
	case given != "" && config.Trim(given) == "":
		faults.Add("API_KEY", errors.New("must not be blank; unset it to have a key made"))
	case key != "" && len(key) < shortestKey && !s.listen().Loopback():
		faults.Add("API_KEY", fmt.Errorf("must have at least %d characters, because other machines reach the address in HTTP_ADDR", shortestKey))
	}
	s.Key = config.Secret(key)
	if s.FamiliesPath != "" {
		var err error
		_, s.families, err = ReadFamilies(s.FamiliesPath)
		faults.Add("FAMILIES_CONFIG_PATH", err)
	}
	faults.Add("ADMIN_KEY", s.checkAdmin())
	var more config.Faults
	more.Add(s.Find())
	if s.DatabaseURL.Postgres() && key == "" {
		more.Add("API_KEY", errors.New("must be set with a PostgreSQL database, since every server on it must have the same key"))
	}
	faults.Merge(more)
	return s, faults.Err()
}

// checkAdmin refuses a key that is easily guessed, or everyone's, and one beside a families
// file, which the first family that was added would replace.
func (s *Settings) checkAdmin() error {
	switch key := s.AdminKey.Reveal(); {
	case key == "":
		return nil
	case len(config.Trim(key)) < shortestKey || config.Trim(key) != key:
		return fmt.Errorf("must have at least %d characters, without blanks around them", shortestKey)
	case key == s.Key.Reveal():
		return errors.New("must not be the key in API_KEY, which everyone has")
	case s.FamiliesPath != "":
		return errors.New("is for families in the database: bring those of FAMILIES_CONFIG_PATH there with recipe-vault family import, and unset that")
	}
	return nil
}

// ReadFamilies reads the file that FAMILIES_CONFIG_PATH names, and returns the
// families by name too. Its errors don't hold the path, which may be anything that
// was put in the wrong variable.
func ReadFamilies(path string) ([]Family, *vault.Families, error) {
	// A pipe in its place would keep who opens it waiting.
	info, err := os.Stat(path)
	var f *os.File
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, nil, errors.New("must name a file")
	case err == nil:
		f, err = os.Open(path) //nolint:gosec // the operator's own file
	}
	if err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err
		}
		return nil, nil, fmt.Errorf("must name a file that can be read: %w", err)
	}
	defer func() { _ = f.Close() }()
	named, loaded, err := ParseFamilies(f)
	if err != nil {
		return nil, nil, fmt.Errorf("names an invalid file: %w", err)
	}
	return named, loaded, nil
}
