package interchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

const (
	maxBlock  = 2 << 20 // one script block
	maxBlocks = 200     // JSON-LD blocks looked at in one page

	maxReferring = 8 << 20 // bytes of blocks in which a recipe's parts are looked for
)

// readHTML reads the JSON-LD blocks of a page saved from the web, and if they have
// no recipe, its microdata. For the blocks the page is tokenized and no tree is
// built, so that its nesting costs nothing. It is gone through twice: what a recipe
// points to may stand in a later block.
func (rd *reader) readHTML(entry string, data []byte) {
	rd.refs = make(references)
	size := 0
	_ = eachBlock(data, func(_ int, text []byte, _ int) bool {
		if size += len(text); size > maxReferring {
			return false
		}
		if v, failure := decodeBlock(text); failure == nil {
			rd.refs.collect(v)
		}
		return true
	})
	found := false
	failure := eachBlock(data, func(number int, text []byte, line int) bool {
		if rd.readBlock(entry, fmt.Sprintf("JSON-LD block %d", number), text, line) {
			found = true
		}
		return !rd.stopped
	})
	if failure == nil && !found {
		found = rd.readMicrodata(entry, data)
	}
	switch {
	case failure != nil:
		rd.fail(entry, failure)
	case !found:
		rd.fail(entry, invalid("the page carries no schema.org recipe; save the page of the recipe itself, as the site sends it."))
	}
}

// readMicrodata yields the recipes that a page has in no block, but in the
// attributes of its elements, and reports whether there were any.
func (rd *reader) readMicrodata(entry string, data []byte) bool {
	recipes := microdataRecipes(data)
	for i, o := range recipes {
		where := entry
		if len(recipes) > 1 {
			where = joinNotes(entry, fmt.Sprintf("recipe %d", i+1))
		}
		r, warnings := schemaRecipe(o, nil)
		rd.emit(where, r, warnings...)
	}
	return len(recipes) > 0
}

// eachBlock hands the JSON-LD blocks of a page to act, numbered from 1 and with
// the line they begin in, until act returns false.
func eachBlock(data []byte, act func(number int, text []byte, line int) bool) *Error {
	page, err := charset.NewReader(bytes.NewReader(data), "")
	if err != nil {
		page = bytes.NewReader(decodeText(data))
	}
	z := html.NewTokenizer(page)
	z.SetMaxBuf(maxBlock)
	line := 1
	for number := 1; number <= maxBlocks; {
		kind := z.Next()
		if kind == html.ErrorToken {
			if cause := z.Err(); !errors.Is(cause, io.EOF) {
				failure := tooLarge("from here on the page can't be read; a part of it is over %d MiB.", maxBlock>>20)
				failure.Line = line
				return failure
			}
			return nil
		}
		isBlock := kind == html.StartTagToken && isLinkedData(z)
		line += bytes.Count(z.Raw(), []byte("\n"))
		if !isBlock || z.Next() != html.TextToken {
			continue
		}
		text := bytes.Clone(z.Raw())
		if !act(number, text, line) {
			return nil
		}
		number++
		line += bytes.Count(text, []byte("\n"))
	}
	return nil
}

func isLinkedData(z *html.Tokenizer) bool {
	name, more := z.TagName()
	if atom.Lookup(name) != atom.Script {
		return false
	}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if string(key) == "type" {
			kind, _, _ := strings.Cut(strings.ToLower(string(value)), ";")
			return strings.TrimSpace(kind) == "application/ld+json"
		}
	}
	return false
}

// readBlock yields the recipes of one block and reports whether it had any,
// or was meant to: a broken block counts when it speaks of a recipe.
func (rd *reader) readBlock(entry, block string, text []byte, line int) bool {
	v, failure := decodeBlock(text)
	if failure != nil {
		if !bytes.Contains(text, []byte("Recipe")) {
			return false
		}
		if failure.Line == 1 {
			failure.Column = 0 // the tag before it is on the same line
		}
		failure.Line += line - 1
		rd.fail(joinNotes(entry, block), failure)
		return true
	}
	rd.halves = hasHalves(text)
	recipes := findRecipes(v, rd.refs, nil)
	for i, o := range recipes {
		where := entry
		if len(recipes) > 1 {
			where = joinNotes(entry, fmt.Sprintf("%s, recipe %d", block, i+1))
		}
		r, warnings := schemaRecipe(o, rd.refs)
		rd.emit(where, r, warnings...)
	}
	return len(recipes) > 0
}

// decodeBlock tries a block as it is, then with the usual faults mended: it
// stands in a comment or CDATA, has bare line ends inside texts, ends in a
// semicolon, or was escaped for HTML.
func decodeBlock(text []byte) (any, *Error) {
	v, failure := decodeJSON(text)
	if failure == nil || failure.Kind == KindTooLarge {
		return v, failure
	}
	mended := text
	for _, junk := range []string{"<![CDATA[", "]]>", "<!--", "-->"} {
		mended = blank(mended, junk)
	}
	mended = bytes.TrimRight(mended, "; \t\r\n")
	if start := bytes.IndexAny(mended, "{["); start > 0 { // "//" or "/* */" around the CDATA marks
		copy(mended, bytes.Repeat([]byte(" "), start))
	}
	if end := bytes.LastIndexAny(mended, "}]"); end >= 0 {
		mended = mended[:end+1]
	}
	mended = escapeControls(mended)
	if v, err := decodeJSON(mended); err == nil {
		return v, nil
	}
	if bytes.Contains(mended, []byte("&quot;")) {
		if v, err := decodeJSON([]byte(html.UnescapeString(string(mended)))); err == nil {
			return v, nil
		}
	}
	return nil, failure
}

// blank replaces junk by blanks of the same length, so that positions stand.
func blank(text []byte, junk string) []byte {
	return bytes.ReplaceAll(text, []byte(junk), bytes.Repeat([]byte(" "), len(junk)))
}

// escapeControls turns control characters inside JSON texts into blanks; a
// line end there becomes an escaped one.
func escapeControls(text []byte) []byte {
	out := make([]byte, 0, len(text))
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\' && i+1 < len(text):
			out = append(out, c)
			i++
			c = text[i]
		case c == '"':
			inString = !inString
		case inString && c == '\n':
			out = append(out, '\\')
			c = 'n'
		case inString && c < ' ':
			c = ' '
		}
		out = append(out, c)
	}
	return out
}
