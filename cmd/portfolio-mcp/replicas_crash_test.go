package main_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// row is what the database says of a photo.
type row struct {
	Storage, Public, SHA256 string
	Uploaded                bool
}

// photos reads the rows of all photos.
func (r *replicas) photos() []row {
	r.t.Helper()
	conn, err := pgx.Connect(r.t.Context(), r.url)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(r.t.Context())) }()
	rows, err := conn.Query(r.t.Context(), `SELECT storage_path, public_path, sha256, uploaded FROM project_images`)
	if err != nil {
		r.t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		r.t.Fatal(err)
	}
	return list
}

// files lists the files of a side of the folder, with what they hold.
func (r *replicas) files(side string) map[string][]byte {
	r.t.Helper()
	found := map[string][]byte{}
	root := filepath.Join(r.dir, "media", side)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err == nil {
			found[filepath.ToSlash(name)], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return found
}

// agree holds that every photo that is said to be there is, and that no original is there
// without a row: one whose upload was not acknowledged goes with its row. Copies of a
// publish that was killed have 10 minutes.
func (r *replicas) agree() {
	r.t.Helper()
	originals, copies := r.files("draft"), r.files("public")
	for _, p := range r.photos() {
		data, there := originals[p.Storage]
		sum := sha256.Sum256(data)
		if p.Uploaded && (!there || hex.EncodeToString(sum[:]) != p.SHA256) {
			r.t.Errorf("the bytes of %s are not what its row says, or missing", p.Storage)
		}
		if _, there := copies[p.Public]; p.Public != "" && !there {
			r.t.Errorf("the public copy %s is missing", p.Public)
		}
		delete(originals, p.Storage)
	}
	if len(originals) > 0 {
		r.t.Errorf("files without a row: %v", slices.Collect(maps.Keys(originals)))
	}
}

// TestReplicas_Sweep has several sweep at the same time, beside uploads: what was announced
// and never sent goes once, its project gets another hero, and nothing else is touched.
func TestReplicas_Sweep(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	first := r.start()
	const projects = 6
	var ids, open []string
	for i := range projects {
		id := first.call(t, "create_project_draft", chimney).Structured.ID
		first.call(t, "add_project_media", oneFile(id, 0)) // the hero, which never comes
		for n := range 2 {
			open = append(open, first.call(t, "add_project_media", oneFile(id, n+1)).Meta.Uploads[0].URL)
		}
		if status, err := first.put(t.Context(), open[2*i], photo(t, uint8(i))); status != http.StatusOK {
			t.Fatalf("status %d, %v", status, err)
		}
		ids = append(ids, id)
	}
	r.pg.Exec(t, r.url, `UPDATE uploads SET expires_at = '2020-01-01T00:00:00.000000Z' WHERE used_at = ''
		AND image_id IN (SELECT hero_image_id FROM projects)`)
	// Each of them sweeps when it starts, while the rest of the photos arrive.
	var busy sync.WaitGroup
	for i := range projects {
		busy.Go(func() {
			if status, err := first.put(t.Context(), open[2*i+1], photo(t, uint8(100+i))); status != http.StatusOK {
				t.Errorf("status %d, %v", status, err)
			}
		})
	}
	var more []*replica
	for range 3 {
		more = append(more, r.start())
	}
	busy.Wait()
	for _, id := range ids {
		for len(more[0].call(t, "get_project_status", ofProject(id)).Structured.Images) > 2 {
			time.Sleep(10 * time.Millisecond) // the test's own limit bounds it
		}
		for _, at := range append(more, first) {
			at.call(t, "publish_project", ofProject(id)) // which needs a hero whose bytes are there
		}
	}
	r.agree()
	if n := len(r.photos()); n != 2*projects {
		t.Errorf("%d photos", n)
	}
	for _, at := range append(more, first) {
		if log := at.Log.String(); strings.Contains(log, `"level":"error"`) || strings.Contains(log, "could not be swept") {
			t.Errorf("the log: %s", log)
		}
	}
}

// TestReplicas_Killed kills one of two again and again, in the middle of uploads and
// publishes, while clients go on with the other. What they were told is so: every photo
// and page that was acknowledged is there, and what was not is either whole or not there.
func TestReplicas_Killed(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "postgres")
	r := newReplicas(t)
	c := &crowd{t: t, at: []*replica{r.start(), r.start()}}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var working sync.WaitGroup
	for worker := range 4 {
		working.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				c.job(ctx, uint8(worker), uint8(n))
			}
		})
	}
	random := harness.Seeded(t)
	for kill := range 6 {
		c.until(3 * (kill + 1))
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond) // in the middle of something
		c.mu.Lock()
		victim := c.at[kill%2]
		c.mu.Unlock()
		victim.Kill()
		c.until(3*(kill+1) + 2) // with the other alone
		fresh := r.start()
		c.mu.Lock()
		c.at[kill%2] = fresh
		c.mu.Unlock()
	}
	stop()
	working.Wait()
	t.Logf("%d jobs done, %d requests without an answer", len(c.done), c.lost)
	if c.lost == 0 {
		t.Log("no kill was in the middle of a request")
	}
	for _, at := range c.at {
		for _, j := range c.done {
			got := at.call(t, "get_project_status", ofProject(j.project)).Structured
			if got.Status != "published" || got.URL == "" {
				t.Errorf("%s was published, and is %s", j.project, got.Status)
				continue
			}
			if status, _ := at.get(t, got.URL); status != http.StatusOK {
				t.Errorf("the page of %s: status %d", j.project, status)
			}
			// One that was announced twice, since the first answer was lost, has two rows, of
			// which one gets no bytes.
			shown := 0
			images := at.call(t, "get_project_status", ofProject(j.project)).Meta.Project.Images
			for _, i := range images {
				if status, _ := at.get(t, i.URL); status == http.StatusOK {
					shown++
				}
			}
			if shown != 1 {
				t.Errorf("of %d photos of %s, %d can be seen", len(images), j.project, shown)
			}
		}
	}
	r.start() // its sweep looks at every file
	r.agree()
	sums := map[string]bool{}
	for _, p := range r.photos() {
		sums[p.SHA256] = p.Uploaded
	}
	for _, j := range c.done {
		if !sums[j.sum] {
			t.Errorf("the photo of %s was taken, and no row has it", j.project)
		}
	}
}

// crowd are clients of two replicas.
type crowd struct {
	t    *testing.T
	mu   sync.Mutex
	at   []*replica
	done []job
	lost int // requests without an answer
}

// job is a project that a client took from a draft to a page.
type job struct{ project, sum string }

// until waits for that many jobs.
func (c *crowd) until(jobs int) {
	c.t.Helper()
	for {
		c.mu.Lock()
		done := len(c.done)
		c.mu.Unlock()
		if done >= jobs || c.t.Failed() {
			return
		}
		time.Sleep(5 * time.Millisecond) // the replicas' patience bounds it
	}
}

// ask asks one replica, and the other if that one is gone. again says that the request was
// sent before: it may have done what it was to do.
func (c *crowd) ask(ctx context.Context, do func(at *replica, again bool) error) bool {
	which := rand.IntN(2)
	for try := 0; ctx.Err() == nil; try++ {
		c.mu.Lock()
		at := c.at[(which+try)%2]
		c.mu.Unlock()
		err := do(at, try > 0)
		if err == nil {
			return true
		}
		c.mu.Lock()
		c.lost++
		c.mu.Unlock()
		if try > 1000 {
			c.t.Errorf("no replica answers: %v", err)
			return false
		}
		time.Sleep(2 * time.Millisecond)
	}
	return false
}

// job takes a project from a draft to a page, as clients do: what had no answer is looked
// at, or sent again where that is harmless.
func (c *crowd) job(ctx context.Context, worker, n uint8) {
	c.t.Helper()
	bytes := photo(c.t, worker*64+n%64)
	var id string
	tool := func(name string, arguments func() string, take func(result)) bool {
		return c.ask(ctx, func(at *replica, _ bool) error {
			got, err := at.try(ctx, name, arguments())
			if err != nil {
				return err
			}
			if got.IsError && ctx.Err() == nil {
				c.t.Errorf("%s: %s", name, got.text)
			}
			take(got)
			return nil
		})
	}
	of := func() string { return ofProject(id) }
	if !tool("create_project_draft", func() string { return chimney }, func(r result) { id = r.Structured.ID }) {
		return
	}
	var signed string
	if !tool("add_project_media", func() string { return oneFile(id, 1) }, func(r result) {
		if len(r.Meta.Uploads) > 0 {
			signed = r.Meta.Uploads[0].URL
		}
	}) || signed == "" {
		return
	}
	if !c.ask(ctx, func(at *replica, again bool) error {
		status, err := at.put(ctx, signed, bytes)
		if err == nil && status != http.StatusOK && (!again || status != http.StatusUnauthorized) {
			c.t.Errorf("an upload: status %d, again: %t", status, again)
		}
		return err
	}) {
		return
	}
	status := ""
	if !tool("publish_project", of, func(r result) { status = r.Structured.Status }) || status != "published" {
		return
	}
	sum := sha256.Sum256([]byte(bytes))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = append(c.done, job{id, hex.EncodeToString(sum[:])})
}
