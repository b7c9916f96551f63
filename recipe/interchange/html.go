package interchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
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
// no recipe, its microdata. What a recipe points to may be in a later block.
func (rd *reader) readHTML(entry string, data []byte) *Error {
	blocks, failure := linkedBlocks(data)
	rd.refs = make(references)
	size := 0
	for _, b := range blocks {
		if size += len(b.text); size > maxReferring {
			break
		}
		if v, failure := decodeBlock(b.text); failure == nil {
			rd.refs.collect(v)
		}
	}
	found := false
	for i, b := range blocks {
		name := fmt.Sprintf("JSON-LD block %d", i+1)
		v, failure := decodeBlock(b.text)
		switch {
		case rd.stopped:
			return nil
		case failure == nil:
			rd.halves = hasHalves(b.text)
			recipes := findRecipes(v, rd.refs)
			rd.emitNodes(entry, name, recipes)
			found = found || recipes != nil
		case bytes.Contains(b.text, []byte("Recipe")): // it was meant to have one
			found = true
			if failure.Line == 1 {
				failure.Column = 0 // the tag before it is on the same line
			}
			failure.Line += b.line - 1
			rd.fail(joinNotes(entry, name), failure)
		}
	}
	if failure != nil || found {
		return failure
	}
	recipes := microdataRecipes(data)
	rd.emitNodes(entry, "", recipes)
	if recipes == nil {
		return invalid("the page carries no schema.org recipe; save the page of the recipe itself, as the site sends it.")
	}
	return nil
}

// linkedBlock is a script of JSON-LD.
type linkedBlock struct {
	text []byte
	line int // of the page, in which it begins
}

// linkedBlocks returns the JSON-LD of a page, up to the failure that ends it. The page
// is tokenized and no tree is built, so that its nesting costs nothing.
func linkedBlocks(page []byte) (blocks []linkedBlock, failure *Error) {
	z := html.NewTokenizer(pageText(page))
	z.SetMaxBuf(maxBlock)
	line := 1
	for len(blocks) < maxBlocks {
		kind := z.Next()
		if kind == html.ErrorToken {
			if !errors.Is(z.Err(), io.EOF) {
				failure = tooLarge("from here on the page can't be read; a part of it is over %d MiB.", maxBlock>>20)
				failure.Line = line
			}
			break
		}
		line += bytes.Count(z.Raw(), []byte("\n"))
		if kind != html.StartTagToken || !isLinkedData(z.Token()) || z.Next() != html.TextToken {
			continue
		}
		blocks = append(blocks, linkedBlock{bytes.Clone(z.Raw()), line})
		line += bytes.Count(z.Raw(), []byte("\n"))
	}
	return blocks, failure
}

func pageText(page []byte) io.Reader {
	if text, err := charset.NewReader(bytes.NewReader(page), ""); err == nil {
		return text
	}
	return bytes.NewReader(decodeText(page))
}

func isLinkedData(tag html.Token) bool {
	return tag.DataAtom == atom.Script && slices.ContainsFunc(tag.Attr, func(a html.Attribute) bool {
		kind, _, _ := strings.Cut(strings.ToLower(a.Val), ";")
		return a.Key == "type" && strings.TrimSpace(kind) == "application/ld+json"
	})
}

// decodeBlock tries a block as it is, then with the usual faults mended: it
// is in a comment or CDATA, has bare line ends inside texts, ends in a
// semicolon, or was escaped for HTML.
func decodeBlock(text []byte) (any, *Error) {
	v, failure := decodeJSON(text)
	if failure == nil || failure.Kind == KindTooLarge {
		return v, failure
	}
	mended := wrapping.Replace(string(text))
	if start, end := strings.IndexAny(mended, "{["), strings.LastIndexAny(mended, "}]"); start >= 0 && start < end {
		mended = mended[start : end+1]
	}
	mended = quoted.ReplaceAllStringFunc(mended, func(s string) string {
		return control.ReplaceAllString(strings.ReplaceAll(s, "\n", `\n`), " ")
	})
	for _, candidate := range []string{mended, html.UnescapeString(mended)} {
		if v, err := decodeJSON([]byte(candidate)); err == nil {
			return v, nil
		}
	}
	return nil, failure
}

var (
	wrapping = strings.NewReplacer("<![CDATA[", "", "]]>", "", "<!--", "", "-->", "")
	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	control  = regexp.MustCompile(`[\x00-\x1f]`)
)
