package vault_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// These tests run in a bubble whose clock moves when all in it wait, so that the
// vault's real limits pass at once.

// upload is a body whose first bytes are there, and whose others come when it is
// told, or after a time.
type upload struct {
	text  string
	first int
	end   chan struct{} // nil: no need to be told
	after time.Duration
	read  int
}

func (u *upload) Read(p []byte) (n int, err error) {
	if u.read >= u.first {
		if u.end != nil {
			<-u.end
		}
		time.Sleep(u.after)
		u.end, u.after, u.first = nil, 0, len(u.text)
	}
	if n = copy(p, u.text[u.read:u.first]); n == 0 {
		err = io.EOF
	}
	u.read += n
	return n, err
}

// handle has the vault's handler answer one request. Length is what the client
// says ahead, -1 for nothing.
func handle(t *testing.T, v *vault.Vault, method, path string, length int, body io.Reader) (status int, text string) {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), method, path, body)
	req.ContentLength = int64(length)
	w := httptest.NewRecorder()
	v.Handler().ServeHTTP(w, req)
	return w.Code, w.Body.String()
}

// TestVault_SlowUpload has a body that takes longer to arrive than the database
// may take to answer.
func TestVault_SlowUpload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		v := open(t, vault.Options{})
		slow := &upload{text: `{"title":"Soup"}`, after: 55 * time.Second}
		if status, text := handle(t, v, "POST", "/api/recipes", len(slow.text), slow); status != http.StatusCreated {
			t.Errorf("%d %s", status, text)
		}
	})
}

// TestVault_SlowUploadsHoldUpNobody has many more bodies under way than requests
// may work at once.
func TestVault_SlowUploadsHoldUpNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		v := open(t, vault.Options{})
		c := inProcess(v)
		id := c.create(t, `{"title":"Soup"}`)
		const uploads, long = 40, 200 << 10
		end := make(chan struct{})
		answered := make(chan int, uploads)
		for range uploads {
			go func() {
				text := `{"servings":4}` + strings.Repeat(" ", long)
				status, _ := handle(t, v, "PUT", "/api/recipes/"+id, len(text), &upload{text: text, end: end})
				answered <- status
			}()
		}
		synctest.Wait()
		began := time.Now()
		for _, r := range []struct {
			method, path, body string
			want               int
		}{
			{"GET", "/api/recipes", "", 200},
			{"GET", "/api/recipes/" + id, "", 200},
			{"PUT", "/api/recipes/" + id, `{"servings":2}`, 200},
			{"POST", "/api/recipes", `{"title":"Stew"}`, 201},
		} {
			if a := c.do(t, r.method, r.path, r.body); a.status != r.want {
				t.Errorf("%s: %d %s", r.method, a.status, a.body)
			}
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("the uploads held the others up for %v", took)
		}
		close(end)
		for range uploads {
			if status := <-answered; status != http.StatusOK {
				t.Errorf("an upload was answered with %d", status)
			}
		}
	})
}

// TestVault_RoomForBodies fills the room that long bodies share with bodies of
// unknown length, which count as the longest. One more is not read further until
// there is room, and is told so when there is none in time; nobody else is held
// up, as no body is that is not long.
func TestVault_RoomForBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		v := open(t, vault.Options{})
		c := inProcess(v)
		id := c.create(t, `{"title":"Soup"}`)
		const fits, short = 6, 32 << 10
		text := `{"servings":4}` + strings.Repeat(" ", 2*short)
		end := make(chan struct{})
		answered := make(chan int, fits+1)
		send := func(u *upload) {
			status, _ := handle(t, v, "PUT", "/api/recipes/"+id, -1, u)
			answered <- status
		}
		for range fits {
			go send(&upload{text: text, first: short + 1, end: end})
		}
		synctest.Wait()
		more := &upload{text: text, first: len(text)}
		began := time.Now()
		status, got := handle(t, v, "PUT", "/api/recipes/"+id, -1, more)
		if took := time.Since(began); status != http.StatusInternalServerError || !strings.Contains(got, "Try again.") || more.read > 2*short || took != 30*time.Second {
			t.Errorf("after %v: %d %s, %d bytes were read", took, status, got, more.read)
		}
		began = time.Now()
		if a := c.do(t, "GET", "/api/recipes/"+id, ""); a.status != http.StatusOK {
			t.Errorf("read: %d %s", a.status, a.body)
		}
		usual := &upload{text: text[:short], first: short}
		if status, got := handle(t, v, "PUT", "/api/recipes/"+id, -1, usual); status != http.StatusOK {
			t.Errorf("a body that is not long: %d %s", status, got)
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("the long bodies held the others up for %v", took)
		}
		more = &upload{text: text, first: len(text)}
		go send(more)
		synctest.Wait()
		if more.read > 2*short {
			t.Errorf("%d bytes were read without room", more.read)
		}
		close(end)
		for range fits + 1 {
			if status := <-answered; status != http.StatusOK {
				t.Errorf("%d", status)
			}
		}
	})
}
