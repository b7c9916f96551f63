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

	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
)

// fetchPhoto returns a function that gets a picture from an address, and its type by its bytes.
func fetchPhoto(from *guardedhttp.Client) func(ctx context.Context, address string) ([]byte, string, error) {
	return func(ctx context.Context, address string) ([]byte, string, error) {
		res, err := from.Get(ctx, address, "image/jpeg, image/png, image/webp, image/heic")
		if err != nil {
			return nil, "", err
		}
		return checked(res.Body)
	}
}

func checked(data []byte) ([]byte, string, error) {
	p, err := photo.Check(data)
	if err != nil {
		return nil, "", err
	}
	return p.Data, string(p.Kind), nil
}

// readPhoto returns a function that reads pictures of file:// addresses below a directory, after
// it has followed links. Its refusal of other files does not tell whether they exist.
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
		case err != nil:
			return refuse("There is no photo of that name in the directory that photos may be taken from (PORTFOLIO_MEDIA_ROOT).")
		case len(data) > photo.MaxBytes:
			return refuse("A photo may have at most 5 MiB; send a smaller one.")
		}
		return checked(data)
	}
}

// filePath returns the path of a file:// address.
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

// readBelow reads at most a byte more than a photo may have of a file below root.
func readBelow(root, path string) ([]byte, error) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	dir, err := os.OpenRoot(root) // which refuses a name above it, and a link put there since that leads elsewhere
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	if info, err := dir.Stat(name); err != nil || !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return nil, errors.Join(errors.New("it is not a file below the directory"), err)
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, photo.MaxBytes+1))
}
