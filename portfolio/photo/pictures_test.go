package photo_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// secret stands in every place where metadata can be.
const secret = "N39.7392W104.9903"

// gradient is a picture in which every quarter has a colour of its own.
func gradient(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{byte(255 * x / w), byte(255 * y / h), 128, 255})
		}
	}
	return m
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exif is a block of EXIF with an orientation, a preview and a place.
func exif(orientation int, preview []byte) []byte {
	b := []byte("II*\x00\x08\x00\x00\x00")
	le := binary.LittleEndian
	entry := func(tag, kind uint16, count, value uint32) {
		b = le.AppendUint16(le.AppendUint16(b, tag), kind)
		b = le.AppendUint32(le.AppendUint32(b, count), value)
	}
	const ifd0, gps, ifd1 = 8, 8 + 2 + 3*12 + 4, 8 + 2 + 3*12 + 4 + 2 + 2*12 + 4
	const values = ifd1 + 2 + 2*12 + 4
	b = le.AppendUint16(b, 3)
	entry(0x010f, 2, uint32(len(secret)+1), values) // make
	entry(0x0112, 3, 1, uint32(orientation))
	entry(0x8825, 4, 1, gps)
	b = le.AppendUint32(b, ifd1)
	b = le.AppendUint16(b, 2)
	entry(1, 2, 2, 'N')
	entry(2, 5, 3, values+uint32(len(secret))+1) // latitude
	b = le.AppendUint32(b, 0)
	b = le.AppendUint16(b, 2)
	entry(0x0201, 4, 1, values+uint32(len(secret))+1+24)
	entry(0x0202, 4, 1, uint32(len(preview)))
	b = le.AppendUint32(b, 0)
	b = append(b, secret+"\x00"...)
	for _, v := range []uint32{39, 1, 44, 1, 2112, 100} {
		b = le.AppendUint32(b, v)
	}
	return append(b, preview...)
}

func segmentOf(marker byte, payload string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2)), payload...)
}

// withSegments puts segments at the start of a JPEG.
func withSegments(data []byte, segments ...[]byte) []byte {
	return slices.Concat(data[:2], bytes.Join(segments, nil), data[2:])
}

func exifSegment(t testing.TB, orientation int) []byte {
	t.Helper()
	preview := jpegOf(t, gradient(16, 16))
	return segmentOf(0xe1, "Exif\x00\x00"+string(exif(orientation, append(preview, secret...))))
}

func chunk(name, payload string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(payload)))
	b = append(append(b, name...), payload...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

const pngHead = 8 + 25 // the signature and the header

func withChunks(data []byte, chunks ...[]byte) []byte {
	return slices.Concat(data[:pngHead], bytes.Join(chunks, nil), data[pngHead:])
}

func deflated(t testing.TB, data []byte) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// bombPNG is a short file with a picture of one colour.
func bombPNG(t testing.TB, w, h int, depth, colours, interlaced byte) []byte {
	t.Helper()
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	header = append(header, depth, colours, 0, 0, interlaced)
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", string(header)),
		chunk("IDAT", deflated(t, make([]byte, 1<<10))), chunk("IEND", ""))
}

// bombJPEG says that it has as many pixels as its two numbers allow.
func bombJPEG(t testing.TB, w, h int) []byte {
	t.Helper()
	data := jpegOf(t, gradient(16, 16))
	at := bytes.Index(data, []byte("\xff\xc0"))
	binary.BigEndian.PutUint16(data[at+5:], uint16(h))
	binary.BigEndian.PutUint16(data[at+7:], uint16(w))
	return data
}

// losslessWebP writes a picture of one colour: five codes of one symbol each, so that
// no pixel takes a bit.
func losslessWebP(w, h int, c color.RGBA) []byte {
	var bits []byte
	at := 0
	put := func(value, count int) {
		for i := range count {
			if at%8 == 0 {
				bits = append(bits, 0)
			}
			bits[at/8] |= byte(value>>i&1) << (at % 8)
			at++
		}
	}
	put(0x2f, 8)
	put(w-1, 14)
	put(h-1, 14)
	put(0, 1+3) // no transparency, version 0
	put(0, 1)   // no transform
	put(0, 1)   // no colour cache
	put(0, 1)   // one group of codes
	for _, symbol := range []byte{c.G, c.R, c.B, c.A, 0} {
		put(1, 1) // a simple code
		put(0, 1) // of one symbol
		put(1, 1) // of 8 bits
		put(int(symbol), 8)
	}
	return riffOf(riffChunk("VP8L", string(bits)+strings.Repeat("\x00", len(bits)%2))) // imagemeta forgets a chunk's padding
}

func riffChunk(name, payload string) []byte {
	b := append([]byte(name), binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))...)
	b = append(b, payload...)
	if len(payload)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

func riffOf(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return append(append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...), body...)
}

// extended makes an extended WebP of a simple one.
func extended(data []byte, flags byte, w, h int, chunks ...[]byte) []byte {
	head := []byte{flags, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0}
	return riffOf(slices.Concat([][]byte{riffChunk("VP8X", string(head)), data[12:]}, chunks)...)
}

func box(name, payload string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(payload)+8))
	return append(append(b, name...), payload...)
}

func heic() []byte {
	return slices.Concat(box("ftyp", "heic\x00\x00\x00\x00mif1heic"), box("meta", "\x00\x00\x00\x00"+secret), box("mdat", strings.Repeat("x", 99)))
}

// file reads a picture that another program wrote.
func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
