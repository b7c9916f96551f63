package doctor_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// certificate is one that signs itself, for the name or address, until end.
func certificate(t *testing.T, name string, end time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             end.Add(-48 * time.Hour),
		NotAfter:              end,
		DNSNames:              []string{name},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

// tomorrow is an end that is no fault.
func tomorrow() time.Time { return time.Now().Add(24 * time.Hour) }

// secureHouse has a Note Box behind TLS, known as localhost, and trusts its
// certificate. change may spoil the server's side.
func secureHouse(t *testing.T, c tls.Certificate, change func(*tls.Config)) (h *house, server *httptest.Server) {
	t.Helper()
	server = httptest.NewUnstartedServer(newBox(t))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{c}}
	if change != nil {
		change(server.TLS)
	}
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it complains of failed handshakes
	server.StartTLS()
	t.Cleanup(server.Close)
	_, port := hostPort(t, server.Listener)
	h = newHouse(t, "API_BASE_URL=https://localhost:"+port, "API_KEY="+apiKey, "USER_EMAIL="+alice)
	h.Resolver = nil // localhost is in every computer's own table
	h.Roots = x509.NewCertPool()
	h.Roots.AddCert(c.Leaf)
	return h, server
}

func TestRun_AllGreenOverTLS(t *testing.T) {
	t.Parallel()
	h, _ := secureHouse(t, certificate(t, "localhost", tomorrow()), nil)
	findings := h.run()
	want := []string{"settings", "proxy", "dns", "tcp", "tls", "url", "clock", "key"}
	sameChecks(t, findings, doctor.OK, "environment", want)
	if len(findings) != len(want) {
		t.Errorf("%+v", findings)
	}
}

func TestRun_NotesPlainConnections(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(newBox(t)) // a proxy's requests hold the path all the same
	t.Cleanup(proxy.Close)
	for host, level := range map[string]doctor.Level{
		"recipes.example.com": doctor.Note,
		"93.184.216.34":       doctor.Note,
		"192.168.1.9":         doctor.OK,
		"nas":                 doctor.OK,
		"nas.fritz.box":       doctor.OK,
	} {
		h := newHouse(t, "API_BASE_URL=http://"+host, "API_KEY="+apiKey, "API_PROXY="+proxy.URL)
		for _, f := range h.run() {
			if f.Check == "tls" && f.Level != level {
				t.Errorf("%s: %+v", host, f)
			}
			if f.Level == doctor.Fault {
				t.Errorf("%s: %+v", host, f)
			}
		}
	}
}

func TestRun_TunnelThroughProxy(t *testing.T) {
	t.Parallel()
	h, server := secureHouse(t, certificate(t, "vault.example.com", tomorrow()), nil)
	proxy := httptest.NewServer(tunnel(t, server.Listener.Addr().String()))
	t.Cleanup(proxy.Close)
	h.environ = append(h.environ, "API_BASE_URL=https://vault.example.com", "HTTPS_PROXY="+proxy.URL)
	findings := h.run()
	sameChecks(t, findings, doctor.OK, "environment", []string{"settings", "url", "clock", "key"})
	sameChecks(t, findings, doctor.Note, "environment", []string{"proxy", "dns", "tcp", "tls"})

	h.Roots = x509.NewCertPool()
	if got := checks(h.run(), doctor.Fault); len(got) != 1 || got[0] != "environment/tls" {
		t.Errorf("faults of an unknown authority behind a proxy: %v", got)
	}
}

// tunnel is a proxy that leads every CONNECT to one address.
func tunnel(t *testing.T, to string) http.Handler {
	t.Helper()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			http.Error(w, "only CONNECT", http.StatusMethodNotAllowed)
			return
		}
		there, err := dialer.DialContext(r.Context(), "tcp", to)
		if err != nil {
			http.Error(w, "no way", http.StatusBadGateway)
			return
		}
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() {
			_, _ = io.Copy(there, here)
			_ = there.Close()
		}()
		_, _ = io.Copy(here, there)
		_ = here.Close()
	})
}
