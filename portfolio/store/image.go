package store

import (
	"context"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// ImageType is what an image shows; "" is not said.
type ImageType string

// The types.
const (
	Before   ImageType = "before"
	After    ImageType = "after"
	Progress ImageType = "progress"
	Detail   ImageType = "detail"
)

var imageTypes = []ImageType{"", Before, After, Progress, Detail}

// Image is a picture of a project.
type Image struct {
	ID, ProjectID string
	StoragePath   string // of its file
	PublicPath    string // of the copy for the public, "" if there is none
	Type          ImageType
	AltText       string
	DisplayOrder  int
	Width, Height int // 0: not known
	ContentType   string
	Bytes         int64
	SHA256        string
	Uploaded      bool // its bytes have arrived
	CreatedAt     time.Time
}

const (
	imageColumns = `id, project_id, storage_path, public_path, image_type, alt_text, display_order, width, height,
		content_type, bytes, sha256, uploaded, created_at`
	inOrder = ` ORDER BY project_id, display_order, created_at, id`

	selectImages = `SELECT ` + imageColumns + ` FROM project_images WHERE project_id = $1` + inOrder
	selectImage  = `SELECT ` + imageColumns + ` FROM project_images WHERE id = $1`

	selectPublicImage = `SELECT ` + imageColumns + ` FROM project_images WHERE project_id = $1 AND public_path = $2 AND public_path <> ''
		AND uploaded AND (SELECT status FROM projects WHERE id = $1) = 'published'`

	saveImage = `UPDATE project_images SET public_path = $2, image_type = $3, alt_text = $4, display_order = $5, width = $6,
		height = $7, bytes = $8, sha256 = $9, uploaded = $10 WHERE id = $1`
)

func scanImage(row database.Row) (i Image, err error) {
	var created string
	err = row.Scan(&i.ID, &i.ProjectID, &i.StoragePath, &i.PublicPath, &i.Type, &i.AltText, &i.DisplayOrder, &i.Width, &i.Height,
		&i.ContentType, &i.Bytes, &i.SHA256, &i.Uploaded, &created)
	i.CreatedAt = moment(created)
	return i, found(err)
}

// images reads the images of a project in their order.
func (t tx) images(project string) ([]Image, error) {
	rows, err := t.Query(selectImages, project)
	return database.Collect(rows, err, scanImage)
}

func (t tx) saveImage(i Image) error {
	if !slices.Contains(imageTypes, i.Type) {
		return &FieldError{"image_type", "must be before, after, progress or detail"}
	}
	if err := checkText("alt_text", i.AltText); err != nil {
		return err
	}
	_, err := t.Exec(saveImage, i.ID, i.PublicPath, i.Type, i.AltText, i.DisplayOrder, i.Width, i.Height, i.Bytes, i.SHA256, i.Uploaded)
	return err
}

// Label changes what is said of an image; nil leaves it, and "" clears it.
type Label struct {
	ImageID string
	Type    *ImageType
	AltText *string
}

// ArrangeImages orders and labels a project's images; either list may be empty. The
// images that the order leaves out follow those it has, in the order they had. It
// fails with [ErrNotFound], with [ForeignImagesError] or with a [FieldError], and
// then nothing has changed.
func (s *Store) ArrangeImages(ctx context.Context, contractor, project string, order []string, labels []Label) (Project, error) {
	return write(ctx, s, func(t tx) (Project, error) {
		p, err := t.project(contractor, project)
		if err != nil {
			return p, err
		}
		at := make(map[string]*Image, len(p.Images))
		for i := range p.Images {
			at[p.Images[i].ID] = &p.Images[i]
		}
		if err := checkImages(at, order, labels); err != nil {
			return p, err
		}
		for _, l := range labels {
			if l.Type != nil {
				at[l.ImageID].Type = *l.Type
			}
			if l.AltText != nil {
				at[l.ImageID].AltText = *l.AltText
			}
		}
		if len(order) > 0 {
			place := func(i Image) int {
				if n := slices.Index(order, i.ID); n >= 0 {
					return n
				}
				return len(order)
			}
			slices.SortStableFunc(p.Images, func(a, b Image) int { return place(a) - place(b) })
			for i := range p.Images {
				p.Images[i].DisplayOrder = i
			}
		}
		for _, i := range p.Images {
			if err := t.saveImage(i); err != nil {
				return p, err
			}
		}
		return p, t.save(&p)
	})
}

// checkImages finds the ids that are not the project's, and those that the order has
// twice.
func checkImages(at map[string]*Image, order []string, labels []Label) error {
	var foreign []string
	note := func(id string) {
		if at[id] == nil && !slices.Contains(foreign, id) {
			foreign = append(foreign, id)
		}
	}
	seen := map[string]bool{}
	twice := false
	for _, id := range order {
		note(id)
		twice = twice || seen[id]
		seen[id] = true
	}
	for _, l := range labels {
		note(l.ImageID)
	}
	switch {
	case foreign != nil:
		return &ForeignImagesError{foreign}
	case twice:
		return &FieldError{"image_ids", "must not name an image twice"}
	}
	return nil
}

// DeleteImage removes an image of a project, or returns [ErrNotFound]. If it was the
// hero, the next one by order is.
func (s *Store) DeleteImage(ctx context.Context, contractor, project, image string) (Project, error) {
	return write(ctx, s, func(t tx) (Project, error) {
		p, err := t.project(contractor, project)
		if err != nil {
			return p, err
		}
		at := slices.IndexFunc(p.Images, func(i Image) bool { return i.ID == image })
		if at < 0 {
			return p, ErrNotFound
		}
		return p, t.dropImage(&p, at, uploadGrace)
	})
}

// dropImage removes the image at that place of a project, and saves the project. Its bytes
// may still be coming for some time.
func (t tx) dropImage(p *Project, at int, coming time.Duration) error {
	id := p.Images[at].ID
	if err := t.removeFiles(`id = $1`, id, coming); err != nil {
		return err
	}
	p.Images = slices.Delete(p.Images, at, at+1)
	if p.HeroImageID == id {
		p.repairHero()
	}
	if err := t.save(p); err != nil {
		return err
	}
	_, err := t.Exec(`DELETE FROM project_images WHERE id = $1`, id)
	return err
}

// DeleteUnsent removes the images of a project whose bytes have not come, and returns
// their ids.
func (s *Store) DeleteUnsent(ctx context.Context, contractor, project string) ([]string, error) {
	return write(ctx, s, func(t tx) (ids []string, err error) {
		p, err := t.project(contractor, project)
		if err != nil {
			return nil, err
		}
		for at := len(p.Images) - 1; at >= 0; at-- {
			if p.Images[at].Uploaded {
				continue
			}
			ids = append(ids, p.Images[at].ID)
			if err := t.dropImage(&p, at, uploadGrace); err != nil {
				return nil, err
			}
		}
		slices.Reverse(ids)
		return ids, nil
	})
}

// SignedImage returns an image of a project, whoever's it is, or [ErrNotFound]. It is for
// who was given its address, signed.
func (s *Store) SignedImage(ctx context.Context, project, image string) (Image, error) {
	return read(ctx, s, func(t tx) (Image, error) {
		i, err := scanImage(t.QueryRow(selectImage, image))
		if err == nil && i.ProjectID != project {
			err = ErrNotFound
		}
		return i, err
	})
}
