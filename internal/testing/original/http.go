package original

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

const maxBody = 10 << 20

// failure is an answer that is not a success. Without a code it is plain text, with
// [noCode] it is JSON without that member.
type failure struct {
	status     int
	code, text string
}

const noCode = "-"

func (f *failure) Error() string { return f.text }

func (f *failure) body() any {
	switch f.code {
	case "":
		return f.text
	case noCode:
		return map[string]string{"error": f.text}
	}
	return map[string]string{"error": f.text, "code": f.code}
}

func invalid(text string) error {
	return &failure{http.StatusBadRequest, "VALIDATION_ERROR", text}
}

func databaseError(text string) error {
	return &failure{http.StatusInternalServerError, "DATABASE_ERROR", text}
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body, err := s.answer(w, r)
	if f, ok := errors.AsType[*failure](err); ok {
		status, body = f.status, f.body()
	}
	switch text, plain := body.(string); {
	case body == nil:
		w.WriteHeader(status)
		return
	case plain:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.MarshalWrite(w, body, json.Deterministic(true))
}

// answer routes a request: the path, then who asks, then the method.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) (status int, body any, err error) {
	const list = "/api/recipes"
	path := r.URL.EscapedPath()
	escaped, one := strings.CutPrefix(path, list+"/")
	id, err := url.PathUnescape(escaped)
	if path != list && (!one || err != nil || id == "" || strings.Contains(escaped, "/")) {
		return http.StatusNotFound, nil, nil
	}
	who, err := s.identify(r.Header)
	if err != nil {
		return 0, nil, err
	}
	takes := []string{http.MethodGet, http.MethodHead, http.MethodPost}
	if one {
		takes = []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete}
	}
	if !slices.Contains(takes, r.Method) {
		w.Header().Set("Allow", strings.Join(takes, ","))
		return http.StatusMethodNotAllowed, nil, nil
	}
	var sent *input
	if r.Method == http.MethodPost || r.Method == http.MethodPut {
		if sent, err = s.read(w, r); err != nil {
			return 0, nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.options.Locked != nil && s.options.Locked(r) {
		return 0, nil, databaseError(s.options.LockedText)
	}
	switch {
	case r.Method == http.MethodPost:
		status = http.StatusCreated
		body, err = s.createLocked(who, sent)
	case r.Method == http.MethodPut:
		status = http.StatusOK
		body, err = s.updateLocked(who, id, sent)
	case r.Method == http.MethodDelete:
		return http.StatusNoContent, nil, s.deleteLocked(who, id)
	case one:
		body, err = s.getLocked(who, id)
		return http.StatusOK, body, err
	default:
		return http.StatusOK, s.listLocked(who), nil
	}
	if err == nil && s.options.Unread != nil && s.options.Unread(r) {
		err = databaseError(s.options.LockedText)
	}
	return status, body, err
}

// read reads the body of a write.
func (s *Server) read(w http.ResponseWriter, r *http.Request) (*input, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if s.has(WantsContentType) && (err != nil || kind != "application/json") {
		return nil, &failure{status: http.StatusUnsupportedMediaType, text: "Expected request with `Content-Type: application/json`"}
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, &failure{status: http.StatusRequestEntityTooLarge, text: "Failed to buffer the request body: length limit exceeded"}
	}
	return s.decode(data, r.Method == http.MethodPost)
}
