package serve

import (
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
	Bind         config.Address `env:"BIND_ADDRESS" default:"127.0.0.1:3000" desc:"where to listen; an address that other machines reach needs a key of at least 16 characters"`
	Key          config.Secret  `env:"API_KEY" desc:"key that clients send as X-API-Key; unset: one is made on the first start and kept beside the database"`
	FamiliesPath string         `env:"FAMILIES_CONFIG_PATH" desc:"YAML file that says which addresses form a family, read again at SIGHUP; unset: one household, every address sees everything"`
	config.Database

	path     string
	families *vault.Families
}

// Load reads the settings. Its error is [config.Faults], which quotes no value: one
// that was put in the wrong variable may be the key.
func Load(getenv func(string) string) (*Settings, error) {
	s := &Settings{}
	var faults config.Faults
	loaded := config.Load(getenv, s)
	errors.As(loaded, &faults)
	key := config.Trim(s.Key.Reveal())
	switch given := getenv("API_KEY"); {
	case given != "" && config.Trim(given) == "":
		faults.Add("API_KEY", errors.New("must not be blank; unset it to have a key made"))
	case key != "" && len(key) < shortestKey && !s.Bind.Loopback():
		faults.Add("API_KEY", fmt.Errorf("must have at least %d characters, because other machines reach the address in BIND_ADDRESS", shortestKey))
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
		return nil, nil, fmt.Errorf("names a file that is not right: %w", err)
	}
	return named, loaded, nil
}
