package serve

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

const (
	// shortestKey is how many characters a key must have where other machines
	// can try to guess it.
	shortestKey = 16
	// longestKey bounds the file that a key is read from.
	longestKey = 4096
)

// storedKey returns the key in the file at path, and makes one when there is no file
// yet. Of several processes that start at once one makes it and all return it. The
// log has the place, never the key.
func storedKey(path string, log zerolog.Logger) (config.Secret, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		switch err := makeKey(path); {
		case err == nil:
			log.Info().Str("file", path).Msg("API_KEY is not set: a key was made and stored in the file; clients send it as X-API-Key")
		case !errors.Is(err, fs.ErrExist):
			return "", fmt.Errorf("the key file could not be made: %w", err)
		}
		info, err = os.Stat(path)
	}
	var text []byte
	if err == nil && info.Size() <= longestKey {
		text, err = os.ReadFile(path) //nolint:gosec // beside the operator's database
	}
	if err != nil {
		return "", fmt.Errorf("the key file could not be read: %w", err)
	}
	// Windows keeps no such bits.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		log.Warn().Str("file", path).Msg("others on this machine may read the key file; make it 0600")
	}
	var key config.Secret
	if err := key.UnmarshalText(bytes.Trim(text, " \r\n")); err != nil || len(key) < shortestKey {
		return "", fmt.Errorf("the key file %s does not hold a key of at least %d characters; delete it to have one made", path, shortestKey)
	}
	return key, nil
}

// makeKey writes a key of 32 random bytes for the owner alone. The file gets its
// name when it is complete; its error is [fs.ErrExist] if there is one already.
func makeKey(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // it never fails
	f, err := atomicfile.Create(path, 0o600)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := f.WriteString(base64.RawURLEncoding.EncodeToString(secret[:]) + "\n"); err != nil {
		return err
	}
	return f.Claim()
}
