package portfoliomcp

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// newFetcher returns what gets pictures from addresses of strangers.
func newFetcher() *guardedhttp.Client {
	return guardedhttp.New(guardedhttp.Options{
		MaxBytes: photo.MaxBytes, Timeout: 20 * time.Second, AtOnce: 8, Redirects: 3,
		UserAgent: Name + "/" + cli.Version(),
	})
}

// fetchPhoto gets a picture from an address, and says what it is by its bytes.
func fetchPhoto(from *guardedhttp.Client) func(ctx context.Context, address string) ([]byte, string, error) {
	return func(ctx context.Context, address string) ([]byte, string, error) {
		res, err := from.Get(ctx, address, "image/jpeg, image/png, image/webp, image/heic")
		if err != nil {
			return nil, "", err
		}
		return judged(res.Body)
	}
}

func judged(data []byte) ([]byte, string, error) {
	p, err := photo.Check(data)
	if err != nil {
		return nil, "", err
	}
	return p.Data, string(p.Kind), nil
}

// readPhoto reads pictures of file:// addresses below a directory, links followed first.
// What is elsewhere is refused in the same words whether it is there or not.
func readPhoto(root string) func(ctx context.Context, address string) ([]byte, string, error) {
	refuse := func(message string) ([]byte, string, error) {
		return nil, "", &fault.Error{Kind: fault.InvalidParams, Message: message}
	}
	return func(_ context.Context, address string) ([]byte, string, error) {
		path, ok := filePath(address)
		if !ok {
			return refuse("This is not the file:// address of a file on this computer; it looks like file:///home/me/photo.jpg.")
		}
		data, err := readBelow(root, path)
		switch {
		case errors.Is(err, errLarge):
			return refuse("A photo may have at most 5 MiB; send a smaller one.")
		case err != nil:
			return refuse("There is no photo of that name in the directory that photos may be taken from (PORTFOLIO_MEDIA_ROOT).")
		}
		return judged(data)
	}
}

// filePath returns the path that a file:// address has.
func filePath(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", false
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/") // /C:/Users
	}
	path = filepath.FromSlash(path)
	return path, filepath.IsAbs(path) && !strings.ContainsRune(path, 0)
}

var (
	errLarge   = errors.New("the file is too large")
	errOutside = errors.New("the file is not below the directory")
)

// readBelow reads a file below root. The path without links is looked at, and opened so
// that no link put there since leads elsewhere.
func readBelow(root, path string) ([]byte, error) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	name, err := filepath.Rel(root, path)
	if err != nil || !filepath.IsLocal(name) {
		return nil, errOutside
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	// A pipe would keep who opens it waiting.
	if info, err := dir.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(errOutside, err)
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, photo.MaxBytes+1))
	if err == nil && len(data) > photo.MaxBytes {
		err = errLarge
	}
	return data, err
}
