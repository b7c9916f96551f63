package config

import (
	"errors"
	"io/fs"
	"os"
)

// FromFile reads a setting from the file that its other variable names, such as API_KEY from
// that of API_KEY_FILE. variable is the setting's own. The error is a predicate, and holds
// nothing of the file or its path.
func FromFile[T ~string](path, variable string, value *T) error {
	switch {
	case path == "":
		return nil
	case *value != "":
		return errors.New("must not be set together with " + variable)
	}
	info, err := os.Stat(path)
	var text []byte
	if err == nil && !info.Mode().IsRegular() {
		return errors.New("must name a file")
	}
	if err == nil {
		text, err = os.ReadFile(path) //nolint:gosec // the operator's own file
	}
	if err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err // the path may be the secret itself
		}
		return errors.New("must name a file that can be read: " + err.Error())
	}
	content := Trim(string(text))
	if content == "" {
		return errors.New("must name a file that is not empty")
	}
	*value = T(content)
	if own, ok := any(value).(interface{ UnmarshalText([]byte) error }); ok {
		if err := own.UnmarshalText([]byte(content)); err != nil {
			*value = ""
			return errors.New("names a file whose content " + err.Error())
		}
	}
	return nil
}
