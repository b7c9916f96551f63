package portfolio

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// addition is one call that adds photos.
type addition struct {
	tools
	project string
	files   []map[string]any
	links   []any // but those that Files reads
	local   []map[string]any
	chat    []any // attachments: objects, or strings of hosts that have no more

	uploads  []prepared
	imported int
	alts     []fields // labels for images that were added, with their alt_text
	errors   []uploadError
	noURLs   int            // addresses among the errors
	again    int            // photos that an earlier call has added
	present  []image        // those of the project, if that had to be looked at
	named    map[digest]int // how often the call has named a photo
	failed   error          // the first failure, or the first whose outcome is unknown
	notes    []string
}

// prepared is a file for the widget to upload.
type prepared struct {
	FileID      string `json:"file_id"`
	ImageID     string `json:"image_id"`
	SignedURL   string `json:"signed_url"`
	Token       string `json:"token"`
	Path        string `json:"path"`
	ContentType string `json:"content_type"`
}

// uploadError says what could not be added.
type uploadError struct {
	FileID string `json:"file_id,omitempty"`
	URL    string `json:"url,omitempty"`
	Error  string `json:"error"`
}

// read checks the arguments beyond their schema.
func (a *addition) read(args schema.Arguments) error {
	files, _ := args["files"].([]any)
	links, _ := args["images"].([]any)
	a.chat, _ = args["attachments"].([]any)
	if len(files)+len(links)+len(a.chat) == 0 {
		return invalid("files", "no photo was given: send attachments, images or files")
	}
	for i, value := range files {
		file := value.(map[string]any)
		for name, least := range map[string]float64{"display_order": 0, "width": 1, "height": 1} {
			if _, _, err := whole(file, fmt.Sprintf("files[%d].", i), name, least, schema.MaxInt32); err != nil {
				return err
			}
		}
		a.files = append(a.files, file)
	}
	for i, value := range links {
		link := value.(map[string]any)
		u, err := url.Parse(link["url"].(string))
		switch {
		case err == nil && u.Scheme == "file" && a.Files != nil:
			a.local = append(a.local, link)
		case err == nil && u.Scheme == "file":
			return invalid(fmt.Sprintf("images[%d].url", i), "images[%d].url is a file:// address, and this server takes none: put the photo into the chat, or give its https address", i)
		case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
			return invalid(fmt.Sprintf("images[%d].url", i), "images[%d].url must be a complete address that begins with https://", i)
		default:
			a.links = append(a.links, value)
		}
	}
	return nil
}

// run adds the photos, source by source. Its error means that none was added.
func (a *addition) run(ctx context.Context) error {
	for _, file := range a.files {
		a.prepare(ctx, file)
		if a.hopeless() {
			return a.failed
		}
	}
	for _, attachment := range a.chat {
		a.attach(ctx, attachment)
		if a.hopeless() {
			return a.failed
		}
	}
	for _, link := range a.local {
		a.importFile(ctx, link)
		if a.hopeless() {
			return a.failed
		}
	}
	if len(a.alts) > 0 {
		if err := a.api.label(ctx, a.project, a.alts); err != nil {
			a.notes = append(a.notes, "The alt texts could not be saved: "+asFault(err).Message)
		}
	}
	if len(a.links) > 0 {
		a.importLinks(ctx)
	}
	if len(a.uploads)+a.imported == 0 {
		return a.nothing()
	}
	return nil
}

// hopeless reports whether the API refused the caller or the project, and not only a file.
func (a *addition) hopeless() bool {
	if len(a.uploads)+a.imported > 0 {
		return false
	}
	switch kindOf(a.failed) {
	case fault.Unauthorized, fault.Forbidden, fault.NotFound:
		return true
	}
	return false
}

// maxReasons bounds how many reasons a message gives.
const maxReasons = 5

// nothing is the error of a call that added nothing.
func (a *addition) nothing() error {
	said := append([]string{"No photo was added."}, a.reasons()...)
	kind, e := fault.InvalidParams, &fault.Error{}
	if a.failed != nil {
		kind, e = kindOf(a.failed), asFault(a.failed)
	}
	if kind == fault.UnknownOutcome {
		said[0] = "It is not known whether a photo was added."
	}
	return &fault.Error{
		Kind: kind, Status: e.Status, RetryAfter: e.RetryAfter, Message: strings.Join(said, " "), Err: e.Err,
		Meta: map[string]any{"upload_errors": a.errors},
	}
}

// reasons says why photos could not be added. Where there are several, each names the
// photos that it is about: a model sees nothing else of a failure.
func (a *addition) reasons() []string {
	var reasons []string
	about := map[string][]string{}
	for _, e := range a.errors {
		if about[e.Error] == nil {
			reasons = append(reasons, e.Error)
		}
		about[e.Error] = append(about[e.Error], e.name())
	}
	if len(reasons) > 1 {
		for i, reason := range reasons {
			reasons[i] = strings.Join(about[reason], ", ") + ": " + reason
		}
	}
	return reasons[:min(len(reasons), maxReasons)]
}

// name is how a sentence calls the photo. An address may have a secret after its path.
func (e uploadError) name() string {
	if e.FileID != "" {
		return quoted(e.FileID)
	}
	u, err := url.Parse(e.URL)
	if err != nil || e.URL == "" {
		return "a photo"
	}
	if last := path.Base(u.Path); last != "/" && last != "." {
		return quoted(last)
	}
	return quoted(u.Host)
}

// refuse notes a file or an attachment that could not be added.
func (a *addition) refuse(fileID string, err error) {
	a.errors = append(a.errors, uploadError{FileID: fileID, Error: asFault(err).Message})
	a.fail(err)
}

// refuseLink notes an address that no photo could be added from.
func (a *addition) refuseLink(address string, err error) {
	a.errors = append(a.errors, uploadError{URL: address, Error: asFault(err).Message})
	a.noURLs++
	a.fail(err)
}

// fail notes why a photo could not be added. One that may have been comes first: else the
// call would say that none was.
func (a *addition) fail(err error) {
	if a.failed == nil || kindOf(err) == fault.UnknownOutcome && kindOf(a.failed) != fault.UnknownOutcome {
		a.failed = err
	}
}

// prepare announces a file that the widget will upload.
func (a *addition) prepare(ctx context.Context, file map[string]any) {
	id, _ := file["file_id"].(string)
	given, _ := file["content_type"].(string)
	contentType, ok := pictureType(given)
	if !ok {
		a.refuse(id, wrongType(given))
		return
	}
	photo := a.photo("files", file)
	if r, ok := a.had(ctx, photo, false); ok && r.upload != nil {
		a.uploads = append(a.uploads, *r.upload)
		a.describe(r.image, file)
		return
	}
	body := fields{"filename": file["filename"], "content_type": contentType}
	for _, name := range []string{"image_type", "display_order", "width", "height"} {
		if value, given := file[name]; given {
			body[name] = value
		}
	}
	added, err := a.api.addImage(ctx, a.project, body)
	if err != nil {
		a.refuse(id, err)
		return
	}
	upload := prepared{id, added.Image.ID, added.Upload.SignedURL, added.Upload.Token, added.Upload.Path, contentType}
	a.uploads = append(a.uploads, upload)
	a.api.lately.add(photo, remembered{image: added.Image.ID, upload: &upload})
	a.describe(added.Image.ID, file)
}

// describe notes the alt text of an image that was added: the API takes it only as a label.
func (a *addition) describe(imageID string, given map[string]any) {
	if alt, _ := given["alt_text"].(string); strings.TrimSpace(alt) != "" {
		a.alts = append(a.alts, fields{"image_id": imageID, "alt_text": alt})
	}
}

// importLinks lets the API fetch the pictures on the web, once for all of them.
func (a *addition) importLinks(ctx context.Context) {
	var links []any
	var photos []digest
	for _, link := range a.links {
		photo := a.photo("images", link)
		if _, ok := a.had(ctx, photo, true); ok {
			a.imported++
			continue
		}
		links, photos = append(links, link), append(photos, photo)
	}
	if len(links) == 0 {
		return
	}
	got, err := a.api.importImages(ctx, a.project, links)
	if err != nil {
		for _, link := range links {
			a.refuseLink(addressOf(link), err)
		}
		return
	}
	a.imported += len(got.Images)
	failed := map[string]bool{}
	for _, e := range got.Errors {
		a.errors = append(a.errors, uploadError{URL: e.URL, Error: a.api.as.Quotable(e.Error)})
		a.noURLs++
		failed[e.URL] = true
	}
	var came []digest
	for i, link := range links {
		if !failed[addressOf(link)] {
			came = append(came, photos[i])
		}
	}
	for i, image := range got.Images {
		if len(came) == len(got.Images) { // else it isn't clear which is which
			a.api.lately.add(came[i], remembered{image: image.ID})
		}
	}
}

func addressOf(link any) string {
	address, _ := link.(map[string]any)["url"].(string)
	return address
}

// status sums up the call, in the words it has always had.
func (a *addition) status() string {
	var parts []string
	if n := len(a.uploads); n > 0 {
		parts = append(parts, "Prepared "+counted(n, "upload"))
	}
	if a.imported > 0 {
		parts = append(parts, "Imported "+counted(a.imported, "image"))
	}
	if a.noURLs > 0 {
		parts = append(parts, fmt.Sprintf("%d URL import failed", a.noURLs))
	}
	if n := len(a.errors) - a.noURLs; n > 0 {
		parts = append(parts, fmt.Sprintf("%d upload errors", n))
	}
	if parts == nil {
		return "No images added"
	}
	return strings.Join(parts, ", ")
}
