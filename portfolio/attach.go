package portfolio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"mcp-adapters/fault"
)

const (
	maxPicture = 5 << 20
	fetchLimit = 30 * time.Second
	putLimit   = 30 * time.Second

	withdrawLimit = 5 * time.Second
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
	data, contentType, err := a.fetch(ctx, given)
	if err != nil {
		a.refuse(id, err)
		return
	}
	if err := a.store(ctx, given, fileName(given["file_name"], contentType), contentType, data); err != nil {
		a.refuse(id, err)
	}
}

// importFile adds a picture that is a file on this computer.
func (a *addition) importFile(ctx context.Context, link map[string]any) {
	address, _ := link["url"].(string)
	data, contentType, err := a.Files(ctx, address)
	if err == nil {
		name := link["filename"]
		if name == nil {
			name = address
		}
		err = a.store(ctx, link, fileName(name, contentType), contentType, data)
	}
	if err != nil {
		a.refuseLink(address, err)
	}
}

// store announces a picture and sends its bytes. What fails leaves nothing behind.
func (a *addition) store(ctx context.Context, given map[string]any, name, contentType string, data []byte) error {
	body := fields{"filename": name, "content_type": contentType}
	if kind, given := given["image_type"]; given {
		body["image_type"] = kind
	}
	added, err := a.api.addImage(ctx, a.project, body)
	if err != nil {
		return err
	}
	if err := a.put(ctx, added.Upload.SignedURL, contentType, data); err != nil {
		a.withdraw(ctx, added.Image.ID)
		return err
	}
	a.imported++
	a.describe(added.Image.ID, given)
	return nil
}

// withdraw deletes an image whose bytes could not be stored.
func (a *addition) withdraw(ctx context.Context, imageID string) {
	// Also when the call has run out of time or was cancelled.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), withdrawLimit)
	defer cancel()
	if err := a.api.deleteImage(ctx, a.project, imageID); err != nil && kindOf(err) != fault.NotFound {
		a.notes = append(a.notes, "The empty image "+imageID+" is left; remove it with set_project_media_labels.")
	}
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
	ctx, cancel := context.WithTimeout(ctx, putLimit)
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
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
	if resp.StatusCode/100 != 2 {
		return notStored(resp.StatusCode)
	}
	return nil
}

// notStored is the error of bytes that the storage did not take. It names no address: the
// signature is in it.
func notStored(status int) error {
	e := &fault.Error{Kind: fault.Unavailable, Status: status, Message: "The photo could not be stored; add it again."}
	switch status {
	case 0:
		e.Err = errors.New("the storage did not answer")
	case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusBadRequest:
		e.Kind, e.Message = fault.InvalidParams, fmt.Sprintf("The storage refused the photo (status %d): it must be a JPEG, PNG, WebP or HEIC of at most 5 MiB.", status)
	}
	return e
}
