package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
)

// File is a client's config file, or a backup of it.
type File struct {
	Path string

	client Client
	stamp  string // when a backup was made
	n      int    // which one of that second
}

// Files gives the client's config file, which need not exist, and after it the backups
// that are left, the oldest first. The error is of [KindPlace] or [KindUnreadable].
func Files(c Client, p Places) ([]File, error) {
	path, err := c.Path(p)
	if err != nil {
		return nil, err
	}
	target, err := follow(path)
	if err != nil {
		return nil, at(path, err)
	}
	files := append([]File{{Path: path}}, backupsOf(stems(c, p, path, target))...)
	for i := range files {
		files[i].client = c
	}
	return files, nil
}

// Secrets gives the values that entries of that name, wherever they are in the file,
// have for the variables, and the tokens in their headers. A placeholder that the client
// fills in is not one.
func (f File) Secrets(entry string, variables []string) (found []string) {
	_, tree, _ := f.meaning() // Find reports an error
	walk(nil, tree, func(path []string, v any) any {
		n := len(path)
		if n < 3 || path[n-3] != entry {
			return v
		}
		value := strings.TrimSpace(textOf(v))
		switch member, name := path[n-2], path[n-1]; {
		case member == "env" && slices.Contains(variables, name):
		case slices.Contains(headerMembers, member) && strings.EqualFold(name, "Authorization"):
			value = Token(value)
		default:
			return v
		}
		if value != "" && !strings.Contains(value, "${") {
			found = append(found, value)
		}
		return v
	})
	return found
}

// Find says where in the file one of the secrets is, in whatever form: the names on
// the way to it, or "" for a place without, such as a comment. An error means that
// none was found in a file that cannot be read with certainty.
func (f File) Find(secrets []string) (places []string, err error) {
	var forms []string
	for _, s := range secrets {
		escaped, _ := json.Marshal(s) // in TOML it is the same
		forms = append(forms, s, strings.Trim(string(escaped), `"`), url.QueryEscape(s))
	}
	holds := func(value string) bool {
		return slices.ContainsFunc(forms, func(form string) bool {
			return value == form || len(form) >= minPart && strings.Contains(value, form)
		})
	}
	text, tree, err := f.meaning()
	walk(nil, tree, func(path []string, v any) any {
		if holds(strings.TrimSpace(textOf(v))) {
			place := strings.Join(path, ".")
			if holds(place) {
				place = hidden
			}
			places = append(places, place)
		}
		return v
	})
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) == 0 && holds(string(text)) {
		places = []string{""}
	}
	if len(places) > 0 {
		return places, nil
	}
	return nil, at(f.Path, err)
}

// meaning gives the file's text and what it means, both nil when there is no file.
func (f File) meaning() (text []byte, tree any, err error) {
	text, _, exists, err := read(f.Path)
	if err != nil || !exists {
		return nil, nil, err
	}
	doc, err := f.client.format.parse(bytes.TrimPrefix(text, bom))
	if err != nil {
		return text, nil, err
	}
	return text, doc.meaning(), nil
}

// Remove removes the file, or empties it where it cannot be removed.
func (f File) Remove() error {
	if err := os.Remove(f.Path); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.Truncate(f.Path, 0); err != nil {
		return &Error{Kind: KindWrite, Path: f.Path, Message: "the backup can be neither removed nor emptied; check its permissions", Err: err}
	}
	return nil
}
