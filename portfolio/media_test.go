package portfolio_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const asJPEG = `"content_type":"image/jpeg"`

func TestFilesAndAnAddress(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(obj{"title": "Roof", "project_type": "Roof"}, 0)
	r := serve(t, api).must("add_project_media", `{"project_id":"%s",
		"files":[{"file_id":"f1","filename":"a.jpg",`+asJPEG+`,"image_type":"before","width":10.0,"height":20},{"file_id":"f2","filename":"b.jpg","content_type":"image/JPG"}],
		"images":[{"url":"https://pictures.example.com/c.jpg","alt_text":"C"}]}`, id)
	post, one, two, three := `POST /api/projects/`+id+`/images`, idOf(2), idOf(3), idOf(4)
	api.made(t,
		post+` {"content_type":"image/jpeg","filename":"a.jpg","height":20,"image_type":"before","width":10}`,
		post+` {"content_type":"image/jpeg","filename":"b.jpg"}`,
		post+`/from-url {"images":[{"alt_text":"C","url":"https://pictures.example.com/c.jpg"}]}`,
		`GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","title":"Roof","media_count":3,"missing_fields":[],"upload_status":"Prepared 2 uploads, Imported 1 image","images":[
		{"image_id":"`+one+`","image_type":"before","alt_text":null,"is_hero":true},{"image_id":"`+two+`","image_type":null,"alt_text":null,"is_hero":false},{"image_id":"`+three+`","image_type":null,"alt_text":"C","is_hero":false}]}`)
	mcptest.Same(t, "uploads", r.at("uploads"), `[
		{"file_id":"f1","image_id":"`+one+`","signed_url":"`+api.URL+`/storage/`+one+`?token=t`+one+`","token":"t`+one+`","path":"c/p/`+one+`","content_type":"image/jpeg"},
		{"file_id":"f2","image_id":"`+two+`","signed_url":"`+api.URL+`/storage/`+two+`?token=t`+two+`","token":"t`+two+`","path":"c/p/`+two+`","content_type":"image/jpeg"}]`)
	if r.at("widgetTemplate") != "project-media" || r.at("widgetData", "project", "hero_image_id") != one || len(r.at("widgetData", "images").([]any)) != 3 || len(order(r)) != 3 {
		t.Errorf("_meta: %v", r.meta)
	}
	if strings.Contains(r.text+r.note, "token=") {
		t.Errorf("the model sees an upload's token: %s", r.text)
	}
}

func TestAWrongType(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	s := serve(t, api)
	gif := `{"file_id":"g","filename":"c.gif","content_type":"image/gif"}`
	r := s.must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f1","filename":"a.jpg",`+asJPEG+`},`+gif+`,{"file_id":"f2","filename":"b.jpg",`+asJPEG+`}]}`, id)
	mcptest.Same(t, "upload_errors", r.structured["upload_errors"], `[{"file_id":"g","error":"A photo must be a JPEG, PNG, WebP or HEIC of at most 5 MiB, not image/gif."}]`)
	mcptest.Same(t, "the rest", obj{"status": r.structured["upload_status"], "uploads": len(r.at("uploads").([]any)), "count": r.structured["media_count"]}, `{"status":"Prepared 2 uploads, 1 upload errors","uploads":2,"count":2}`)
	api.taken()
	r, kind := s.refused("add_project_media", `{"project_id":"%s","files":[`+gif+`]}`, id)
	if kind != "invalid_params" || r.text != "No photo was added. A photo must be a JPEG, PNG, WebP or HEIC of at most 5 MiB, not image/gif." || len(r.at("upload_errors").([]any)) != 1 {
		t.Errorf("%s: %s", kind, r.text)
	}
	// Each reason names its photos, for a model that sees nothing else of a failure.
	r, _ = s.refused("add_project_media", `{"project_id":"%s","files":[`+gif+`,{"file_id":"h","filename":"d.gif","content_type":"image/gif"},{"file_id":"s","filename":"s.svg","content_type":"image/svg+xml"}]}`, id)
	if !strings.Contains(r.text, "\"g\", \"h\": A photo must") || !strings.Contains(r.text, "\"s\": A photo must") {
		t.Error(r.text)
	}
	api.made(t)
}

func TestNoSource(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	file := `{"file_id":"f","filename":"a.jpg",` + asJPEG
	for arguments, field := range map[string]string{
		``:                                      "files",
		`,"files":[],"images":[]`:               "files",
		`,"files":[` + file + `,"width":0}]`:    "files[0].width",
		`,"files":[` + file + `,"height":0.5}]`: "files[0].height",
		`,"files":[` + file + `,"display_order":-1}]`:              "files[0].display_order",
		`,"images":[{"url":"a.jpg"}]`:                              "images[0].url",
		`,"images":[{"url":"file:///etc/passwd"}]`:                 "images[0].url",
		`,"files":[` + strings.Repeat(file+`},`, 10) + file + `}]`: "files",
	} {
		r, kind := serve(t, api).refused("add_project_media", `{"project_id":"%s"%s}`, id, arguments)
		if kind != "invalid_params" || r.at("error", "data", "field") != field {
			t.Errorf("%s: %s of %v: %s", arguments, kind, r.at("error", "data", "field"), r.text)
		}
	}
	api.made(t)
}

// fetching returns an edit that lets attachments be fetched.
func fetching(fetch func(address string) ([]byte, string, error)) func(*settings) {
	return func(s *settings) {
		s.tools.Fetch = func(_ context.Context, address string) ([]byte, string, error) { return fetch(address) }
	}
}

// The bytes of an attachment are stored when the call returns, without any widget.
func TestAttachments_AreStored(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	fetch := fetching(func(address string) ([]byte, string, error) {
		if address != "https://files.example.com/1" {
			return nil, "", errors.New("private")
		}
		return []byte("png bytes"), "image/png", nil
	})
	r := serve(t, api, fetch).must("add_project_media", `{"project_id":"%s","attachments":[
		{"download_url":"https://files.example.com/1","file_id":"f1","mime_type":"image/jpeg","file_name":"..\\dir/ch.png","image_type":"after","alt_text":"A chimney"},
		{"download_url":"https://files.example.com/2","file_id":"f2"}]}`, id)
	api.made(t,
		`POST /api/projects/`+id+`/images {"content_type":"image/png","filename":"ch.png","image_type":"after"}`,
		`PUT /storage/`+idOf(2)+`?token=t`+idOf(2)+` png bytes`,
		`PATCH /api/projects/`+id+`/images {"labels":[{"alt_text":"A chimney","image_id":"`+idOf(2)+`"}]}`,
		`GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	mcptest.Same(t, "the result", obj{"status": r.structured["upload_status"], "errors": r.structured["upload_errors"], "alt": r.at("images").([]any)[0].(obj)["alt_text"], "uploads": r.at("uploads")},
		`{"status":"Imported 1 image, 1 upload errors","errors":[{"file_id":"f2","error":"The photo could not be fetched from the chat; add it again."}],"alt":"A chimney","uploads":[]}`)
	if string(api.stored["/storage/"+idOf(2)]) != "png bytes" {
		t.Errorf("stored: %v", api.stored)
	}
}

// A row without its bytes is not left behind.
func TestAttachments_WithdrawWhatWasNotStored(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.fail = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodPut {
				http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
			}
			return r.Method == http.MethodPut
		}
	})
	id, _ := api.add(nil, 0)
	fetch := fetching(func(string) ([]byte, string, error) { return []byte("x"), "image/webp", nil })
	r, kind := serve(t, api, fetch).refused("add_project_media", `{"project_id":"%s","attachments":[{"download_url":"https://files.example.com/1","file_id":"f1"}]}`, id)
	api.made(t,
		`POST /api/projects/`+id+`/images {"content_type":"image/webp","filename":"photo.webp"}`,
		`PUT /storage/`+idOf(2)+`?token=t`+idOf(2)+` x`,
		`DELETE /api/projects/`+id+`/images {"image_id":"`+idOf(2)+`"}`)
	if kind != "unavailable" || r.text != "No photo was added. The photo could not be stored; add it again." {
		t.Errorf("%s: %s", kind, r.text)
	}
}

// Bytes whose outcome is unknown are looked for and never sent again.
func TestAttachments_WithAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		ours, arrived bool
		page          bool // answers the upload
		gone          bool // nothing answers after it
		kind, text    string
		sent          string // after the upload
	}{
		"stored":       {ours: true, arrived: true, sent: "GET GET"},
		"not stored":   {ours: true, kind: "unavailable", text: "No photo was added. The photo could not be stored; add it again.", sent: "GET DELETE"},
		"the original": {arrived: true, kind: "unavailable", text: "No photo was added. The photo could not be stored; add it again.", sent: "GET DELETE"},
		"nothing can be seen": {ours: true, arrived: true, gone: true, kind: "unknown_outcome", text: "It is not known whether a photo was added. It is not known whether the photo was stored, as image " + idOf(2) +
			". Look with get_project_status before adding it again; if it has no picture, remove it with set_project_media_labels.", sent: "GET DELETE GET"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var uploaded atomic.Bool
			api := newOriginal(t, func(o *original) {
				o.ours = row.ours
				o.fail = func(w http.ResponseWriter, r *http.Request) bool {
					if r.Method == http.MethodPut {
						if row.ours {
							o.mu.Lock()
							imagesOf(o.projects[0])[0]["uploaded"] = row.arrived
							o.mu.Unlock()
						}
						uploaded.Store(true)
						if row.page {
							_, _ = w.Write([]byte("<html>Sign in</html>"))
							return true
						}
						panic(http.ErrAbortHandler)
					}
					if row.gone && uploaded.Load() {
						o.refuse(w, 504, "TIMEOUT", "Late.", nil)
						return true
					}
					return false
				}
			})
			id, _ := api.add(nil, 0)
			fetch := fetching(func(string) ([]byte, string, error) { return []byte("x"), "image/webp", nil })
			r := serve(t, api, fetch, func(s *settings) { s.client.MaxRetries = 0 }).call("add_project_media", `{"project_id":"%s","attachments":[{"download_url":"https://files.example.com/1","file_id":"f1"}]}`, id)
			if row.kind == "" && (r.failed || r.structured["upload_status"] != "Imported 1 image") ||
				row.kind != "" && (!r.failed || r.at("error", "data", "kind") != row.kind || r.text != row.text) {
				t.Errorf("%s %v", r.text, r.meta)
			}
			var sent []string
			for _, c := range api.taken() {
				method, _, _ := strings.Cut(c, " ")
				sent = append(sent, method)
			}
			if got := strings.Join(sent, " "); got != "POST PUT "+row.sent {
				t.Errorf("sent %s", got)
			}
		})
	}
}

// A call of which one photo may have been added does not say that none was.
func TestAdd_OneOutcomeIsUnknown(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, failing(502, "STORAGE_ERROR", nil))
	r, kind := serve(t, api).refused("add_project_media", `{"project_id":"%s","files":[{"file_id":"g","filename":"c.gif","content_type":"image/gif"},{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, idOf(1))
	if kind != "unknown_outcome" || !strings.HasPrefix(r.text, "It is not known whether a photo was added.") {
		t.Errorf("%s: %s", kind, r.text)
	}
}

// What Fetch returns is held to the limits, and its own failures are passed on.
func TestAttachments_AreRefused(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	for want, fetch := range map[string]func(*settings){
		"at most 5 MiB, not text/html": fetching(func(string) ([]byte, string, error) { return []byte("<html>"), "text/html", nil }),
		"may have at most 5 MiB":       fetching(func(string) ([]byte, string, error) { return make([]byte, 5<<20+1), "image/png", nil }),
		"That address is inside the network": fetching(func(string) ([]byte, string, error) {
			return nil, "", &fault.Error{Kind: fault.InvalidParams, Message: "That address is inside the network."}
		}),
		"Attachments can't be fetched here": func(*settings) {},
	} {
		if r, _ := serve(t, api, fetch).refused("add_project_media", `{"project_id":"%s","attachments":[{"download_url":"https://files.example.com/1","file_id":"f1"}]}`, id); !strings.Contains(r.text, want) {
			t.Errorf("%s, want %s", r.text, want)
		}
	}
	api.made(t)
}

func TestAttachmentsOfAPhone(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	s := serve(t, api)
	r := s.must("add_project_media", `{"project_id":"%s","attachments":["chat_upload"],"files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, id)
	mcptest.Same(t, "upload_errors", r.structured["upload_errors"], `[{"file_id":"chat_upload","error":"This device did not pass the photo on; add it with the button Add photos in the widget."}]`)
	r, _ = s.refused("add_project_media", `{"project_id":"%s","attachments":["chat_upload"]}`, id)
	if !strings.Contains(r.text, "Add photos in the widget") || len(r.at("upload_errors").([]any)) != 1 {
		t.Errorf("%s %v", r.text, r.meta)
	}
}

func TestFilesWithAltText(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	s := serve(t, api)
	arguments := `{"project_id":"` + id + `","files":[{"file_id":"f","filename":"a.jpg",` + asJPEG + `,"alt_text":"A roof"}]}`
	r := s.must("add_project_media", `%s`, arguments)
	api.made(t,
		`POST /api/projects/`+id+`/images {"content_type":"image/jpeg","filename":"a.jpg"}`,
		`PATCH /api/projects/`+id+`/images {"labels":[{"alt_text":"A roof","image_id":"`+idOf(2)+`"}]}`,
		`GET /api/projects/`+id, `GET /api/projects/`+id+`/images`)
	if got := r.at("images").([]any)[0].(obj)["alt_text"]; got != "A roof" {
		t.Errorf("the alt text is %v", got)
	}
	// The photo is there, whether its text could be saved or not.
	api.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch {
			api.refuse(w, 403, "FORBIDDEN", "No.", nil)
		}
		return r.Method == http.MethodPatch
	}
	if r := s.must("add_project_media", `%s`, arguments); !strings.Contains(r.note, "The alt texts could not be saved: The portfolio API refused the request: No.") || len(r.at("uploads").([]any)) != 1 {
		t.Errorf("it says %q", r.note)
	}
}

// An import that fails as a whole is a failure of each address; what was prepared stays.
func TestImport_FailsWholly(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, func(o *original) {
		o.fail = func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "from-url") {
				o.refuse(w, 400, "VALIDATION_ERROR", "No.", nil)
				return true
			}
			return false
		}
	})
	id, _ := api.add(nil, 0)
	r := serve(t, api).must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}],"images":[{"url":"https://a.example.com/1"},{"url":"https://a.example.com/2"}]}`, id)
	mcptest.Same(t, "the result", obj{"status": r.structured["upload_status"], "errors": r.structured["upload_errors"], "uploads": len(r.at("uploads").([]any))},
		`{"status":"Prepared 1 upload, 2 URL import failed","errors":[{"url":"https://a.example.com/1","error":"The portfolio API refused the request: No."},{"url":"https://a.example.com/2","error":"The portfolio API refused the request: No."}],"uploads":1}`)
}

func TestImport_FailsPartly(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	r := serve(t, api).must("add_project_media", `{"project_id":"%s","images":[{"url":"https://a.example.com/broken"},{"url":"https://a.example.com/2"}]}`, id)
	mcptest.Same(t, "the result", obj{"status": r.structured["upload_status"], "errors": r.structured["upload_errors"]},
		`{"status":"Imported 1 image, 1 URL import failed","errors":[{"url":"https://a.example.com/broken","error":"Failed to fetch"}]}`)
}

// An image that may have been added is not added again, and what the API says of the
// project itself ends the call.
func TestAdd_Fails(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{401: "unauthorized", 403: "forbidden", 404: "not_found", 502: "unknown_outcome", 429: "unavailable", 503: "unavailable"} {
		api := newOriginal(t, func(o *original) {
			o.fail = func(w http.ResponseWriter, _ *http.Request) bool {
				o.refuse(w, status, "CODE", "No.", nil)
				return true
			}
		})
		r, kind := serve(t, api).refused("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, idOf(1))
		api.made(t, `POST /api/projects/`+idOf(1)+`/images {"content_type":"image/jpeg","filename":"a.jpg"}`)
		if kind != want || want == "unknown_outcome" && !strings.HasPrefix(r.text, "It is not known whether a photo was added.") {
			t.Errorf("%d: %s: %s", status, kind, r.text)
		}
	}
}

// The signed addresses are not lost when the project can't be read back.
func TestAdd_CanNotBeRead(t *testing.T) {
	t.Parallel()
	api := newOriginal(t, nil)
	id, _ := api.add(nil, 0)
	api.fail = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet {
			w.WriteHeader(http.StatusTeapot)
		}
		return r.Method == http.MethodGet
	}
	r := serve(t, api).must("add_project_media", `{"project_id":"%s","files":[{"file_id":"f","filename":"a.jpg",`+asJPEG+`}]}`, id)
	mcptest.Same(t, "structuredContent", r.structured, `{"project_id":"`+id+`","upload_status":"Prepared 1 upload"}`)
	if len(r.at("uploads").([]any)) != 1 || !strings.Contains(r.note, "could not be read back") {
		t.Errorf("%v %q", r.meta, r.note)
	}
}
