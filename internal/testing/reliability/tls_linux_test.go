package reliability_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// TestFaults_wrongName has a certificate that is trusted and for another name.
// It is on Linux alone since SSL_CERT_FILE is what makes a process trust it.
func TestFaults_wrongName(t *testing.T) {
	t.Parallel()
	authority, key := certificate(t, &x509.Certificate{IsCA: true, KeyUsage: x509.KeyUsageCertSign, BasicConstraintsValid: true}, nil, nil)
	parent, err := x509.ParseCertificate(authority.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	right, _ := certificate(t, &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, parent, key)
	wrong, _ := certificate(t, &x509.Certificate{DNSNames: []string{"other.example"}}, parent, key)
	file := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority.Certificate[0]}), 0o600); err != nil {
		t.Fatal(err)
	}

	vault := startServer(t, filepath.Join(scratch(t), "recipes.db"))
	target, err := url.Parse(vault.base())
	if err != nil {
		t.Fatal(err)
	}
	var broken atomic.Bool
	pass := httputil.NewSingleHostReverseProxy(target)
	front := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Over HTTP/2 it could not be told for certain whether a POST was sent.
		if r.ProtoMajor != 1 {
			t.Errorf("it speaks %s", r.Proto)
		}
		pass.ServeHTTP(w, r)
	}))
	front.EnableHTTP2 = true
	front.Config.ErrorLog = log.New(io.Discard, "", 0)
	front.Config.SetKeepAlivesEnabled(false)
	front.TLS = &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		if broken.Load() {
			return &wrong, nil
		}
		return &right, nil
	}}
	front.StartTLS()
	t.Cleanup(front.Close)
	// Its own certificate is httptest's last resort.
	front.TLS.Certificates = nil

	c := &cell{vault: vault, name: "wrong name", limit: 20 * time.Second, id: vault.make("zq7 of wrong name")}
	c.adapter = startAdapter(t, toAPI(front.URL, "API_TIMEOUT="+c.limit.String(), "SSL_CERT_FILE="+file)...)
	c.run(t, &fault{read: unavailable, all: unavailable}, false, func() { broken.Store(true) }, func() { broken.Store(false) })
}

func certificate(t *testing.T, template, parent *x509.Certificate, signer *ecdsa.PrivateKey) (tls.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template.SerialNumber = big.NewInt(time.Now().UnixNano())
	template.Subject = pkix.Name{CommonName: "for a test"}
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, key
}
