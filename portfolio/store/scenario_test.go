package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

func TestCreateWithTypeOnly(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{ProjectType: "Chimney"})
		if made.Status != store.Draft || made.City != "Denver" || made.State != "CO" || made.CitySlug != "denver-co" || !strings.HasPrefix(made.Slug, "project-") {
			t.Errorf("%+v", made)
		}
		_, missing, err := o.Publish(o.ctx, o.who, made.ID, store.Publishing{DryRun: true})
		if d := cmp.Diff([]string{"title", "hero_image_id", "images"}, missing); err != nil || d != "" {
			t.Error(err, d)
		}
	})
}

func TestCreateWithNarrative(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{Summary: "Sum.", Challenge: "C.", Solution: "S.", Results: "R.", OutcomeHighlights: []string{"One", "Zwei \"é\""}})
		want := "Sum.\n\nChallenge\nC.\n\nSolution\nS.\n\nResults\nR.\n\nOutcomes\n- One\n- Zwei \"é\""
		got := o.project(made.ID)
		if got.Description != want || got.DescriptionManual || !slices.Equal(got.OutcomeHighlights, made.OutcomeHighlights) {
			t.Errorf("%+v", got)
		}
	})
}

func TestReorder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made, other := o.create(store.NewProject{}), o.create(store.NewProject{})
		var ids []string
		for range 3 {
			i, _ := o.photo(made.ID, true)
			ids = append(ids, i.ID)
		}
		foreign, _ := o.photo(other.ID, true)
		order := func() (list []string) {
			for n, i := range o.project(made.ID).Images {
				if list = append(list, i.ID); i.DisplayOrder != n {
					t.Errorf("image %d has place %d", n, i.DisplayOrder)
				}
			}
			return list
		}
		if _, err := o.ArrangeImages(o.ctx, o.who, made.ID, []string{ids[2], ids[0]}, nil); err != nil {
			t.Fatal(err)
		}
		want := []string{ids[2], ids[0], ids[1]}
		if d := cmp.Diff(want, order()); d != "" {
			t.Error(d)
		}
		before := o.project(made.ID)
		_, err := o.ArrangeImages(o.ctx, o.who, made.ID, []string{ids[0], foreign.ID}, []store.Label{{ImageID: ids[0], AltText: p("x")}, {ImageID: "none"}})
		if e, ok := errors.AsType[*store.ForeignImagesError](err); !ok || !slices.Equal(e.IDs, []string{foreign.ID, "none"}) {
			t.Error(err)
		}
		_, err = o.ArrangeImages(o.ctx, o.who, made.ID, []string{ids[0], ids[0]}, nil)
		if _, ok := errors.AsType[*store.FieldError](err); !ok {
			t.Error(err)
		}
		if d := cmp.Diff(before.Images, o.project(made.ID).Images); d != "" {
			t.Error(d)
		}
	})
}

func TestClearLabel(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{})
		i, _ := o.photo(made.ID, true)
		label := func(l store.Label) store.Image {
			l.ImageID = i.ID
			return must[store.Project](o)(o.ArrangeImages(o.ctx, o.who, made.ID, nil, []store.Label{l})).Images[0]
		}
		if got := label(store.Label{Type: p(store.Before), AltText: p("A wall")}); got.Type != store.Before || got.AltText != "A wall" {
			t.Errorf("%+v", got)
		}
		if got := label(store.Label{Type: p(store.ImageType(""))}); got.Type != "" || got.AltText != "A wall" {
			t.Errorf("%+v", got)
		}
		if after := o.project(made.ID); !after.UpdatedAt.After(made.UpdatedAt) {
			t.Error("updated_at did not move")
		}
		for _, l := range []store.Label{{ImageID: i.ID, Type: p(store.ImageType("hero"))}, {ImageID: i.ID, AltText: p("\x00")}} {
			_, err := o.ArrangeImages(o.ctx, o.who, made.ID, nil, []store.Label{l})
			if _, ok := errors.AsType[*store.FieldError](err); !ok {
				t.Errorf("%+v: %v", l, err)
			}
		}
	})
}

func TestForeignHero(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made, other := o.create(store.NewProject{}), o.create(store.NewProject{})
		mine, _ := o.photo(made.ID, true)
		foreign, _ := o.photo(other.ID, true)
		_, err := o.UpdateProject(o.ctx, o.who, made.ID, store.Change{HeroImageID: &foreign.ID})
		if e, ok := errors.AsType[*store.FieldError](err); !ok || e.Field != "hero_image_id" {
			t.Error(err)
		}
		if got := o.project(made.ID).HeroImageID; got != mine.ID {
			t.Errorf("the hero is %q", got)
		}
	})
}

func TestNotReady(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{ProjectType: "Chimney"})
		if _, err := o.UpdateProject(o.ctx, o.who, made.ID, store.Change{City: p(""), State: p("CO")}); err != nil {
			t.Fatal(err)
		}
		_, err := o.publish(made.ID)
		e, ok := errors.AsType[*store.NotReadyError](err)
		if !ok || !slices.Equal(e.Missing, []string{"title", "city", "hero_image_id", "images"}) {
			t.Error(err)
		}
		if got := o.project(made.ID); got.Status != store.Draft || got.SEOTitle != "" {
			t.Errorf("%+v", got)
		}
		o.checkCounts()
	})
}

func TestHeroByItself(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.ready()
		second, _ := o.photo(made.ID, true)
		if _, err := o.ArrangeImages(o.ctx, o.who, made.ID, []string{second.ID}, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := o.UpdateProject(o.ctx, o.who, made.ID, store.Change{HeroImageID: p("")}); err != nil {
			t.Fatal(err)
		}
		got, err := o.publish(made.ID)
		if err != nil || got.HeroImageID != second.ID || got.Status != store.Published || got.PublishedAt.IsZero() {
			t.Errorf("%+v, %v", got, err)
		}
		if got.SEOTitle != "Chimney rebuild | Mile High Masonry" || got.SEODescription != "It leaned." || got.Description != "It leaned." {
			t.Errorf("%+v", got)
		}
		if d := cmp.Diff(got, o.project(made.ID), cmp.AllowUnexported(store.Project{})); d != "" {
			t.Error(d)
		}
		o.checkCounts()
	})
}

func TestBytesNeverCame(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{Title: "Wall", ProjectType: "Wall"})
		i, u := o.photo(made.ID, false)
		if got := o.project(made.ID).HeroImageID; got != i.ID {
			t.Errorf("the first row is not the hero, %q is", got)
		}
		_, err := o.publish(made.ID)
		if e, ok := errors.AsType[*store.NotReadyError](err); !ok || !slices.Equal(e.Missing, []string{"hero_image_id", "images"}) {
			t.Error(err)
		}
		o.arrive(u)
		if _, err := o.publish(made.ID); err != nil {
			t.Error(err)
		}
	})
}

func TestPublishAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		first, err := o.publish(o.ready().ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = o.publish(first.ID)
		if e, ok := errors.AsType[*store.StatusError](err); !ok || e.Status != store.Published {
			t.Error(err)
		}
		if d := cmp.Diff(first, o.project(first.ID), cmp.AllowUnexported(store.Project{})); d != "" {
			t.Error(d)
		}
		o.checkCounts()
	})
}

// TestPlanLimit publishes eight projects at once, through two replicas.
func TestPlanLimit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		o.who = o.hire("free@example.com", store.Free)
		var ids []string
		for range 8 {
			ids = append(ids, o.ready().ID)
		}
		var mu sync.Mutex
		done, refused := 0, 0
		stores := []*store.Store{o.Store, o.replica()}
		var wg sync.WaitGroup
		for i, id := range ids {
			wg.Go(func() {
				_, _, err := stores[i%2].Publish(o.ctx, o.who, id, store.Publishing{})
				mu.Lock()
				defer mu.Unlock()
				if e, ok := errors.AsType[*store.PlanLimitError](err); ok && e.Limit == 5 && strings.Contains(err.Error(), "5") {
					refused++
				} else if err != nil {
					t.Error(err)
				} else {
					done++
				}
			})
		}
		wg.Wait()
		if done != 5 || refused != 3 {
			t.Errorf("%d published, %d refused", done, refused)
		}
		o.checkCounts()
	})
}

func TestUnpublish(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.ready()
		image := made.Images[0]
		if err := o.PlanPublicFile(o.ctx, "public-1.jpg", time.Hour); err != nil {
			t.Fatal(err)
		}
		got, _, err := o.Publish(o.ctx, o.who, made.ID, store.Publishing{Copies: map[string]string{image.ID: "public-1.jpg"}})
		if err != nil || got.Images[0].PublicPath != "public-1.jpg" {
			t.Fatalf("%+v, %v", got, err)
		}
		page, c, err := o.PublishedBySlug(o.ctx, got.Slug)
		if err != nil || page.ID != made.ID || c.ID != o.who || len(page.Images) != 1 {
			t.Errorf("%+v, %v", page, err)
		}
		if list := must[[]store.Project](o)(o.PublishedProjects(o.ctx, 10, 0)); len(list) != 1 || len(list[0].Images) != 1 {
			t.Errorf("%v", list)
		}
		got, err = o.Unpublish(o.ctx, o.who, made.ID)
		if err != nil || got.Status != store.Draft || !got.PublishedAt.IsZero() || got.Images[0].PublicPath != "" {
			t.Errorf("%+v, %v", got, err)
		}
		_, _, err = o.PublishedBySlug(o.ctx, got.Slug)
		wantErr(t, "the page", err, store.ErrNotFound)
		if files := must[[]store.File](o)(o.FilesToRemove(o.ctx, 10)); len(files) != 1 || files[0] != (store.File{Public: true, Path: "public-1.jpg"}) {
			t.Errorf("to remove: %v", files)
		}
		got, err = o.Unpublish(o.ctx, o.who, made.ID)
		if e, ok := errors.AsType[*store.StatusError](err); !ok || e.Status != store.Draft || got.ID != made.ID {
			t.Error(err)
		}
		if again, err := o.publish(made.ID); err != nil || again.Slug != page.Slug {
			t.Errorf("the slug became %q, %v", again.Slug, err)
		}
		o.checkCounts()
	})
}

func TestArchived(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.ready()
		if _, err := o.publish(made.ID); err != nil {
			t.Fatal(err)
		}
		set := func(s store.Status) (store.Project, error) {
			return o.UpdateProject(o.ctx, o.who, made.ID, store.Change{Status: &s})
		}
		for _, s := range []store.Status{store.Draft, store.Published} {
			if _, err := set(s); err == nil {
				t.Errorf("a published project was set to %s", s)
			}
		}
		got, err := set(store.Archived)
		if err != nil || got.Status != store.Archived || !got.PublishedAt.IsZero() {
			t.Errorf("%+v, %v", got, err)
		}
		o.checkCounts()
		_, err = o.Unpublish(o.ctx, o.who, made.ID)
		if e, ok := errors.AsType[*store.StatusError](err); !ok || e.Status != store.Archived {
			t.Error(err)
		}
		list, total, err := o.ListProjects(o.ctx, o.who, store.Page{Status: store.Archived, Limit: 10})
		if err != nil || total != 1 || len(list) != 1 || len(list[0].Images) != 1 {
			t.Errorf("%v, %d, %v", list, total, err)
		}
		if got, err := set(store.Draft); err != nil || got.Status != store.Draft {
			t.Errorf("%+v, %v", got, err)
		}
		o.checkCounts()
	})
}

func TestListPages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		for i := range 23 {
			o.create(store.NewProject{Title: fmt.Sprint("Project ", i)})
		}
		last, total, err := o.ListProjects(o.ctx, o.who, store.Page{Limit: 10, Offset: 20})
		if err != nil || total != 23 || len(last) != 3 || last[2].Title != "Project 0" {
			t.Errorf("%d of %d, %v", len(last), total, err)
		}
		first, total, err := o.ListProjects(o.ctx, o.who, store.Page{Status: store.Draft, Limit: 10})
		if err != nil || total != 23 || len(first) != 10 || first[0].Title != "Project 22" {
			t.Errorf("%d of %d, %v", len(first), total, err)
		}
		none, total, err := o.ListProjects(o.ctx, o.who, store.Page{Status: store.Published, Limit: 10})
		if err != nil || total != 0 || len(none) != 0 {
			t.Errorf("%d of %d, %v", len(none), total, err)
		}
	})
}

func TestManualDescription(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{Summary: "Old."})
		change := func(c store.Change) store.Project {
			return must[store.Project](o)(o.UpdateProject(o.ctx, o.who, made.ID, c))
		}
		if got := change(store.Change{Summary: p("New.")}); got.Description != "New." {
			t.Errorf("%q", got.Description)
		}
		if got := change(store.Change{Description: p("<p>Mine.</p>"), Summary: p("Newer.")}); got.Description != "<p>Mine.</p>" || !got.DescriptionManual {
			t.Errorf("%+v", got)
		}
		if got := change(store.Change{Results: p("Dry.")}); got.Description != "<p>Mine.</p>" {
			t.Errorf("%q", got.Description)
		}
		if got := change(store.Change{DescriptionManual: p(false), Results: p("Dry.")}); got.Description != "Newer.\n\nResults\nDry." {
			t.Errorf("%q", got.Description)
		}
		if got := o.create(store.NewProject{Summary: "S.", Description: "Given."}); got.Description != "Given." || !got.DescriptionManual {
			t.Errorf("%+v", got)
		}
	})
}

// TestIsolation has another contractor ask for everything.
func TestIsolation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.ready()
		image := made.Images[0].ID
		before := o.project(made.ID)
		other := o.hire("other@example.com", store.Pro)
		for name, ask := range map[string]func() error{
			"read": func() error { _, err := o.Project(o.ctx, other, made.ID); return err },
			"edit": func() error {
				_, err := o.UpdateProject(o.ctx, other, made.ID, store.Change{Title: p("Mine")})
				return err
			},
			"publish":   func() error { _, _, err := o.Publish(o.ctx, other, made.ID, store.Publishing{Force: true}); return err },
			"unpublish": func() error { _, err := o.Unpublish(o.ctx, other, made.ID); return err },
			"add": func() error {
				_, _, err := o.AddImage(o.ctx, other, made.ID, store.NewImage{Filename: "a.jpg", ContentType: "image/jpeg"})
				return err
			},
			"arrange": func() error { _, err := o.ArrangeImages(o.ctx, other, made.ID, []string{image}, nil); return err },
			"remove":  func() error { _, err := o.DeleteImage(o.ctx, other, made.ID, image); return err },
			"copy":    func() error { _, err := o.SetPublicFile(o.ctx, other, made.ID, image, "x.jpg"); return err },
		} {
			wantErr(t, name, ask(), store.ErrNotFound)
		}
		if err := o.DeleteProject(o.ctx, other, made.ID); err != nil {
			t.Error(err)
		}
		if list, total, err := o.ListProjects(o.ctx, other, store.Page{Limit: 10}); err != nil || total != 0 || len(list) != 0 {
			t.Errorf("%v, %d, %v", list, total, err)
		}
		if d := cmp.Diff(before, o.project(made.ID), cmp.AllowUnexported(store.Project{})); d != "" {
			t.Error(d)
		}
		_, mine := o.photo(made.ID, false)
		o.who = other
		_, theirs := o.photo(o.create(store.NewProject{}).ID, false)
		_, err := o.BeginUpload(o.ctx, theirs.Token, mine.Path)
		wantErr(t, "a token for another path", err, store.ErrUpload)
	})
}

// TestSingleUpload sends eight times with one token, at once, to two
// replicas.
func TestSingleUpload(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{})
		_, u := o.photo(made.ID, false)
		begun := must[store.Upload](o)(o.BeginUpload(o.ctx, u.Token, u.Path))
		if begun != u {
			t.Errorf("%+v, want %+v", begun, u)
		}
		failed := errors.New("no room")
		_, err := o.FinishUpload(o.ctx, begun, store.Received{Bytes: 1}, func() error { return failed })
		wantErr(t, "a file that can't be placed", err, failed)
		if o.project(made.ID).Images[0].Uploaded {
			t.Error("it counts as uploaded")
		}
		var mu sync.Mutex
		var placed []int
		done := 0
		stores := []*store.Store{o.Store, o.replica()}
		var wg sync.WaitGroup
		for n := range 8 {
			wg.Go(func() {
				_, err := stores[n%2].FinishUpload(o.ctx, begun, store.Received{Bytes: int64(n + 1)}, func() error {
					mu.Lock()
					defer mu.Unlock()
					placed = append(placed, n)
					return nil
				})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					done++
				} else if !errors.Is(err, store.ErrUpload) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		got := o.project(made.ID).Images[0]
		if done != 1 || !got.Uploaded || int64(placed[len(placed)-1]+1) != got.Bytes {
			t.Errorf("%d succeeded, placed %v, the row says %d", done, placed, got.Bytes)
		}
		_, err = o.BeginUpload(o.ctx, u.Token, u.Path)
		wantErr(t, "a second upload", err, store.ErrUpload)
		_, late := o.photo(made.ID, false)
		_, err = o.BeginUpload(o.ctx, "unknown", late.Path)
		wantErr(t, "an unknown token", err, store.ErrUpload)
		o.now.Pass(store.UploadLifetime)
		_, err = o.BeginUpload(o.ctx, late.Token, late.Path)
		wantErr(t, "after the expiry", err, store.ErrUpload)
	})
}

// TestUnderway: a photo whose image is deleted while it comes is removed once it
// can't come any more.
func TestUnderway(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.ready()
		image, u := o.photo(made.ID, false)
		if _, err := o.BeginUpload(o.ctx, u.Token, u.Path); err != nil {
			t.Fatal(err)
		}
		if _, err := o.DeleteImage(o.ctx, o.who, made.ID, image.ID); err != nil {
			t.Fatal(err)
		}
		has := func() bool {
			return slices.Contains(must[[]store.File](o)(o.FilesToRemove(o.ctx, 10)), store.File{Path: u.Path})
		}
		if has() || must[bool](o)(o.IsImage(o.ctx, u.Path)) || !must[bool](o)(o.Knows(o.ctx, store.File{Path: u.Path})) {
			t.Error("it is removed before it has come, or forgotten")
		}
		o.now.Pass(time.Hour)
		if !has() {
			t.Error("it stays")
		}
	})
}

// TestFiles_HaveARow: whatever is interrupted, each file has its row or is to be removed.
func TestFiles_HaveARow(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.ready()
		toRemove := func() (paths []string) {
			for _, f := range must[[]store.File](o)(o.FilesToRemove(o.ctx, 10)) {
				paths = append(paths, f.Path)
			}
			return paths
		}
		// An upload that never ends, of what is the hero by now.
		never, u := o.photo(made.ID, false)
		if _, err := o.UpdateProject(o.ctx, o.who, made.ID, store.Change{HeroImageID: &never.ID}); err != nil {
			t.Fatal(err)
		}
		o.now.Pass(store.UploadLifetime)
		if n := must[int](o)(o.ExpireUploads(o.ctx, 10)); n != 0 {
			t.Error("one that may have begun was swept away")
		}
		o.now.Pass(time.Hour)
		if n := must[int](o)(o.ExpireUploads(o.ctx, 10)); n != 1 {
			t.Errorf("%d were swept away", n)
		}
		if got := o.project(made.ID); len(got.Images) != 1 || got.HeroImageID != got.Images[0].ID {
			t.Errorf("%+v", got)
		}
		_, err := o.FinishUpload(o.ctx, u, store.Received{}, func() error { t.Error("a file was placed"); return nil })
		wantErr(t, "after the sweep", err, store.ErrUpload)
		if d := cmp.Diff([]string{never.StoragePath}, toRemove()); d != "" {
			t.Error(d)
		}
		if err := o.FilesRemoved(o.ctx, []store.File{{Path: never.StoragePath}}); err != nil || toRemove() != nil {
			t.Error(err, toRemove())
		}
		// Copies that were planned: one is never used, one comes too late.
		for _, path := range []string{"unused.jpg", "used.jpg"} {
			if err := o.PlanPublicFile(o.ctx, path, time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		if toRemove() != nil {
			t.Errorf("at once: %v", toRemove())
		}
		image := o.project(made.ID).Images[0].ID
		if done, err := o.SetPublicFile(o.ctx, o.who, made.ID, image, "used.jpg"); err != nil || done {
			t.Errorf("a draft got a public copy: %v", err)
		}
		if _, err := o.publish(made.ID); err != nil {
			t.Fatal(err)
		}
		if list := must[[]store.ImageToCopy](o)(o.ImagesToCopy(o.ctx, 10)); len(list) != 1 || list[0].ID != image || list[0].ContractorID != o.who {
			t.Errorf("%v", list)
		}
		if done, err := o.SetPublicFile(o.ctx, o.who, made.ID, image, "used.jpg"); err != nil || !done {
			t.Errorf("%v, %v", done, err)
		}
		o.now.Pass(2 * time.Hour)
		if d := cmp.Diff([]string{"unused.jpg"}, toRemove()); d != "" {
			t.Error(d)
		}
		if done, err := o.SetPublicFile(o.ctx, o.who, made.ID, image, "unused.jpg"); err != nil || done {
			t.Errorf("a copy that may be gone was used: %v", err)
		}
		stored := o.project(made.ID).Images[0]
		for file, known := range map[store.File]bool{
			{Path: stored.StoragePath}: true, {Public: true, Path: "used.jpg"}: true, {Public: true, Path: "unused.jpg"}: true,
			{Public: true, Path: stored.StoragePath}: false, {Path: "used.jpg"}: false, {Path: "stray.jpg"}: false,
		} {
			if got := must[bool](o)(o.Knows(o.ctx, file)); got != known {
				t.Errorf("%+v is known: %v", file, got)
			}
		}
		if !must[bool](o)(o.HasFiles(o.ctx)) {
			t.Error("no file is known of")
		}
		if got, err := o.PublicImage(o.ctx, made.ID, "used.jpg"); err != nil || got.ID != image {
			t.Errorf("%+v, %v", got, err)
		}
		for _, path := range []string{"", "unused.jpg", stored.StoragePath} {
			_, err := o.PublicImage(o.ctx, made.ID, path)
			wantErr(t, path, err, store.ErrNotFound)
		}
		// Deleted: both files go, each on its side.
		if err := errors.Join(o.DeleteProject(o.ctx, o.who, made.ID), o.DeleteProject(o.ctx, o.who, made.ID)); err != nil {
			t.Error(err)
		}
		if d := cmp.Diff([]string{stored.StoragePath, "unused.jpg", "used.jpg"}, toRemove(), cmp.Transformer("sort", func(s []string) []string { return slices.Sorted(slices.Values(s)) })); d != "" {
			t.Error(d)
		}
		o.checkCounts()
	})
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{ProjectType: "煙突"})
		o.photo(made.ID, true)
		got := must[store.Project](o)(o.UpdateProject(o.ctx, o.who, made.ID, store.Change{Title: p("Cheminée à Montréal"), City: p("Montréal"), State: p("QC")}))
		if !strings.HasPrefix(got.Slug, "project-") || !strings.HasPrefix(got.ProjectTypeSlug, "x-") || got.CitySlug != "montreal-qc" {
			t.Errorf("%+v", got)
		}
		got, err := o.publish(made.ID)
		if err != nil || !strings.HasPrefix(got.Slug, "cheminee-a-montreal-") {
			t.Errorf("%q, %v", got.Slug, err)
		}
		again := must[store.Project](o)(o.UpdateProject(o.ctx, o.who, made.ID, store.Change{Title: p("Another")}))
		if again.Slug != got.Slug || again.Status != store.Published {
			t.Errorf("%+v", again)
		}
	})
}

// TestStore_DeleteImage gives the hero's place to the next image.
func TestStore_DeleteImage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		made := o.create(store.NewProject{})
		var ids []string
		for range 3 {
			i, _ := o.photo(made.ID, true)
			ids = append(ids, i.ID)
		}
		for n, want := range []string{ids[1], ids[2], ""} {
			got := must[store.Project](o)(o.DeleteImage(o.ctx, o.who, made.ID, ids[n]))
			if got.HeroImageID != want || len(got.Images) != 2-n {
				t.Errorf("after %d: %+v", n, got)
			}
		}
		_, err := o.DeleteImage(o.ctx, o.who, made.ID, ids[0])
		wantErr(t, "again", err, store.ErrNotFound)
	})
}

// TestStore_ManyAtOnce creates projects and images from many requests to two replicas.
func TestStore_ManyAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, o *office) {
		const many = 24
		made := o.create(store.NewProject{Title: "All"})
		stores := []*store.Store{o.Store, o.replica()}
		var wg sync.WaitGroup
		for n := range many {
			wg.Go(func() {
				if _, err := stores[n%2].CreateProject(o.ctx, o.who, store.NewProject{Title: "Wall"}); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				if _, _, err := stores[n%2].AddImage(o.ctx, o.who, made.ID, store.NewImage{Filename: "a.png", ContentType: "image/png"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		images := o.project(made.ID).Images
		for n, i := range images {
			if i.DisplayOrder != n {
				t.Errorf("image %d has place %d", n, i.DisplayOrder)
			}
		}
		if len(images) != many {
			t.Errorf("%d images", len(images))
		}
		o.checkCounts()
	})
}
