package postgres_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
)

// certificate returns one that signs itself, for db.example.com.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"db.example.com"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// writePEM writes a certificate to a file.
func writePEM(t *testing.T, c tls.Certificate) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// answerTLS answers the request for encryption, which is the first of a connection, and does the
// handshake if own isn't nil.
func answerTLS(t *testing.T, own *tls.Config) (address string) {
	t.Helper()
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				if _, err := io.ReadFull(c, make([]byte, 8)); err != nil {
					return
				}
				if own == nil {
					_, _ = io.WriteString(c, "N")
					return
				}
				_, _ = io.WriteString(c, "S")
				_ = tls.Server(c, own).HandshakeContext(t.Context())
			}()
		}
	}()
	return ln.Addr().String()
}

// TestUntrusted ends at once, with what to look at, where a connection can't be as safe as it
// must: no time makes it so.
func TestUntrusted(t *testing.T) {
	t.Parallel()
	own, other := certificate(t), certificate(t)
	with := &tls.Config{Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS12}
	demanding := with.Clone()
	demanding.ClientAuth, demanding.MaxVersion = tls.RequireAnyClientCert, tls.VersionTLS12
	for name, row := range map[string]struct {
		server *tls.Config
		query  string
	}{
		"no encryption":         {nil, "sslmode=require"},
		"another authority":     {with, "sslmode=verify-full&sslrootcert=" + writePEM(t, other)},
		"another authority, ca": {with, "sslmode=verify-ca&sslrootcert=" + writePEM(t, other)},
		"another name":          {with, "sslmode=verify-full&sslrootcert=" + writePEM(t, own)},
		"no client certificate": {demanding, "sslmode=require"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t, "postgres://notes:a-password@"+answerTLS(t, row.server)+"/notes?"+row.query, notes)
			err := db.Check(t.Context())
			if !errors.Is(err, database.ErrUntrusted) || !errors.Is(err, database.ErrRefused) || errors.Is(err, database.ErrUnavailable) {
				t.Errorf("%v", err)
			}
			if strings.Contains(err.Error(), "a-password") || postgres.Passes(err) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestUntrusted_Prefers waits where sslmode allows a connection without encryption, and that can't be made.
func TestUntrusted_Prefers(t *testing.T) {
	t.Parallel()
	db := open(t, "postgres://notes@"+answerTLS(t, nil)+"/notes?connect_timeout=1", notes)
	if err := db.Check(t.Context()); !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}
