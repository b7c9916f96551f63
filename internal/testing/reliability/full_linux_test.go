package reliability_test

import (
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull runs each program on a file system that is too small. What is full
// is told as such, reads go on, nothing is lost, and with room again it works.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	long := "zq7 " + strings.Repeat("x", 1900)
	t.Run("recipe-mcp", func(t *testing.T) {
		t.Parallel()
		dir := smallDisk(t)
		a := startAdapter(t, "DATABASE_URL=sqlite:"+dir+"/recipes.db")
		fillUp(t, dir, func(n int) bool {
			got := a.call("create_recipe", args{"title": fmt.Sprintf("zq7 full %d", n), "description": long})
			if got.Kind != fine && (got.Kind != unknown || !strings.Contains(got.Message, "database is unavailable") || !strings.Contains(got.Message, "did not find it")) {
				t.Errorf("a full disk is told as %s: %s", got.Kind, got.Message)
			}
			return got.Kind == fine
		}, func() int {
			got := a.call("list_recipes", args{})
			if got.Kind != fine {
				t.Errorf("list: %s", got.Message)
			}
			return len(decode[struct{ Recipes []recipe }](t, got.Body).Recipes)
		})
		a.end() // before the disk is taken away
	})
	t.Run("recipe-vault", func(t *testing.T) {
		t.Parallel()
		dir := smallDisk(t)
		s := startServer(t, dir+"/recipes.db")
		fillUp(t, dir, func(n int) bool {
			status, body, err := s.do("POST", "/api/recipes", fmt.Sprintf(`{"title":"zq7 full %d","description":%q}`, n, long), "")
			if err != nil || status != http.StatusCreated && (status != http.StatusInternalServerError || !strings.Contains(string(body), "DATABASE_ERROR")) {
				t.Errorf("a full disk is told as %d %v %s", status, err, body)
			}
			return status == http.StatusCreated
		}, func() int { return len(s.list()) })
		s.kill()
	})
}

// fillUp saves until the disk is full, makes room, and saves again.
func fillUp(t *testing.T, dir string, save func(n int) bool, count func() int) {
	t.Helper()
	saved := 0
	for saved < 5000 && save(saved) {
		saved++
	}
	if saved == 0 || saved == 5000 {
		t.Fatalf("%d were saved: the disk was never full", saved)
	}
	for range 5 { // it stays full, and stays sound
		if save(saved) {
			saved++
		}
		if got := count(); got != saved {
			t.Errorf("%d of %d are there", got, saved)
		}
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=16m"); err != nil {
		t.Fatal(err)
	}
	if !save(saved) || count() != saved+1 {
		t.Error("with room again it does not work")
	}
	checkFile(t, dir+"/recipes.db")
	t.Logf("full after %d recipes", saved)
}

// smallDisk is a file system of 1 MiB. Making one is root's right; without it
// the limit on file sizes in the vault's own tests has to do.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m,mode=0700"); err != nil {
		t.Skipf("no small file system can be mounted here (%v); TestVault_DiskFull in package vault fills a file to its limit instead", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}
