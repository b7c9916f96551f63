package doctor_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

var dialer net.Dialer

// faultRow makes a fault for real. want is its text in the table of faults.
type faultRow struct {
	want string
	make func(t *testing.T) *house
}

// TestRun_Faults makes every fault of the table, each on a computer where all
// else is well: exactly that one fault is reported.
func TestRun_Faults(t *testing.T) {
	t.Parallel()
	rows := slices.Concat(settingFaults(), networkFaults(), apiFaults(), directoryFaults(), entryFaults(), endpointFaults())
	texts := map[string]doctor.Finding{}
	for _, f := range doctor.Faults(noteBox()) {
		texts[f.Text] = f
	}
	made := map[string]bool{}
	for _, r := range rows {
		entry, known := texts[r.want]
		if !known {
			t.Errorf("the table of faults has no %q", r.want)
			continue
		}
		made[r.want] = true
		t.Run(entry.Check+" "+r.want, func(t *testing.T) {
			t.Parallel()
			checkFault(t, r, entry)
		})
	}
	for text := range texts {
		if !made[text] {
			t.Errorf("no test makes the fault %q", text)
		}
	}
}

func checkFault(t *testing.T, r faultRow, entry doctor.Finding) {
	h := r.make(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	findings := h.runFor(ctx)
	pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(entry.Text), "…", ".+") + "$")
	var faults []doctor.Finding
	for _, f := range findings {
		if f.Level == doctor.Fault {
			faults = append(faults, f)
		}
	}
	if len(faults) != 1 || faults[0].Check != entry.Check || faults[0].Fix != entry.Fix || !pattern.MatchString(faults[0].Text) {
		t.Errorf("faults are\n%+v\nwant one like %q; all findings:\n%+v", faults, r.want, findings)
	}
}

func settingFaults() []faultRow {
	environment := func(settings ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house { return newHouse(t, settings...) }
	}
	return []faultRow{
		{"The home directory is not known, so the clients' config files cannot be found: HOME (on Windows USERPROFILE) is not set, or is not an absolute path.", func(t *testing.T) *house {
			h := newHouse(t)
			h.Places.Home = ""
			return h
		}},
		{"… has quotation marks around its value, and they count as part of it.", environment(`API_KEY="` + apiKey + `"`)},
		{"… has quotation marks around its value, and they count as part of it.", environment(`API_BASE_URL='http://127.0.0.1:1'`)},
		{"… has quotation marks around its value, and they count as part of it.", environment(`USER_EMAIL=“` + alice + `”`)},
		{"… holds a placeholder that was not replaced with a value.", environment("API_BASE_URL=${user_config.url}")},
		{"… holds a placeholder that was not replaced with a value.", environment("API_KEY=%API_KEY%")},
		{"… holds a placeholder that was not replaced with a value.", func(t *testing.T) *house {
			return newHouse(t).install("claude-desktop", playing(t, "notes-mcp", "API_KEY=${KEY}"))
		}},
		{"… holds a value that the client encrypted and did not decrypt (__encrypted__:…).", environment("API_KEY=__encrypted__:djEwAAAA" + apiKey)},
		{"… cannot be used: it ….", environment("API_TIMEOUT=soon")},
		{"… cannot be used: it ….", environment("API_BASE_URL=nas.example.com:3000")},
		{"USER_EMAIL is no good: it ….", environment("USER_EMAIL=jürgen@example.com")},
		{"USER_EMAIL is no good: it ….", func(t *testing.T) *house {
			return newHouse(t).install("claude-desktop", playing(t, "notes-mcp", "USER_EMAIL="+alice+"\u200b"))
		}},
	}
}

func networkFaults() []faultRow {
	secure := func(change func(t *testing.T, h *house, c *tls.Config), names ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			name, end := "localhost", tomorrow()
			for _, n := range names {
				name = n
			}
			if name == "expired" {
				name, end = "localhost", time.Now().Add(-time.Hour)
			}
			var config *tls.Config
			h, _ := secureHouse(t, certificate(t, name, end), func(c *tls.Config) { config = c; change(t, nil, c) })
			change(t, h, config)
			return h
		}
	}
	nothing := func(*testing.T, *house, *tls.Config) {}
	return []faultRow{
		{"The address of the proxy in … cannot be used.", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=http://vault.example.com", "http_proxy=http://[bad")
		}},
		{"The address of the proxy in … cannot be used.", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=http://vault.example.com", "HTTP_PROXY=ftp://127.0.0.1:1")
		}},
		{"The proxy … in … cannot be reached: ….", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=https://vault.example.com", "HTTPS_PROXY=http://alice:"+apiKey+"@"+harness.Address(t))
		}},
		{"The host name … cannot be resolved: ….", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=http://vault.example.com:3000", "API_KEY="+apiKey)
		}},
		{"… cannot be reached: ….", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=http://"+harness.Address(t), "API_KEY="+apiKey)
		}},
		{"The certificate of … is not valid now: it is valid from … to ….", secure(nothing, "expired")},
		{"The certificate of … is for another name.", secure(nothing, "nas.example.com")},
		{"The certificate of … is not from an authority that this computer trusts.", secure(func(_ *testing.T, h *house, _ *tls.Config) {
			if h != nil {
				h.Roots = x509.NewCertPool()
			}
		})},
		{"… answers without TLS, though API_BASE_URL begins with https.", func(t *testing.T) *house {
			return newHouse(t, strings.Replace(serve(t, newBox(t)), "http:", "https:", 1))
		}},
		{"No encrypted connection to … could be made: ….", secure(func(_ *testing.T, _ *house, c *tls.Config) {
			c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
		})},
		{"… answers with TLS, though API_BASE_URL begins with http:.", func(t *testing.T) *house {
			h, _ := secureHouse(t, certificate(t, "localhost", tomorrow()), nil)
			h.environ = append(h.environ, strings.Replace(h.environ[len(h.environ)-3], "https:", "http:", 1))
			return h
		}},
		{"… did not answer as a web server does: ….", func(t *testing.T) *house {
			return newHouse(t, "API_BASE_URL=http://"+hangUp(t), "API_KEY="+apiKey)
		}},
	}
}

func apiFaults() []faultRow {
	answering := func(status int, header, value, body string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			return newHouse(t, "API_KEY="+apiKey, serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set(header, value)
				w.WriteHeader(status)
				_, _ = w.Write([]byte(body))
			})))
		}
	}
	asking := func(settings ...string) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			return newHouse(t, append(settings, serve(t, newBox(t)))...)
		}
	}
	const notVault = "… answers with …, so it is not a Note Box."
	const failing = "The Note Box at … answers with …."
	const page = "<!doctype html><title>Log in</title>Soup"
	return []faultRow{
		{"… redirects every request to …, and the key is not sent there.", answering(302, "Location", "https://login.example.com/?user="+alice, "")},
		{"… redirects every request to …, and the key is not sent there.", answering(302, "Location", "http://login.example.com/", "")},
		{notVault, answering(200, "Content-Type", "text/html; charset=utf-8", page)},
		{notVault, answering(401, "Content-Type", "text/html", page)},
		{notVault, answering(404, "Content-Type", "text/plain", "404 page not found")},
		{notVault, answering(200, "Content-Type", "application/json", `[{"name":"Soup"}]`)},
		{notVault, answering(200, "Content-Type", "application/json", `null`)},
		{notVault, answering(400, "Content-Type", "text/plain", "no")},
		{failing, answering(502, "Content-Type", "text/html", page)},
		{failing, answering(429, "Retry-After", "60", "")},
		{failing, answering(500, "Content-Type", "application/json", `{"error":"disk"}`)},
		{"The Note Box at … answers that its database is locked.", answering(500, "Content-Type", "application/json", `{"error":"locked"}`)},
		{"The clock of this computer and that of the server differ by ….", func(t *testing.T) *house {
			ahead := time.Now().Add(20 * time.Minute).UTC().Format(http.TimeFormat)
			return answering(200, "Date", ahead, `[]`)(t)
		}},
		{"… did not answer as a web server does: ….", answering(200, "Content-Length", "1000", `[]`)},
		{"The Note Box refuses API_KEY.", asking()},
		{"The Note Box refuses API_KEY.", asking("API_KEY=" + wrongKey)},
	}
}

func directoryFaults() []faultRow {
	return []faultRow{
		{"The directory … is missing and cannot be made: ….", func(t *testing.T) *house {
			file := filepath.Join(t.TempDir(), "file")
			write(t, file, "", 0o600)
			return newHouse(t, "DATABASE_URL=sqlite:"+filepath.Join(file, "notes", "notes.db"))
		}},
		{"Nothing can be written into the directory …: ….", readOnly},
		{"The disk of the directory … is full, so nothing more can be saved.", func(t *testing.T) *house {
			dir := filepath.Join(t.TempDir(), doctor.FullDisk)
			mkdir(t, dir)
			return newHouse(t, "DATABASE_URL=sqlite:"+filepath.Join(dir, "notes.db"))
		}},
	}
}

// readOnly has the file in a directory that even root can't write to, where
// there is one.
func readOnly(t *testing.T) *house {
	t.Helper()
	if runtime.GOOS == "linux" {
		return newHouse(t, "DATABASE_URL=sqlite:/proc/notes.db")
	}
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("nothing is forbidden to this user")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	return newHouse(t, "DATABASE_URL=sqlite:"+filepath.Join(dir, "notes.db"))
}

// hangUp is a server that closes every connection once it was spoken to.
func hangUp(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func hostPort(t *testing.T, l net.Listener) (host, port string) {
	t.Helper()
	host, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return host, port
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

// sameChecks compares which checks of a subject ended on a level.
func sameChecks(t *testing.T, findings []doctor.Finding, level doctor.Level, of string, want []string) {
	t.Helper()
	got := []string{}
	for _, f := range findings {
		if f.Level == level && f.Of == of {
			got = append(got, f.Check)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("checks of %s that are %s (-want +got):\n%s%+v", of, level, diff, findings)
	}
}
