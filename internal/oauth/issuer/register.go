package issuer

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// maxClients bounds those that register themselves.
const maxClients = 1000

// register is dynamic client registration (RFC 7591). The id follows from what the
// client says, so that registering again gives the same one and adds nothing.
func (i *Issuer) register(r *http.Request) (status int, body any, err error) {
	if ok, err := i.mayRegister(r); err != nil {
		return 0, nil, err
	} else if !ok {
		return 0, nil, &protocolError{http.StatusTooManyRequests, "temporarily_unavailable", "Too many registrations came from this address; try again in 15 minutes."}
	}
	text, err := io.ReadAll(r.Body)
	var m metadata
	if err != nil || json.Unmarshal(text, &m) != nil {
		return 0, nil, badRequest("invalid_client_metadata", "The body must be a JSON object of at most 16 KiB.")
	}
	c, err := m.client()
	if err != nil {
		return 0, nil, badRequest("invalid_redirect_uri", err.Error()+".")
	}
	if c.Name == "" {
		c.Name = "An app without a name"
	}
	uris, err := json.Marshal(c.RedirectURIs)
	if err != nil {
		return 0, nil, err
	}
	const idBytes = 16
	c.ID = base64.RawURLEncoding.EncodeToString(hashOf(c.Name + "\x00" + string(uris))[:idBytes])
	now := i.now().Unix()
	err = i.store.write(r.Context(), func(t tx) error {
		if _, err := t.Exec(`INSERT INTO clients (id, name, redirect_uris, used) VALUES ($1, $2, $3, $4)
			ON CONFLICT (id) DO UPDATE SET used = $4`, c.ID, c.Name, string(uris), now); err != nil {
			return err
		}
		return t.makeRoom(c.ID)
	})
	if errors.Is(err, errFull) {
		return 0, nil, &protocolError{http.StatusServiceUnavailable, "temporarily_unavailable", "No more clients can register; use a client metadata document."}
	}
	return http.StatusCreated, map[string]any{
		"client_id": c.ID, "client_id_issued_at": now, "client_name": c.Name, "redirect_uris": c.RedirectURIs,
		"grant_types": grantTypes, "response_types": []string{"code"}, "token_endpoint_auth_method": "none",
	}, err
}

var errFull = errors.New("there is no room for another client")

// makeRoom removes the clients that were used least recently and hold no grant, when
// there are too many.
func (t tx) makeRoom(added string) error {
	var n int
	if _, err := t.row("SELECT count(*) FROM clients", nil, &n); err != nil || n <= maxClients {
		return err
	}
	removed, err := t.Exec(`DELETE FROM clients WHERE id IN (
		SELECT id FROM clients WHERE id <> $1 AND id NOT IN (SELECT client FROM grants)
		ORDER BY used LIMIT $2)`, added, n-maxClients)
	if err == nil && int(removed) < n-maxClients {
		err = errFull
	}
	return err
}
