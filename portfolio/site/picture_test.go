package site_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// secret stands where a camera writes where it was.
const secret = "N39.7392W104.9903"

func drawing(w, h int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{byte(x * 5), byte(y * 7), 99, 255})
		}
	}
	return m
}

// jpegOf is a JPEG of that many bytes with a place in it, or of as many as it takes.
func jpegOf(tb testing.TB, w, h, size int) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawing(w, h), nil); err != nil {
		tb.Fatal(err)
	}
	plain := b.Bytes()
	data := append([]byte{}, plain[:2]...)
	segment := func(marker byte, payload string) {
		data = append(data, 0xff, marker)
		data = binary.BigEndian.AppendUint16(data, uint16(len(payload)+2))
		data = append(data, payload...)
	}
	segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00<x>"+secret+"</x>")
	for rest := size - len(data) - len(plain) + 2; rest > 0; rest = size - len(data) - len(plain) + 2 {
		n := min(rest, 60000)
		if left := rest - n; left > 0 && left < 4 {
			n -= 4
		}
		segment(0xfe, strings.Repeat("x", n-4))
	}
	return append(data, plain[2:]...)
}

func pngOf(tb testing.TB, w, h int) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, drawing(w, h)); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a PNG whose header promises a gigapixel.
func bomb(tb testing.TB) []byte {
	tb.Helper()
	data := pngOf(tb, 8, 8)
	binary.BigEndian.PutUint32(data[16:], 32000)
	binary.BigEndian.PutUint32(data[20:], 32000)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

func heic() []byte {
	box := func(name, payload string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(len(payload)+8))) + name + payload
	}
	return []byte(box("ftyp", "heic\x00\x00\x00\x00mif1heic") + box("meta", "\x00\x00\x00\x00"+secret) + box("mdat", strings.Repeat("x", 99)))
}

// announce adds an image and returns its id and where its bytes go.
func (d *desk) announce(project, contentType string) (id, address string) {
	d.Helper()
	r := d.api("POST", "/"+project+"/images", `{"filename":"Front wall.JPG","content_type":"`+contentType+`"}`)
	if r.status != http.StatusCreated {
		d.Fatalf("announce: %d %s", r.status, r.body)
	}
	return r.at("image", "id").(string), strings.TrimPrefix(r.at("upload", "signed_url").(string), home)
}

func (d *desk) put(address, contentType string, data []byte) reply {
	d.Helper()
	r := httptest.NewRequestWithContext(d.Context(), "PUT", address, bytes.NewReader(data))
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("X-Upsert", "true")
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return reply{d, w.Code, w.Header(), w.Body.String()}
}

// upload sends a picture to a project and returns the image's id.
func (d *desk) upload(project, contentType string, data []byte) (id string) {
	d.Helper()
	id, address := d.announce(project, contentType)
	if r := d.put(address, contentType, data); r.status != http.StatusOK {
		d.Fatalf("upload: %d %s", r.status, r.body)
	}
	return id
}

// files lists what is in the folder of photos.
func (d *desk) files(sides ...string) (list []string) {
	d.Helper()
	for _, side := range sides {
		err := filepath.WalkDir(filepath.Join(d.dir, side), func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				rel, _ := filepath.Rel(d.dir, path)
				list = append(list, filepath.ToSlash(rel))
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			d.Fatal(err)
		}
	}
	return list
}
