// Package wordpiece splits texts into the tokens of an uncased BERT, as its models were
// trained on them: without accents, in lower case, each word into the longest pieces that
// the vocabulary has. Special tokens, such as "[SEP]", are plain characters in a text.
package wordpiece

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unknown stands for a word that the vocabulary can't spell.
const Unknown = -1

// longest is the length of a word in characters beyond which it is [Unknown].
const longest = 100

// Vocabulary is a set of tokens: those that begin a word, then those that continue one,
// each in the order of their bytes. A token is known by its place in that order. It is
// read in place: making one costs nothing.
type Vocabulary struct {
	begin   int    // how many begin a word
	offsets string // of the tokens in text and of its end, as little-endian uint32
	text    string
}

// Open reads a vocabulary whose first tokens, begin of them, begin a word. The offsets in
// text are little-endian uint32, one per token and that of the end.
func Open(begin int, offsets, text string) *Vocabulary {
	return &Vocabulary{begin, offsets, text}
}

// Index makes a vocabulary of BERT's notation, "##" before a token that continues a word,
// and returns the index in tokens of each of its tokens.
func Index(tokens []string) (v *Vocabulary, ids []int) {
	ids = make([]int, len(tokens))
	for i := range ids {
		ids[i] = i
	}
	key := func(id int) (continues bool, text string) {
		text, continues = strings.CutPrefix(tokens[id], "##")
		return continues, text
	}
	slices.SortFunc(ids, func(a, b int) int {
		aContinues, aText := key(a)
		bContinues, bText := key(b)
		if aContinues != bContinues {
			if bContinues {
				return -1
			}
			return 1
		}
		return strings.Compare(aText, bText)
	})
	v = &Vocabulary{}
	var offsets []byte
	var all strings.Builder
	for _, id := range ids {
		continues, text := key(id)
		if !continues {
			v.begin++
		}
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(all.Len())) //nolint:gosec // a vocabulary has less than 4 GB
		all.WriteString(text)
	}
	v.offsets = string(binary.LittleEndian.AppendUint32(offsets, uint32(all.Len()))) //nolint:gosec // as above
	v.text = all.String()
	return v, ids
}

// Len is the number of tokens.
func (v *Vocabulary) Len() int { return len(v.offsets)/4 - 1 }

// token is the text of a token, without "##".
func (v *Vocabulary) token(i int) string { return v.text[v.offset(i):v.offset(i+1)] }

func (v *Vocabulary) offset(i int) int {
	b := v.offsets[4*i : 4*i+4]
	return int(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

// Append appends the tokens of text to dst.
func (v *Vocabulary) Append(dst []int, text string) []int {
	var space [512]byte // so that a short text in ASCII costs no allocation
	var b []byte
	if ascii(text) {
		b = lower(space[:0], text)
	} else {
		b = normalize(text)
	}
	for len(b) > 0 {
		end := 0
		for end < len(b) {
			r, size := rune(b[end]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRune(b[end:])
			}
			white := unicode.IsSpace(r)
			if white || punctuation(r) {
				dst = v.word(dst, b[:end])
				if !white {
					dst = v.word(dst, b[end:end+size])
				}
				b, end = b[end+size:], 0
				continue
			}
			end += size
		}
		dst = v.word(dst, b)
		b = nil
	}
	return dst
}

// word appends the longest pieces that make up a word, or [Unknown] if there are none.
func (v *Vocabulary) word(dst []int, word []byte) []int {
	if len(word) == 0 {
		return dst
	}
	if len(word) > longest && utf8.RuneCount(word) > longest {
		return append(dst, Unknown)
	}
	before := len(dst)
	from, to := 0, v.begin
	for len(word) > 0 {
		token, size := v.prefix(from, to, word)
		if size == 0 {
			return append(dst[:before], Unknown)
		}
		dst = append(dst, token)
		word = word[size:]
		from, to = v.begin, v.Len()
	}
	return dst
}

// prefix finds the longest of the tokens from..to that word begins with, and its size. Such
// a token is not after word in their order, and shares its beginning with whatever lies
// between: so if the last token that is not after word is no prefix of it, then the one
// looked for is no longer than what those two share.
func (v *Vocabulary) prefix(from, to int, word []byte) (token, size int) {
	first := from
	for len(word) > 0 {
		low, high := first, to // tokens below low are not after word, those from high are
		for low < high {
			mid := int(uint(low+high) >> 1)
			if v.token(mid) <= string(word) {
				low = mid + 1
			} else {
				high = mid
			}
		}
		if low == first {
			return 0, 0
		}
		candidate := v.token(low - 1)
		shared := 0
		for shared < len(candidate) && shared < len(word) && candidate[shared] == word[shared] {
			shared++
		}
		if shared == len(candidate) {
			return low - 1, shared
		}
		word, to = word[:shared], low
	}
	return 0, 0
}
