package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"mcp-adapters/config"
	"mcp-adapters/recipe/vault"
	"mcp-adapters/recipe/vault/families"
)

// Settings are what a served vault reads from its environment.
type Settings struct {
	address
	Key          config.Secret `env:"API_KEY" desc:"key that clients send as X-API-Key; unset: one is made on the first start and kept beside the database"`
	FamiliesPath string        `env:"FAMILIES_CONFIG_PATH" desc:"YAML file that says which addresses form a family, read again at SIGHUP; unset: one household, every address sees everything"`
	config.Database

	path     string
	families *vault.Families
}

// address is where a vault listens.
type address struct {
	Addr config.Address `env:"HTTP_ADDR" desc:"where to listen; an address that other machines reach needs a key of at least 16 characters; unset: 127.0.0.1:3000"`
	Bind config.Address `env:"BIND_ADDRESS" desc:"an older name of HTTP_ADDR"`
}

// check refuses two addresses, of which only one would be listened on.
func (a *address) check() (variable string, err error) {
	if a.Addr != "" && a.Bind != "" && a.Addr != a.Bind {
		err = errors.New("must be unset: it is an older name of HTTP_ADDR, which has another value")
	}
	return "BIND_ADDRESS", err
}

func (a *address) listen() config.Address { return cmp.Or(a.Addr, a.Bind, "127.0.0.1:3000") }

// Load reads the settings. Its error is [config.Faults], which quotes no value: one
// that was put in the wrong variable may be the key.
func Load(getenv func(string) string) (*Settings, error) {
	s := &Settings{}
	var faults config.Faults
	loaded := config.Load(getenv, s)
	errors.As(loaded, &faults)
	faults.Add(s.check())
	key := config.Trim(s.Key.Reveal())
	switch given := getenv("API_KEY"); {
	case given != "" && config.Trim(given) == "":
		faults.Add("API_KEY", errors.New("must not be blank; unset it to have a key made"))
	case key != "" && len(key) < shortestKey && !s.listen().Loopback():
		faults.Add("API_KEY", fmt.Errorf("must have at least %d characters, because other machines reach the address in HTTP_ADDR", shortestKey))
	}
	s.Key = config.Secret(key)
	var err error
	if s.FamiliesPath != "" {
		_, s.families, err = ReadFamilies(s.FamiliesPath)
		faults.Add("FAMILIES_CONFIG_PATH", err)
	}
	s.path, err = vault.Locate(s.DatabaseURL, getenv)
	faults.Add("DATABASE_URL", err)
	return s, faults.Err()
}

// ReadFamilies reads the file that FAMILIES_CONFIG_PATH names, and returns the
// families by name too. Its errors don't hold the path, which may be anything that
// was put in the wrong variable.
func ReadFamilies(path string) ([]families.Family, *vault.Families, error) {
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
	named, loaded, err := families.Read(f)
	if err != nil {
		return nil, nil, fmt.Errorf("names an invalid file: %w", err)
	}
	return named, loaded, nil
}
