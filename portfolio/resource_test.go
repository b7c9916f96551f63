package portfolio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	picture "image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// read reads a photo as a client does.
func (s server) read(id, imageID string) (blob []byte, mime string, err error) {
	s.t.Helper()
	text, err := mcptest.Write(s.t, s.session, "resources/read", fmt.Sprintf(`{"uri":"portfolio://projects/%s/images/%s"}`, id, imageID))
	if err != nil {
		return nil, "", err
	}
	var answer struct {
		Contents []struct {
			MIME string `json:"mimeType"`
			Blob []byte `json:"blob"`
		} `json:"contents"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Contents) != 1 {
		s.t.Fatalf("%v: %s", err, text)
	}
	return answer.Contents[0].Blob, answer.Contents[0].MIME, nil
}

// A photo is read with the server's own credentials, small enough for a chat.
func TestTemplates_Thumbnail(t *testing.T) {
	t.Parallel()
	var large bytes.Buffer
	if err := picture.Encode(&large, image.NewGray(image.Rect(0, 0, 1600, 1200)), nil); err != nil {
		t.Fatal(err)
	}
	o := newOriginal(t, nil)
	id, images := o.add(obj{"title": "Wall"}, 2)
	other, _ := o.add(obj{}, 0)
	o.store(images[0], large.Bytes())
	o.store(images[1], []byte("<!doctype html><title>No picture</title>"))
	s := serve(t, o)

	blob, mime, err := s.read(id, images[0])
	if err != nil {
		t.Fatal(err)
	}
	small, err := picture.DecodeConfig(bytes.NewReader(blob))
	if err != nil || mime != "image/jpeg" || small.Width != 640 || small.Height != 480 || len(blob) > 100_000 {
		t.Errorf("read %d bytes of %s, %d x %d: %v", len(blob), mime, small.Width, small.Height, err)
	}
	for name, wrong := range map[string][2]string{
		"no picture": {id, images[1]}, "another's": {other, images[0]}, "unknown": {id, other}, "no id": {id, "1"}, "a path": {id, "..%2f.."},
	} {
		if blob, _, err := s.read(wrong[0], wrong[1]); err == nil {
			t.Errorf("%s: read %d bytes", name, len(blob))
		}
	}
	if strings.Contains(s.log.String(), "doctype") {
		t.Error("the log has what was read")
	}
}

// A photo is read with the token of whoever asks, where callers have their own.
func TestTemplates_CallersToken(t *testing.T) {
	t.Parallel()
	var sent []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.Header.Get("Authorization"))
		_ = picture.Encode(w, image.NewGray(image.Rect(0, 0, 8, 8)), nil)
	}))
	t.Cleanup(api.Close)
	for name, o := range map[string]portfolio.Options{
		"Bearer the-program's": {Token: "the-program's"},
		"Bearer the-caller's":  {Token: "the-program's", Bearer: func(context.Context) (string, error) { return "the-caller's", nil }},
	} {
		o.BaseURL = api.URL
		client, err := portfolio.NewClient(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		sent = nil
		read := portfolio.Templates(client, photo.NewShrinker())[0].Read
		if _, err := read(t.Context(), &mcp.Request{}, "", map[string]string{"project_id": idOf(1), "image_id": idOf(2)}); err != nil || len(sent) != 1 || sent[0] != name {
			t.Errorf("sent %q, want %q: %v", sent, name, err)
		}
	}
}
