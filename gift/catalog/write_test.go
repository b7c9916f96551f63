package catalog_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

func written(tb testing.TB, f catalog.Format, gifts []catalog.Gift) string {
	tb.Helper()
	var b bytes.Buffer
	w := catalog.NewWriter(&b, f)
	for i := range gifts {
		if err := w.Write(&gifts[i]); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// TestWriter holds that what is exported comes back as it was, in every format.
func TestWriter(t *testing.T) {
	t.Parallel()
	zero, one, third := 0.0, 1.0, 1.0/3
	odd := catalog.Gift{
		ID: "7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d", Name: `=1+1, "so to speak"; - # 'n'`, Brief: "null", Full: "- true\n\n\u2028: >-\n... \\. 木 \U0001f381\n---\n- no",
		Price: catalog.Luxury, Categories: []string{"yes", "0x1f", "2001-01-01", "it's: so"}, Popularity: &third, Adult: true,
		LovedBy:  []string{"Says \"no\": always", "- null", "it's #1 at 5 a.m."},
		Guidance: "~", URL: "https://example.com/?a=1&b=%22#c", Affiliate: true,
	}
	odd.Clean()
	bare := sample()
	bare.ID, bare.Name, bare.Popularity = "8f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d", "Bare", &zero
	full := sample()
	full.ID, full.Popularity, full.Occasions, full.Recipients = "9f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d", &one, []string{"birthday"}, []string{"friend", "host"}
	for _, f := range catalog.Formats {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			for name, want := range map[string][]catalog.Gift{"odd ones": {odd, bare, full}, "the built-in": ideas(t).Gifts, "none": nil} {
				got, errs := all(f, strings.NewReader(written(t, f, want)))
				if diff := cmp.Diff(want, got); diff != "" || errs != nil {
					t.Errorf("%s: %v\n%.2000s", name, errs, diff)
				}
			}
		})
	}
}

// TestWriter_look holds what a person sees who opens an export.
func TestWriter_look(t *testing.T) {
	t.Parallel()
	g := sample()
	for f, want := range map[catalog.Format]string{
		catalog.CSV: "id,name,brief_description,full_description,price_range,categories,occasions,recipient_types,loved_by,popularity_score,adult,purchasing_guidance,purchase_url,image_url,price,suggested_tags,has_affiliate_commission\n" +
			"7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d,Marking gauge,Scribes a line parallel to an edge.,Brass and beech.,moderate,\"woodworking, tools\",,,,,,,,,,,\n",
		catalog.JSON: `[
  {
    "id": "7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d",
    "name": "Marking gauge",
    "brief_description": "Scribes a line parallel to an edge.",
    "full_description": "Brass and beech.",
    "price_range": "moderate",
    "categories": [
      "woodworking",
      "tools"
    ]
  }
]
`,
		catalog.JSONLines: `{"id":"7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d","name":"Marking gauge","brief_description":"Scribes a line parallel to an edge.","full_description":"Brass and beech.","price_range":"moderate","categories":["woodworking","tools"]}
`,
		catalog.YAML: `- id: 7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d
  name: Marking gauge
  brief_description: Scribes a line parallel to an edge.
  full_description: Brass and beech.
  price_range: moderate
  categories:
    - woodworking
    - tools
`,
	} {
		if diff := cmp.Diff(want, written(t, f, []catalog.Gift{g})); diff != "" {
			t.Errorf("%s:\n%s", f, diff)
		}
	}
}

// FuzzRead holds that no file makes the readers panic, and that what they take from one
// comes back from a file of any other format.
func FuzzRead(f *testing.F) {
	for i, format := range catalog.Formats {
		f.Add(uint8(i), written(f, format, []catalog.Gift{sample()}))
	}
	f.Add(uint8(0), header+"\n\"a\"\"\nb\",c,d,budget,\"x, y\"\n")
	f.Add(uint8(1), `[{"name":"a","brief_description":"b","full_description":"c","price_range":"budget","categories":["\u0000"]}]`)
	f.Add(uint8(3), "- &a\n  name: *a\n- name: !!binary aGk=\n  <<: {adult: yes}\n")
	f.Fuzz(func(t *testing.T, n uint8, file string) {
		format := catalog.Formats[int(n)%len(catalog.Formats)]
		gifts, _ := all(format, strings.NewReader(file))
		for _, other := range catalog.Formats {
			again, errs := all(other, strings.NewReader(written(t, other, gifts)))
			if diff := cmp.Diff(gifts, again); diff != "" || errs != nil {
				t.Errorf("from %s by %s: %v\n%s", format, other, errs, diff)
			}
		}
	})
}

// full is a disk with no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestWriter_full holds that what fails is said once.
func TestWriter_full(t *testing.T) {
	t.Parallel()
	for _, f := range catalog.Formats {
		w := catalog.NewWriter(full{}, f)
		g := sample()
		var err error
		for range 100 {
			if err = w.Write(&g); err != nil {
				break
			}
		}
		end := w.Close()
		if end == nil || strings.Count(end.Error(), "no space left") != 1 || err != nil && strings.Count(err.Error(), "no space left") != 1 {
			t.Errorf("%s: %v, %v", f, err, end)
		}
	}
}
