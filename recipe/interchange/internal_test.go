package interchange

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// The sum that may be unpacked is tested from inside, with a small one: the
// real one costs a minute under the race detector.
func TestReader_unpacksABoundedSum(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 5 {
		w, err := z.Create(fmt.Sprintf("r%d.cook", i))
		if err == nil {
			_, err = w.Write([]byte(strings.Repeat("x", 1000)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var items int
	var failures []error
	rd := &reader{file: "a.zip", left: 2500, most: 100, yield: func(_ Item, err error) bool {
		if err != nil {
			failures = append(failures, err)
		} else {
			items++
		}
		return true
	}}
	rd.read("", ".zip", b.Bytes())
	if items != 2 || len(failures) != 1 || !strings.Contains(failures[0].Error(), "a.zip, r2.cook: the archive unpacks to more than") {
		t.Errorf("got %d recipes and %v", items, failures)
	}
}
