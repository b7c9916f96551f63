// Command portfolio starts portfolio-mcp as a desktop client would, and has it make a
// public page of a finished job: a draft, two photos, the story, and publishing. It fetches
// the page then, and prints its address and its title.
//
// The photos are drawn here and sent to the addresses that the server signs, as its widget
// does. Everything is kept in a temporary directory, so the page is gone when the tour is
// over.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"

	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/examples/internal/example"
)

func main() { example.Main("portfolio", tour) }

func tour(ctx context.Context, dir string, out io.Writer) error {
	s, err := example.Start(ctx, portfoliomcp.Program(), dir, io.Discard, "DATA_DIR="+filepath.Join(dir, "data"),
		"PORTFOLIO_BUSINESS_NAME=Acme Masonry", "PORTFOLIO_CITY=Denver", "PORTFOLIO_STATE=CO")
	if err != nil {
		return err
	}
	v := &visit{s, ctx, out}
	return s.End(v.make())
}

// visit is one tour of a running server.
type visit struct {
	*example.Session
	ctx context.Context
	out io.Writer
}

// call calls a tool and reads its structured content, and what is for the widget. Either
// may be nil.
func (v *visit) call(tool string, arguments map[string]any, content, meta any) error {
	result, err := v.Call(tool, arguments)
	if err != nil {
		return err
	}
	return errors.Join(decode(result.Structured, content), decode(result.Meta, meta))
}

// make makes the page and looks at it.
func (v *visit) make() error {
	var draft struct {
		ID      string   `json:"project_id"`
		Missing []string `json:"missing_fields"`
	}
	if err := v.call("create_project_draft", map[string]any{
		"title": "Chimney rebuilt after a storm", "project_type": "Chimney rebuild",
		"summary": "A brick chimney, taken down to the roof and built anew.",
	}, &draft, nil); err != nil {
		return err
	}
	fmt.Fprintf(v.out, "Draft %s is saved. It still needs: %s.\n", draft.ID, strings.Join(draft.Missing, ", "))
	if err := v.photos(draft.ID); err != nil {
		return err
	}
	if err := v.call("update_project_sections", map[string]any{
		"project_id": draft.ID,
		"challenge":  "Half of the stack had come down, and the rest leaned.",
		"solution":   "We took it down to the roof line and laid new brick in lime mortar, with a new flashing.",
		"results":    "It stands straight, and draws as it should.",
	}, nil, nil); err != nil {
		return err
	}
	var published struct{ URL string }
	if err := v.call("publish_project", map[string]any{"project_id": draft.ID}, &published, nil); err != nil {
		return err
	}
	title, err := v.title(published.URL)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(v.out, "Published: %s\nIts title: %s\n", published.URL, title)
	return err
}

// photos announces two photos, draws them, and sends their bytes.
func (v *visit) photos(project string) error {
	var meta struct {
		Uploads []struct {
			URL  string `json:"signed_url"`
			Type string `json:"content_type"`
		} `json:"uploads"`
	}
	if err := v.call("add_project_media", map[string]any{"project_id": project, "files": []map[string]string{
		{"file_id": "before", "filename": "before.jpg", "content_type": "image/jpeg", "image_type": "before", "alt_text": "The chimney leans"},
		{"file_id": "after", "filename": "after.jpg", "content_type": "image/jpeg", "image_type": "after", "alt_text": "The chimney stands straight"},
	}}, nil, &meta); err != nil {
		return err
	}
	for i, upload := range meta.Uploads {
		picture, err := draw(i == 0)
		if err != nil {
			return err
		}
		if err := v.put(upload.URL, upload.Type, picture); err != nil {
			return err
		}
		fmt.Fprintf(v.out, "Photo %d of %d is sent: %d bytes.\n", i+1, len(meta.Uploads), len(picture))
	}
	return nil
}

func (v *visit) put(address, contentType string, data []byte) error {
	req, err := http.NewRequestWithContext(v.ctx, http.MethodPut, address, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", contentType)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("an upload was answered with %s", resp.Status)
	}
	return nil
}

// title fetches the page and returns what is in its title.
func (v *visit) title(address string) (string, error) {
	req, err := http.NewRequestWithContext(v.ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the page was answered with %s", resp.Status)
	}
	for z := html.NewTokenizer(resp.Body); ; {
		switch z.Next() {
		case html.ErrorToken:
			return "", errors.New("the page has no title")
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) == "title" {
				z.Next()
				return string(z.Text()), nil
			}
		}
	}
}

// decode reads JSON into what is wanted; nil: nothing is.
func decode(text json.RawMessage, into any) error {
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}
