package database

import (
	"errors"
	"net/url"
	"strings"
)

// URL says which database a program keeps its data in: sqlite:PATH, or the postgres:// address
// of a server. It may hold a password.
type URL string

// UnmarshalText checks an address. Its error is a rule for it, and holds nothing of it.
func (u *URL) UnmarshalText(text []byte) error {
	value := strings.Trim(string(text), " \t\r\n")
	scheme, _, _ := strings.Cut(value, ":")
	switch strings.ToLower(scheme) {
	case "sqlite":
		if _, err := ParseURL(value); err != nil {
			return err
		}
	case "postgres", "postgresql":
		if at, err := url.Parse(value); err != nil || at.Host == "" && !at.Query().Has("host") {
			return errors.New("must look like postgres://USER:PASSWORD@HOST:5432/NAME")
		}
	default:
		return errors.New("must be sqlite: followed by the path of a file, or an address that begins with postgres://")
	}
	*u = URL(value)
	return nil
}

// Private marks what is not shown: there may be a password in it.
func (URL) Private() {}

// Postgres reports whether it is the address of a server.
func (u URL) Postgres() bool {
	scheme, _, _ := strings.Cut(string(u), ":")
	return strings.HasPrefix(strings.ToLower(scheme), "postgres")
}

// File returns the path of the file, "" if none is named.
func (u URL) File() string {
	path, err := ParseURL(string(u))
	if err != nil {
		return ""
	}
	return path
}
