package portfolio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	maxPicture = 5 << 20
	fetchLimit = 30 * time.Second

	maxStorageAnswer = 64 << 10
	// settleLimit bounds what follows an upload that failed.
	settleLimit = 5 * time.Second
)

// pictureType returns the media type that the API knows a picture by.
func pictureType(given string) (contentType string, ok bool) {
	contentType, _, err := mime.ParseMediaType(given)
	switch contentType {
	case "image/jpg", "image/pjpeg":
		contentType = "image/jpeg"
	case "image/heif":
		contentType = "image/heic"
	}
	return contentType, err == nil && extensions[contentType] != ""
}

var extensions = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/heic": ".heic"}

func wrongType(given string) error {
	what := "that"
	if kind, _, err := mime.ParseMediaType(given); err == nil && len(kind) < 50 {
		what = kind
	}
	return &fault.Error{Kind: fault.InvalidParams, Field: "content_type", Message: "A photo must be a JPEG, PNG, WebP or HEIC of at most 5 MiB, not " + what + "."}
}

// attach adds a picture from the chat: fetched, announced and stored at once, because its
// address lasts for minutes. It is fetched first, so that a failure leaves nothing behind.
func (a *addition) attach(ctx context.Context, attachment any) {
	given, ok := attachment.(map[string]any)
	if !ok {
		name, _ := attachment.(string)
		a.refuse(name, &fault.Error{Kind: fault.InvalidParams, Message: "This device did not pass the photo on; add it with the button Add photos in the widget."})
		return
	}
	id, _ := given["file_id"].(string)
	photo := a.photo("attachments", given)
	if r, ok := a.had(ctx, photo, true); ok {
		a.imported++
		a.describe(r.image, given)
		return
	}
	data, contentType, err := a.fetch(ctx, given)
	if err != nil {
		a.refuse(id, err)
		return
	}
	if err := a.store(ctx, photo, given, fileName(given["file_name"], contentType), contentType, data); err != nil {
		a.refuse(id, err)
	}
}

// importFile adds a picture that is a file on this computer.
func (a *addition) importFile(ctx context.Context, link map[string]any) {
	address, _ := link["url"].(string)
	data, contentType, err := a.Files(ctx, address)
	if err != nil {
		a.refuseLink(address, err)
		return
	}
	photo := a.photo("images", link, sha256.Sum256(data)) // a file may be another by now
	if r, ok := a.had(ctx, photo, true); ok {
		a.imported++
		a.describe(r.image, link)
		return
	}
	name := link["filename"]
	if name == nil {
		name = address
	}
	if err := a.store(ctx, photo, link, fileName(name, contentType), contentType, data); err != nil {
		a.refuseLink(address, err)
	}
}

// store announces a picture and sends its bytes. What fails leaves nothing behind.
func (a *addition) store(ctx context.Context, photo digest, given map[string]any, name, contentType string, data []byte) error {
	body := fields{"filename": name, "content_type": contentType}
	if kind, given := given["image_type"]; given {
		body["image_type"] = kind
	}
	added, err := a.api.addImage(ctx, a.project, body)
	if err != nil {
		return err
	}
	if err := a.put(ctx, added.Upload.SignedURL, contentType, data); err != nil {
		if err = a.settle(ctx, added.Image.ID, err); err != nil {
			return err
		}
	}
	a.imported++
	a.api.lately.add(photo, remembered{image: added.Image.ID})
	a.describe(added.Image.ID, given)
	return nil
}

// settle finds out what became of an image whose bytes may not have been stored. They are
// not sent again: an image without them is deleted. It returns nil if they are there.
func (a *addition) settle(ctx context.Context, imageID string, failed error) error {
	// Also when the call has run out of time or was cancelled.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	if status := asFault(failed).Status; (status == 0 || status >= 500) && a.stored(ctx, imageID) {
		return nil
	}
	err := a.api.deleteImage(ctx, a.project, imageID)
	if err == nil || kindOf(err) == fault.NotFound {
		return failed
	}
	return &fault.Error{
		Kind: fault.UnknownOutcome, Err: err,
		Message: "It is not known whether the photo was stored, as image " + imageID + ". Look with get_project_status before adding it again; if it has no picture, remove it with set_project_media_labels.",
	}
}

// stored reports whether the API says that it has the bytes of an image. The original
// never says so.
func (a *addition) stored(ctx context.Context, imageID string) bool {
	list, err := a.api.images(ctx, a.project)
	return err == nil && slices.ContainsFunc(list, func(i image) bool {
		return sameID(i.ID, imageID) && i.Uploaded != nil && *i.Uploaded
	})
}

// fetch returns the bytes of an attachment, and the type that they are.
func (a *addition) fetch(ctx context.Context, given map[string]any) ([]byte, string, error) {
	if a.Fetch == nil {
		return nil, "", &fault.Error{Kind: fault.Unavailable, Message: "Attachments can't be fetched here; add the photo by its https address in images."}
	}
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	address, _ := given["download_url"].(string)
	data, is, err := a.Fetch(ctx, address)
	if err != nil {
		if _, known := errors.AsType[*fault.Error](err); known {
			return nil, "", err
		}
		return nil, "", &fault.Error{Kind: fault.Unavailable, Message: "The photo could not be fetched from the chat; add it again.", Err: errors.New("an attachment could not be fetched")}
	}
	contentType, ok := pictureType(is)
	switch {
	case !ok:
		return nil, "", wrongType(is)
	case len(data) > maxPicture:
		return nil, "", &fault.Error{Kind: fault.InvalidParams, Message: "A photo may have at most 5 MiB; send a smaller one."}
	}
	return data, contentType, nil
}

// fileName returns a name for a picture, which need not have one.
func fileName(given any, contentType string) string {
	name, _ := given.(string)
	name = path.Base(strings.ReplaceAll(strings.TrimSpace(name), `\`, "/"))
	if name == "." || name == "/" || len([]rune(name)) > 255 {
		return "photo" + extensions[contentType]
	}
	return name
}

// put sends the bytes of an image to the address that the API signed for them. Neither
// the token nor anything else of ours goes along, and no redirect is followed.
func (a *addition) put(ctx context.Context, address, contentType string, data []byte) error {
	ctx, cancel := a.api.api.Limit(ctx)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, address, bytes.NewReader(data))
	if err != nil {
		return notStored(0)
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("X-Upsert", "true")
	client := http.Client{Transport: a.Uploads, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		return notStored(0)
	}
	defer func() { _ = resp.Body.Close() }()
	// To its end, so that the connection can be used again.
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxStorageAnswer))
	switch {
	case resp.StatusCode/100 != 2:
		return notStored(resp.StatusCode)
	case err != nil || len(body) > 0 && !json.Valid(body): // such as the page of a proxy
		return notStored(0)
	}
	return nil
}

// notStored is the error of bytes that the storage did not take. It names no address: the
// signature is in it.
func notStored(status int) error {
	e := &fault.Error{Kind: fault.Unavailable, Status: status, Message: "The photo could not be stored; add it again."}
	switch status {
	case 0:
		e.Err = errors.New("the storage did not answer, or not as a storage does")
	case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusBadRequest:
		e.Kind, e.Message = fault.InvalidParams, fmt.Sprintf("The storage refused the photo (status %d): it must be a JPEG, PNG, WebP or HEIC of at most 5 MiB.", status)
	}
	return e
}
