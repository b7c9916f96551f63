package site

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"sync"
	"time"
)

const (
	// fileLifetime is how long the address of a draft's picture works at least: widgets
	// show it without a token.
	fileLifetime = time.Hour
	// fileStep is for how long it stays the same, so that browsers know the picture again.
	fileStep = 10 * time.Minute
)

// key is what addresses are signed with, read on first use. Replicas on one database
// have the same.
type key struct {
	mu    sync.Mutex
	value []byte
}

func (s *Site) signingKey(ctx context.Context) ([]byte, error) {
	s.key.mu.Lock()
	defer s.key.mu.Unlock()
	if s.key.value == nil {
		value, err := s.store.Key(ctx, "files")
		if err != nil {
			return nil, err
		}
		s.key.value = value
	}
	return s.key.value, nil
}

func signature(key []byte, project, image, expires string) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write([]byte(project + "/" + image + "/" + expires)) // never fails
	return h.Sum(nil)
}

func filePath(project, image string) string {
	return "/api/projects/" + project + "/images/" + image + "/file"
}

// signedUntil is when addresses that are signed now stop to work.
func (s *Site) signedUntil() int64 {
	return s.now().Truncate(fileStep).Add(fileStep + fileLifetime).Unix()
}

// signed returns the address of a picture's file.
func (s *Site) signed(key []byte, project, image string) string {
	expires := strconv.FormatInt(s.signedUntil(), 10)
	sig := base64.RawURLEncoding.EncodeToString(signature(key, project, image, expires))
	return s.opts.URL() + filePath(project, image) + "?exp=" + expires + "&sig=" + sig
}

// checkSignature reports whether a query is that of an address which was signed, and
// still works.
func (s *Site) checkSignature(key []byte, project, image string, query url.Values) bool {
	expires, err := strconv.ParseInt(query.Get("exp"), 10, 64)
	if err != nil || s.now().Unix() >= expires {
		return false
	}
	sent, err := base64.RawURLEncoding.DecodeString(query.Get("sig"))
	return err == nil && hmac.Equal(sent, signature(key, project, image, query.Get("exp")))
}
