package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"path"
	"strings"
	"time"
)

const (
	// UploadLifetime is how long an upload may begin.
	UploadLifetime = 2 * time.Hour
	// uploadGrace is how long one that has begun may take before it is swept away.
	uploadGrace = 10 * time.Minute
	// mostImages bounds a project's images: each is read with the project.
	mostImages = 200
)

// extensions of the content types that images have.
var extensions = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/heic": ".heic"}

// NewImage announces an image.
type NewImage struct {
	Filename, ContentType string
	Type                  ImageType
	AltText               string
	DisplayOrder          *int // nil: after the others
	Width, Height         int
}

// Upload lets someone send the bytes of one image, once.
type Upload struct {
	Token              string // only its hash is kept
	Path, ContentType  string
	ExpiresAt          time.Time
	ImageID            string
	ProjectID          string
	ContractorID       string
	ProjectIsPublished bool
}

// AddImage announces an image, whose row is there from now on, and returns what its
// bytes are sent with. A project's first image is its hero.
func (s *Store) AddImage(ctx context.Context, contractor, project string, n NewImage) (Image, Upload, error) {
	type result struct {
		i Image
		u Upload
	}
	r, err := write(ctx, s, func(t tx) (r result, err error) {
		p, err := t.project(contractor, project)
		if err != nil {
			return r, err
		}
		extension := extensions[n.ContentType]
		if extension == "" {
			return r, &FieldError{"content_type", "must be image/jpeg, image/png, image/webp or image/heic"}
		}
		if len(p.Images) >= mostImages {
			return r, &FieldError{"project_id", "has 200 images, which is the most; delete one first"}
		}
		now := t.now.UTC().Truncate(time.Microsecond)
		i := Image{
			ID: s.newID(), ProjectID: project, Type: n.Type, AltText: n.AltText, DisplayOrder: len(p.Images),
			Width: n.Width, Height: n.Height, ContentType: n.ContentType, CreatedAt: now,
		}
		if n.DisplayOrder != nil {
			i.DisplayOrder = *n.DisplayOrder
		}
		i.StoragePath = path.Join(contractor, project, fileBase(n.Filename)+"-"+strings.ReplaceAll(i.ID, "-", "")[:12]+extension)
		_, err = t.Exec(`INSERT INTO project_images (id, project_id, storage_path, public_path, image_type, alt_text, display_order, width,
			height, content_type, bytes, sha256, uploaded, created_at) VALUES ($1, $2, $3, '', '', '', 0, 0, 0, $4, 0, '', $5, $6)`,
			i.ID, i.ProjectID, i.StoragePath, i.ContentType, false, stamp(i.CreatedAt))
		if err == nil {
			err = t.saveImage(i)
		}
		if err != nil {
			return r, err
		}
		u := Upload{
			Token: rand.Text(), Path: i.StoragePath, ContentType: i.ContentType, ExpiresAt: now.Add(UploadLifetime),
			ImageID: i.ID, ProjectID: project, ContractorID: contractor, ProjectIsPublished: p.Status == Published,
		}
		_, err = t.Exec(`INSERT INTO uploads (token_hash, image_id, path, content_type, expires_at, used_at) VALUES ($1, $2, $3, $4, $5, '')`,
			hash(u.Token), u.ImageID, u.Path, u.ContentType, stamp(u.ExpiresAt))
		if err != nil {
			return r, err
		}
		if p.Images = append(p.Images, i); p.HeroImageID == "" {
			p.HeroImageID = i.ID
		}
		return result{i, u}, t.save(&p)
	})
	return r.i, r.u, err
}

// fileBase is what of a file's name is in its path.
func fileBase(name string) string {
	const most = 30
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	base := slugify(strings.TrimSuffix(name, path.Ext(name)))
	if len(base) > most {
		base = strings.TrimRight(base[:most], "-")
	}
	if base == "" {
		base = "image"
	}
	return base
}

const selectUpload = `SELECT u.path, u.content_type, u.expires_at, u.used_at <> '', i.id, i.uploaded, p.id, p.contractor_id, p.status = 'published'
	FROM uploads u JOIN project_images i ON i.id = u.image_id JOIN projects p ON p.id = i.project_id WHERE u.token_hash = $1`

// upload reads what a token is for, or returns [ErrUpload].
func (t tx) upload(token, path string) (u Upload, err error) {
	var expires string
	var used, uploaded bool
	err = t.QueryRow(selectUpload, hash(token)).Scan(&u.Path, &u.ContentType, &expires, &used,
		&u.ImageID, &uploaded, &u.ProjectID, &u.ContractorID, &u.ProjectIsPublished)
	if errors.Is(err, sql.ErrNoRows) {
		return u, ErrUpload
	}
	u.Token, u.ExpiresAt = token, moment(expires)
	if err == nil && (u.Path != path || used || uploaded) {
		err = ErrUpload
	}
	return u, err
}

// BeginUpload returns what a token is for, or [ErrUpload], before any byte is taken.
func (s *Store) BeginUpload(ctx context.Context, token, path string) (Upload, error) {
	return read(ctx, s, func(t tx) (Upload, error) {
		u, err := t.upload(token, path)
		if err == nil && !t.now.Before(u.ExpiresAt) {
			err = ErrUpload
		}
		return u, err
	})
}

// Received says what has arrived.
type Received struct {
	Bytes         int64
	SHA256        string
	Width, Height int // 0: what was announced
}

// FinishUpload says that the bytes of an upload that had begun have arrived. place is
// called in the transaction, when no one else can use the token any more: it puts the
// complete file in its place, and may be called again. Of several with one token one
// succeeds; the others get [ErrUpload].
func (s *Store) FinishUpload(ctx context.Context, u Upload, r Received, place func() error) (Image, error) {
	return write(ctx, s, func(t tx) (Image, error) {
		n, err := t.Exec(`UPDATE uploads SET used_at = $2 WHERE token_hash = $1 AND used_at = ''`, hash(u.Token), stamp(t.now))
		if err == nil && n == 0 {
			err = ErrUpload
		}
		if err != nil {
			return Image{}, err
		}
		i, err := scanImage(t.QueryRow(selectImage, u.ImageID))
		if err != nil {
			return i, err
		}
		i.Uploaded, i.Bytes, i.SHA256 = true, r.Bytes, r.SHA256
		if r.Width > 0 && r.Height > 0 {
			i.Width, i.Height = r.Width, r.Height
		}
		if err := t.saveImage(i); err != nil {
			return i, err
		}
		p, err := t.project(u.ContractorID, u.ProjectID)
		if err == nil {
			err = t.save(&p)
		}
		if err == nil {
			err = place()
		}
		return i, err
	})
}
