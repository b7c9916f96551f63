package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"unicode"

	"mcp-adapters/recipe/vault"
	"mcp-adapters/recipe/vault/families"
)

const (
	defaultBind = "127.0.0.1:3000"
	// shortestKey is how many characters a key must have where other machines
	// can try to guess it.
	shortestKey = 16
)

// settings is the checked environment.
type settings struct {
	bind     string
	key      string // empty: to be made or read from beside the database
	families *vault.Families
	path     string
}

// readSettings reports all faults at once, each naming its variable. No fault
// quotes a value: one that was put in the wrong variable may be the key.
func readSettings(getenv func(string) string) (settings, error) {
	var s settings
	var bad usageError
	check := func(name string, err error) {
		if err != nil {
			bad.lines = append(bad.lines, name+" "+err.Error())
		}
	}
	var err error
	s.bind, err = bindAddress(getenv("BIND_ADDRESS"))
	check("BIND_ADDRESS", err)
	s.key, err = givenKey(getenv("API_KEY"))
	check("API_KEY", err)
	if err == nil && s.key != "" && s.bind != "" {
		check("API_KEY", keyFits(s.key, s.bind))
	}
	s.families, err = loadFamilies(getenv("FAMILIES_CONFIG_PATH"))
	check("FAMILIES_CONFIG_PATH", err)
	s.path, err = databasePath(getenv)
	check("DATABASE_URL", err)
	if len(bad.lines) > 0 {
		return settings{}, &bad
	}
	return s, nil
}

func bindAddress(s string) (string, error) {
	if s == "" {
		return defaultBind, nil
	}
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return "", errors.New("must be HOST:PORT, such as 127.0.0.1:3000 or [::1]:3000")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", errors.New("must end in a port between 0 and 65535")
	}
	return s, nil
}

// loopback reports whether only this machine reaches the address. A name other
// than localhost is taken for one that others reach.
func loopback(bind string) bool {
	host, _, err := net.SplitHostPort(bind)
	if err != nil {
		return false
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

func givenKey(s string) (string, error) {
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r > unicode.MaxASCII }) {
		return "", errors.New("must hold printable ASCII characters only")
	}
	key := strings.TrimSpace(s)
	if key == "" && s != "" {
		return "", errors.New("must not be blank; unset it to have a key made")
	}
	return key, nil
}

func keyFits(key, bind string) error {
	if len(key) < shortestKey && !loopback(bind) {
		return fmt.Errorf("must have at least %d characters, because other machines reach the address in BIND_ADDRESS", shortestKey)
	}
	return nil
}

func loadFamilies(path string) (*vault.Families, error) {
	if path == "" {
		return nil, nil
	}
	_, loaded, err := readFamilies(path)
	return loaded, err
}

// readFamilies reads the file, and gives the families by name too.
func readFamilies(path string) ([]families.Family, *vault.Families, error) {
	f, err := os.Open(path) //nolint:gosec // the operator's own file
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // without the path, see [readSettings]
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

func databasePath(getenv func(string) string) (string, error) {
	if url := getenv("DATABASE_URL"); url != "" {
		return vault.ParseURL(url)
	}
	path, err := vault.DefaultPath(getenv)
	if err != nil {
		return "", fmt.Errorf("is not set, and %w", err)
	}
	return path, nil
}
