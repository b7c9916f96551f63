package store

import (
	"context"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// File is a file that the store knows of.
type File struct {
	Public bool // a copy for the public
	Path   string
}

func (f File) side() string {
	if f.Public {
		return "public"
	}
	return "draft"
}

// removeFiles lists the files of the images that a condition with one parameter
// finds, as files to remove: photos that haven't come after a time in which they may.
func (t tx) removeFiles(condition, arg string, coming time.Duration) error {
	for _, column := range []string{"storage_path", "public_path"} {
		side := File{Public: column == "public_path"}.side()
		_, err := t.Exec(`INSERT INTO files_to_remove (side, path, not_before) SELECT '`+side+`', `+column+`, CASE WHEN uploaded THEN '' ELSE $2 END FROM project_images
			WHERE `+condition+` AND `+column+` <> '' ON CONFLICT (side, path) DO NOTHING`, arg, stamp(t.now.Add(coming)))
		if err != nil {
			return err
		}
	}
	return nil
}

// removePublic takes the public copies from a project's images.
func (t tx) removePublic(p *Project) error {
	for i := range p.Images {
		if p.Images[i].PublicPath == "" {
			continue
		}
		if err := t.removeCopy(&p.Images[i]); err != nil {
			return err
		}
		if err := t.saveImage(p.Images[i]); err != nil {
			return err
		}
	}
	return nil
}

// removeCopy takes the public copy from an image, which the caller saves.
func (t tx) removeCopy(i *Image) error {
	path := i.PublicPath
	i.PublicPath = ""
	_, err := t.Exec(`INSERT INTO files_to_remove (side, path, not_before) VALUES ('public', $1, '')
		ON CONFLICT (side, path) DO UPDATE SET not_before = ''`, path)
	return err
}

// PlanPublicFile announces a public copy that is about to be written. Unless an image
// gets it before the time is over, it is to be removed again. Each copy has a path of
// its own, never used before.
func (s *Store) PlanPublicFile(ctx context.Context, path string, within time.Duration) error {
	_, err := write(ctx, s, func(t tx) (int64, error) {
		return t.Exec(`INSERT INTO files_to_remove (side, path, not_before) VALUES ('public', $1, $2)`, path, stamp(t.now.Add(within)))
	})
	return err
}

// setPublic gives an image a public copy that was planned, if path is one. A copy that
// came too late may be gone: the image stays as it is.
func (t tx) setPublic(i *Image, path string) error {
	if path == "" || !i.Uploaded {
		return nil
	}
	n, err := t.Exec(`DELETE FROM files_to_remove WHERE side = 'public' AND path = $1 AND not_before > $2`, path, stamp(t.now))
	if err != nil || n == 0 {
		return err
	}
	if i.PublicPath != "" {
		if err := t.removeCopy(i); err != nil {
			return err
		}
	}
	i.PublicPath = path
	return t.saveImage(*i)
}

// SetPublicFile gives an image of a published project the public copy that was planned
// and written, and reports whether it did: the project may be public no longer, and
// the copy is to be removed then.
func (s *Store) SetPublicFile(ctx context.Context, contractor, project, image, path string) (done bool, err error) {
	return write(ctx, s, func(t tx) (bool, error) {
		p, err := t.project(contractor, project)
		if err != nil {
			return false, err
		}
		at := slices.IndexFunc(p.Images, func(i Image) bool { return i.ID == image })
		if at < 0 {
			return false, ErrNotFound
		}
		if p.Status != Published {
			return false, nil
		}
		if err := t.setPublic(&p.Images[at], path); err != nil {
			return false, err
		}
		return p.Images[at].PublicPath == path, t.save(&p)
	})
}

// ImageToCopy is an image of a published project that has no public copy.
type ImageToCopy struct {
	Image
	ContractorID string
}

// ImagesToCopy returns up to limit images that still need a public copy, which a HEIC
// never gets.
func (s *Store) ImagesToCopy(ctx context.Context, limit int) ([]ImageToCopy, error) {
	return read(ctx, s, func(t tx) (list []ImageToCopy, err error) {
		rows, err := t.Query(`SELECT `+imageColumns+` FROM project_images WHERE uploaded AND public_path = '' AND content_type <> 'image/heic'
			AND project_id IN (SELECT id FROM projects WHERE status = 'published') ORDER BY created_at, id LIMIT $1`, limit)
		images, err := database.Collect(rows, err, scanImage)
		for _, i := range images {
			var contractor string
			if err := t.QueryRow(`SELECT contractor_id FROM projects WHERE id = $1`, i.ProjectID).Scan(&contractor); err != nil {
				return nil, err
			}
			list = append(list, ImageToCopy{i, contractor})
		}
		return list, err
	})
}

// ExpireUploads removes up to limit images whose bytes never came, and returns how
// many it has removed.
func (s *Store) ExpireUploads(ctx context.Context, limit int) (removed int, err error) {
	type late struct{ image, project, contractor string }
	expired, err := read(ctx, s, func(t tx) ([]late, error) {
		rows, err := t.Query(`SELECT i.id, p.id, p.contractor_id FROM uploads u JOIN project_images i ON i.id = u.image_id
			JOIN projects p ON p.id = i.project_id WHERE u.used_at = '' AND u.expires_at < $1 ORDER BY u.expires_at LIMIT $2`,
			stamp(t.now.Add(-uploadGrace)), limit)
		return database.Collect(rows, err, func(row database.Row) (l late, err error) {
			return l, row.Scan(&l.image, &l.project, &l.contractor)
		})
	})
	for _, l := range expired {
		if err != nil {
			break
		}
		var done bool
		done, err = write(ctx, s, func(t tx) (bool, error) {
			p, err := t.project(l.contractor, l.project)
			if err != nil {
				return false, err
			}
			at := slices.IndexFunc(p.Images, func(i Image) bool { return i.ID == l.image && !i.Uploaded })
			if at < 0 {
				return false, nil // it has come, or was deleted
			}
			return true, t.dropImage(&p, at, 0)
		})
		if err == ErrNotFound { //nolint:errorlint // our own, not wrapped
			err = nil
		}
		if done {
			removed++
		}
	}
	return removed, err
}

// HasFiles reports whether there are images whose bytes have arrived.
func (s *Store) HasFiles(ctx context.Context) (has bool, err error) {
	return read(ctx, s, func(t tx) (has bool, err error) {
		err = t.QueryRow(`SELECT EXISTS (SELECT 1 FROM project_images WHERE uploaded)`).Scan(&has)
		return has, err
	})
}

// Knows reports whether a file is an image's, or on the list of files to remove.
func (s *Store) Knows(ctx context.Context, f File) (known bool, err error) {
	column := map[bool]string{false: "storage_path", true: "public_path"}[f.Public]
	return read(ctx, s, func(t tx) (known bool, err error) {
		err = t.QueryRow(`SELECT EXISTS (SELECT 1 FROM project_images WHERE `+column+` = $1)
			OR EXISTS (SELECT 1 FROM files_to_remove WHERE side = $2 AND path = $1)`, f.Path, f.side()).Scan(&known)
		return known, err
	})
}

// IsImage reports whether a file, which is no public copy, is an image's.
func (s *Store) IsImage(ctx context.Context, path string) (is bool, err error) {
	return read(ctx, s, func(t tx) (is bool, err error) {
		err = t.QueryRow(`SELECT EXISTS (SELECT 1 FROM project_images WHERE storage_path = $1)`, path).Scan(&is)
		return is, err
	})
}

// PublicImage returns the image of a published project that has that public copy, or
// [ErrNotFound].
func (s *Store) PublicImage(ctx context.Context, project, path string) (Image, error) {
	return read(ctx, s, func(t tx) (Image, error) {
		return scanImage(t.QueryRow(selectPublicImage, project, path))
	})
}

// FilesToRemove returns up to limit files that are to be removed now; who has removed
// them says so with [Store.FilesRemoved].
func (s *Store) FilesToRemove(ctx context.Context, limit int) ([]File, error) {
	return read(ctx, s, func(t tx) ([]File, error) {
		rows, err := t.Query(`SELECT side = 'public', path FROM files_to_remove WHERE not_before <= $1 ORDER BY not_before, side, path LIMIT $2`, stamp(t.now), limit)
		return database.Collect(rows, err, func(row database.Row) (f File, err error) {
			return f, row.Scan(&f.Public, &f.Path)
		})
	})
}

// FilesRemoved takes files from the list.
func (s *Store) FilesRemoved(ctx context.Context, files []File) error {
	_, err := write(ctx, s, func(t tx) (n int, err error) {
		for _, f := range files {
			if _, err := t.Exec(`DELETE FROM files_to_remove WHERE side = $1 AND path = $2`, f.side(), f.Path); err != nil {
				return n, err
			}
		}
		return n, nil
	})
	return err
}

// The statements that requests use most.
var (
	reads = []string{
		selectContractor, selectByToken, selectProject, selectImages, listProjects, listImages, listProjectsStatus, listImagesStatus,
		selectBySlug, listPublished, publishedImages, selectPublicImage,
	}
	writes = []string{selectContractor, selectProject, selectImages, saveProject, moveCounts, saveImage}
)

// UploadedImages returns up to limit images whose bytes are there, of all contractors, in
// order of their ids; after is the last id of the list before, "" for the first.
func (s *Store) UploadedImages(ctx context.Context, after string, limit int) ([]Image, error) {
	return read(ctx, s, func(t tx) ([]Image, error) {
		rows, err := t.Query(`SELECT `+imageColumns+` FROM project_images WHERE uploaded AND id > $1 ORDER BY id LIMIT $2`, after, limit)
		return database.Collect(rows, err, scanImage)
	})
}
