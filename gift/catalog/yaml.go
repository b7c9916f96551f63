package catalog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// readYAML reads a list whose entries begin with "- " at the start of a line. It takes them
// one by one, for the decoder holds all of a document in memory, several times over.
func readYAML(r *bufio.Reader, each func(*row) error) error {
	var text []byte // of the entry
	number, line, first := 0, 0, 0
	indent := -1
	flush := func() error {
		if len(text) == 0 {
			return nil
		}
		number++
		entry := entryToRow(number, text, first)
		text = text[:0]
		return each(entry)
	}
	for {
		next, readErr := r.ReadBytes('\n')
		line++
		trimmed := bytes.TrimLeft(next, " ")
		bare := bytes.TrimSpace(next)
		dash := len(trimmed) > 0 && trimmed[0] == '-' && (len(trimmed) == 1 || strings.IndexByte(" \t\r\n", trimmed[1]) >= 0)
		switch {
		case isMarker(next):
			if err := flush(); err != nil {
				return err
			}
		case dash && (indent < 0 || indent == len(next)-len(trimmed)):
			if err := flush(); err != nil {
				return err
			}
			indent, first = len(next)-len(trimmed), line
			text = append(text, next...)
		case len(text) > 0:
			text = append(text, next...)
		case len(bare) > 0 && bare[0] != '#' && !bytes.Equal(bare, []byte("[]")):
			return fmt.Errorf("line %d: the file must be a list of gifts, each of which begins with \"- \"", line)
		}
		switch {
		case errors.Is(readErr, io.EOF):
			return flush()
		case readErr != nil:
			return readError(YAML, number+1, readErr)
		}
	}
}

// isMarker reports whether line begins or ends a document.
func isMarker(line []byte) bool {
	line = bytes.TrimRight(line, " \t\r\n")
	return bytes.Equal(line, []byte("---")) || bytes.Equal(line, []byte("..."))
}

func entryToRow(number int, text []byte, first int) *row {
	entry := &row{number: number}
	var list []yaml.Node
	if err := yaml.Unmarshal(text, &list); err != nil {
		entry.broken = []*Error{{Rule: "is not YAML: " + inFile(err, first)}}
		return entry
	}
	if len(list) != 1 || list[0].Kind != yaml.MappingNode {
		entry.broken = []*Error{{Rule: fmt.Sprintf("must be a mapping of fields to values (line %d)", first)}}
		return entry
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(list[0].Content); i += 2 {
		name, value := list[0].Content[i].Value, list[0].Content[i+1]
		f, ok := fieldNamed(name)
		switch {
		case !ok:
			entry.broken = append(entry.broken, notAField(name))
			continue
		case seen[name]:
			entry.broken = append(entry.broken, rule(name, "is there twice"))
			continue
		}
		seen[name] = true
		at := f.at(&entry.gift)
		if err := value.Decode(at); err != nil {
			entry.broken = append(entry.broken, rule(name, "%s (line %d)", mustBe(at), first+value.Line-1))
		}
	}
	return entry
}

var lineNumber = regexp.MustCompile(`line (\d+)`)

// inFile counts the lines of err from the start of the file.
func inFile(err error, first int) string {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	return lineNumber.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.Atoi(s[len("line "):])
		return fmt.Sprintf("line %d", n+first-1)
	})
}
