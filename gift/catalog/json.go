package catalog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readJSON reads one array, entry by entry.
func readJSON(r *bufio.Reader, each func(*row) error) error {
	d := jsontext.NewDecoder(r)
	if d.PeekKind() != '[' {
		return errors.New("the file must be a JSON array of gifts; if each line is a gift, its format is jsonl")
	}
	if _, err := d.ReadToken(); err != nil {
		return readError(JSON, 1, plain(err))
	}
	number := 1
	for ; d.PeekKind() != ']'; number++ {
		value, err := d.ReadValue()
		if err != nil {
			return readError(JSON, number, plain(err))
		}
		if err := each(objectToRow(number, value)); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return readError(JSON, number, plain(err))
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the end of the array")
	}
	return nil
}

// readJSONLines passes over empty lines, but counts them.
func readJSONLines(r *bufio.Reader, each func(*row) error) error {
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return readError(JSONLines, number, err)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := each(objectToRow(number, line)); err != nil {
				return err
			}
		}
		if err != nil {
			return nil // the end
		}
	}
}

func objectToRow(number int, object jsontext.Value) *row {
	entry := &row{number: number}
	if object.Kind() == '{' && json.Unmarshal(object, &entry.gift, json.RejectUnknownMembers(true)) == nil {
		return entry
	}
	entry.gift = Gift{} // now member by member, to say which is at fault
	if err := objectToGift(object, entry); err != nil {
		entry.broken = []*Error{{Rule: plain(err).Error()}}
	}
	return entry
}

// objectToGift returns an error if object is not JSON at all.
func objectToGift(object jsontext.Value, entry *row) error {
	if !object.IsValid() {
		d := jsontext.NewDecoder(bytes.NewReader(object))
		if _, err := d.ReadValue(); err != nil {
			return err
		}
		return errors.New("something follows the gift")
	}
	if object.Kind() != '{' {
		entry.broken = append(entry.broken, &Error{Rule: "must be an object with the fields of a gift"})
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		f, ok := fieldNamed(name)
		if !ok {
			entry.broken = append(entry.broken, notAField(name))
			continue
		}
		at := f.at(&entry.gift)
		if err := json.Unmarshal(value, at); err != nil {
			entry.broken = append(entry.broken, rule(name, "%s", mustBe(at)))
		}
	}
	return nil
}

func notAField(name string) *Error {
	return &Error{Field: fmt.Sprintf("%.40q", name), Rule: "is not a field of a gift"}
}

// plain says of a syntax error that it is one, without the name of the package; a failure
// to read, which may be inside, it returns as it is.
func plain(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntax) && errors.Unwrap(syntax.Err) != nil:
		return errors.Unwrap(syntax.Err)
	case syntax != nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("is not JSON: %s", strings.TrimPrefix(err.Error(), "jsontext: "))
	}
	return err
}
