package main

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/rs/zerolog"

	"mcp-adapters/internal/atomicfile"
)

// storedKey returns the key that lies in the file at path, and makes one when
// there is no file yet. Of several processes that start at once one makes it
// and all return it. The log tells the place, never the key.
func storedKey(path string, log zerolog.Logger) (string, error) {
	key, err := readKey(path, log)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	made, err := makeKey(path)
	if err != nil {
		return "", fmt.Errorf("the key file could not be made: %w", err)
	}
	if made {
		log.Info().Str("file", path).Msg("API_KEY is not set: a key was made and stored in the file; clients send it as X-API-Key")
	}
	return readKey(path, log)
}

func readKey(path string, log zerolog.Logger) (string, error) {
	f, err := os.Open(path) //nolint:gosec // beside the operator's database
	if err != nil {
		return "", fmt.Errorf("the key file could not be read: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("the key file could not be read: %w", err)
	}
	// Windows keeps no such bits.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		log.Warn().Str("file", path).Msg("others on this machine may read the key file; make it 0600")
	}
	text, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return "", fmt.Errorf("the key file could not be read: %w", err)
	}
	key, err := givenKey(trimNewline(string(text)))
	if err != nil || len(key) < shortestKey {
		return "", fmt.Errorf("the key file %s does not hold a key of at least %d characters; delete it to have one made", path, shortestKey)
	}
	return key, nil
}

func trimNewline(s string) string {
	for len(s) > 0 && (s[len(s)-1] == '\n' || s[len(s)-1] == '\r') {
		s = s[:len(s)-1]
	}
	return s
}

// makeKey writes a key of 32 random bytes for the owner alone. The file gets its
// name when it is complete, and only if there is none; made tells which.
func makeKey(path string) (made bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	var secret [32]byte
	if _, err := rand.Read(secret[:]); err != nil {
		return false, err
	}
	f, err := atomicfile.Create(path, 0o600)
	if err != nil {
		return false, err
	}
	defer f.Abandon()
	if _, err := f.WriteString(base64.RawURLEncoding.EncodeToString(secret[:]) + "\n"); err != nil {
		return false, err
	}
	err = f.Claim()
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}
