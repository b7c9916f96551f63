package site

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// uploadPath is where the bytes of images are sent to; the address has the form that
// clients of Supabase know.
const uploadPath = "/storage/v1/object/upload/sign/project-images"

// patience is how long a client may take to send a photo.
type patience struct {
	idle  time.Duration // between two pieces of it
	whole time.Duration // less than the store waits until it sweeps the image away
}

var usualPatience = patience{idle: 30 * time.Second, whole: 5 * time.Minute}

// uploadURL is where the bytes of an image are sent to.
func (s *Site) uploadURL(u store.Upload) string {
	return s.opts.URL() + uploadPath + "/" + u.Path + "?token=" + url.QueryEscape(u.Token)
}

// upload takes the bytes of an image:
//
//	token, path, expiry   401, before any byte is read
//	announced type        415
//	size                  413, at the first byte too many
//	the bytes themselves  400, 413, 415
//	token again           401, for all but the first of several at a time
//	the file's place      in the transaction that says it is there
//	the public copy       if the project is public
func (s *Site) upload(w http.ResponseWriter, c *call) (err error) {
	defer func() {
		if err != nil {
			// With more to come the connection is of no use; the server reads on for a moment, so
			// that the client sees the answer.
			w.Header().Set("Connection", "close")
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(time.Second))
		}
	}()
	token := c.URL.Query().Get("token")
	if token == "" {
		return fail(validationError, "The address of an upload has a token; use it as it was given.")
	}
	u, err := s.store.BeginUpload(c.ctx, token, c.PathValue("path"))
	if err != nil {
		return err
	}
	if announced, _, err := mime.ParseMediaType(c.Header.Get("Content-Type")); err != nil || !strings.EqualFold(announced, u.ContentType) {
		return fail(unsupportedType, "The Content-Type must be %s, as was announced for this photo.", u.ContentType)
	}
	if c.ContentLength > photo.MaxBytes {
		return tooManyBytes()
	}
	ctx, cancel := context.WithTimeout(c.ctx, s.patience.whole)
	defer cancel()
	body := newPatientReader(w, c.Body, s.patience)
	file, err := s.media.Receive(ctx, body, photo.MaxBytes)
	body.rest()
	if err != nil {
		return uploadFailure(err)
	}
	defer file.Discard()
	received := store.Received{}
	if err := file.KeepAs(ctx, media.Draft, u.Path, func(data []byte) (int, error) {
		p, err := photo.Check(data)
		if err == nil && string(p.Kind) != u.ContentType {
			err = fail(unsupportedType, "This photo is a %s and was announced as %s; announce it again as what it is.", p.Kind.Name(), u.ContentType)
		}
		received.Width, received.Height = p.Width, p.Height
		return len(p.Data), err
	}); err != nil {
		return uploadFailure(err)
	}
	received.Bytes, received.SHA256 = file.Bytes(), file.SHA256()
	if err := s.finish(ctx, u, received, file); err != nil {
		return uploadFailure(err)
	}
	writeJSON(w, http.StatusOK, []byte(`{"Key":"`+u.Path+`"}`)) // of a path of ours, which needs no escapes
	return nil
}

// finish puts a file that has arrived in its place, and makes its public copy if the
// project is public.
func (s *Site) finish(ctx context.Context, u store.Upload, r store.Received, file *media.Received) error {
	i, err := s.store.FinishUpload(ctx, u, r, func() error { return file.Place(media.Draft, u.Path) })
	if errors.Is(err, store.ErrNotFound) {
		err = store.ErrUpload // the image was deleted meanwhile
	}
	if err != nil {
		s.removeStray(ctx, u.Path)
		return err
	}
	p, err := s.store.Project(ctx, u.ContractorID, u.ProjectID)
	if err == nil && p.Status == store.Published {
		_, err = s.makeCopy(ctx, p, i)
	}
	if err != nil { // the photo is there; the sweeper looks after its copy
		s.log.Warn().Str("image", i.ID).Err(err).Msg("a photo has no public copy yet")
	}
	return nil
}

// removeStray removes the file that an upload may have left after its image was deleted,
// also when its client has gone. One that isn't removed here is swept away later.
func (s *Site) removeStray(ctx context.Context, path string) {
	const limit = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	is, err := s.store.IsImage(ctx, path)
	if err == nil && !is {
		err = s.media.Remove(ctx, media.Draft, path)
	}
	if err != nil {
		s.log.Warn().Err(err).Msg("the file of a deleted photo could not be removed")
	}
}

func tooManyBytes() *failure {
	return fail(tooLarge, "This photo is larger than %d MiB; send a smaller copy of it.", photo.MaxBytes>>20)
}

// uploadFailure gives what happens to a photo its answer.
func uploadFailure(err error) error {
	switch e, judged := errors.AsType[*fault.Error](err); {
	case errors.Is(err, media.ErrTooLarge):
		return tooManyBytes()
	case errors.Is(err, errStalled):
		return &failure{code: parseError, message: "The photo came too slowly, or not to its end. Send it again.", err: err}
	case judged && errors.Is(err, photo.ErrTooLarge):
		return &failure{code: tooLarge, message: e.Message, err: err}
	case judged && errors.Is(err, photo.ErrType):
		return &failure{code: unsupportedType, message: e.Message, err: err}
	case judged && errors.Is(err, photo.ErrBroken):
		return &failure{code: parseError, message: e.Message, err: err}
	}
	return err
}

var errStalled = errors.New("the body could not be read to its end")

// patientReader reads a body as long as it keeps coming.
type patientReader struct {
	from    io.Reader
	control *http.ResponseController
	patience
	end time.Time
}

func newPatientReader(w http.ResponseWriter, from io.Reader, p patience) *patientReader {
	return &patientReader{from, http.NewResponseController(w), p, time.Now().Add(p.whole)}
}

func (r *patientReader) Read(p []byte) (int, error) {
	limit := time.Now().Add(r.idle)
	if limit.After(r.end) {
		limit = r.end
	}
	_ = r.control.SetReadDeadline(limit) // in process there is no connection; the caller bounds the time
	n, err := r.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = errors.Join(errStalled, err)
	}
	return n, err
}

// rest gives the answer time of its own, and the next request.
func (r *patientReader) rest() {
	const answerLimit = time.Minute
	_ = r.control.SetReadDeadline(time.Now().Add(answerLimit))
	_ = r.control.SetWriteDeadline(time.Now().Add(answerLimit))
}
