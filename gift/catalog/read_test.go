package catalog_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// all returns what Read returns, an error as its text.
func all(f catalog.Format, r io.Reader) (gifts []catalog.Gift, errs []string) {
	for g, err := range catalog.Read(r, f, nil) {
		if err != nil {
			errs = append(errs, err.Error())
		} else {
			gifts = append(gifts, g)
		}
	}
	return gifts, errs
}

const header = "name,brief_description,full_description,price_range,categories"

// TestRead_errors holds that whoever made a file finds the place by the message, and that the
// other gifts of the file are there.
func TestRead_errors(t *testing.T) {
	t.Parallel()
	const (
		row    = "\nMarking gauge,Scribes.,Brass.,moderate,tools"
		object = `{"name":"Marking gauge","brief_description":"Scribes.","full_description":"Brass.","price_range":"moderate","categories":["tools"]}`
		entry  = "- name: Marking gauge\n  brief_description: Scribes.\n  full_description: Brass.\n  price_range: moderate\n  categories: [tools]\n"
	)
	other := func(s string) string { return strings.Replace(s, "Marking", "Cutting", 1) }
	for name, tc := range map[string]struct {
		format catalog.Format
		file   string
		good   int
		want   []string
	}{
		"csv: two bad rows": {
			catalog.CSV, header + "\nTeapot,Pours.,Iron.,fair,tea" + row + "\nKettle,Boils.,Steel.,budget,", 1,
			[]string{
				`row 2 ("Teapot"): price_range must be budget, moderate, premium or luxury`,
				`row 4 ("Kettle"): categories must have at least one entry`,
			},
		},
		"csv: cells of more than one line": {
			catalog.CSV, header + "\nTeapot,\"Pours\nwell.\",\"Iron.\n\nBlack.\",budget,tea\nKettle,Boils.,Steel.,,tea", 1,
			[]string{`row 3 ("Kettle"): price_range must be budget, moderate, premium or luxury`},
		},
		"csv: empty rows": {
			catalog.CSV, header + row + "\n,,,,\n , ,,\n,,,,tea\n,,,,\n", 1,
			[]string{`row 5: name is required; brief_description is required; full_description is required; price_range must be budget, moderate, premium or luxury`},
		},
		"csv: number and truth": {
			catalog.CSV, header + ",popularity_score,has_affiliate_commission" + row + ",much,perhaps", 0,
			[]string{`row 2 ("Marking gauge"): popularity_score must be a number from 0.0 to 1.0, not "much"; has_affiliate_commission must be true or false, not "perhaps"`},
		},
		"csv: a comma too many": {
			catalog.CSV, header + "\nTeapot,Pours, and well.,Iron.,budget,tea" + row, 1,
			[]string{`row 2 ("Teapot"): column 6 has no name in row 1; a text with a comma must be in quotation marks; price_range must be budget, moderate, premium or luxury`},
		},
		"csv: no column":            {catalog.CSV, "name,price_range" + row, 0, []string{`row 1: there is no column "brief_description"`}},
		"csv: a column not known":   {catalog.CSV, header + ",ocasions" + row + ",birthday", 0, []string{`row 1: column 6, "ocasions", is not a field of a gift; rename it or take it out`}},
		"csv: a column twice":       {catalog.CSV, header + ",Name" + row, 0, []string{`row 1: column "name" is there twice`}},
		"csv: empty":                {catalog.CSV, "", 0, []string{"the file is empty; its first row must have the names of the columns"}},
		"csv: a stray quote":        {catalog.CSV, header + row + "\nTea\"pot,Pours.", 1, []string{`row 3: name has a quotation mark out of place (line 3); a text with one must be in quotation marks, and each in it doubled`}},
		"csv: a quote not closed":   {catalog.CSV, header + row + "\n\"Teapot" + strings.Repeat(",Pours.", 60_000), 1, []string{"row 3 is longer than 256 KiB; is a quotation mark or a bracket not closed? From there on nothing was read"}},
		"csv: UTF-16":               {catalog.CSV, "\xff\xfen\x00a\x00", 0, []string{"the file is in UTF-16; save it as UTF-8"}},
		"csv: name twice":           {catalog.CSV, header + row + other(row) + strings.ToUpper(row), 2, []string{`row 4 ("MARKING GAUGE"): name is that of row 2`}},
		"json: not an array":        {catalog.JSON, object, 0, []string{"the file must be a JSON array of gifts; if each line is a gift, its format is jsonl"}},
		"json: empty":               {catalog.JSON, "", 0, []string{"the file must be a JSON array of gifts; if each line is a gift, its format is jsonl"}},
		"json: wrong kind of value": {catalog.JSON, "[" + strings.Replace(object, `["tools"]`, `"tools"`, 1) + "," + other(object) + "]", 1, []string{`entry 1 ("Marking gauge"): categories must be a list of words`}},
		"json: field not known":     {catalog.JSON, `[{"title":"x",` + object[1:] + "]", 0, []string{`entry 1 ("Marking gauge"): "title" is not a field of a gift`}},
		"json: not an object":       {catalog.JSON, "[7," + object + "]", 1, []string{`entry 1: must be an object with the fields of a gift`}},
		"json: cut":                 {catalog.JSON, "[" + object + `,{"name"`, 1, []string{`entry 2: is not JSON: unexpected EOF within "/1/name" after offset 140; from there on nothing was read`}},
		"json: more after the end":  {catalog.JSON, "[" + object + "]]", 1, []string{"something follows the end of the array"}},
		"json: too long":            {catalog.JSON, "[" + object + `,{"name":"` + strings.Repeat("a", 400<<10) + `"}]`, 1, []string{"entry 2 is longer than 256 KiB; is a quotation mark or a bracket not closed? From there on nothing was read"}},
		"jsonl: a bad line":         {catalog.JSONLines, object + "\n\n{\"name\":\n" + other(object), 2, []string{`line 3: is not JSON: unexpected EOF within "/name" after offset 8`}},
		"jsonl: id twice": {
			catalog.JSONLines, `{"id":"7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d",` + object[1:] + "\n" + `{"id":"7F3C1F0E-5a51-4c1e-9d0b-2f8f4a6b1c3d",` + other(object)[1:], 1,
			[]string{`line 2 ("Cutting gauge"): id is that of line 1`},
		},
		"jsonl: a bad id":       {catalog.JSONLines, `{"id":"7",` + object[1:], 0, []string{`line 1 ("Marking gauge"): id must be a version 4 UUID, such as 7f3c1f0e-5a51-4c1e-9d0b-2f8f4a6b1c3d`}},
		"yaml: not a list":      {catalog.YAML, "gifts:\n" + entry, 0, []string{`line 1: the file must be a list of gifts, each of which begins with "- "`}},
		"yaml: field misspelt":  {catalog.YAML, "---\n# gifts\n" + entry + "  ocasions: [birthday]\n" + other(entry), 1, []string{`entry 1 ("Marking gauge"): "ocasions" is not a field of a gift`}},
		"yaml: field twice":     {catalog.YAML, entry + "  name: Marker\n", 0, []string{`entry 1 ("Marking gauge"): name is there twice`}},
		"yaml: wrong kind":      {catalog.YAML, other(entry) + strings.Replace(entry, "[tools]", "{tools: 1}", 1), 1, []string{`entry 2 ("Marking gauge"): categories must be a list of words (line 10)`}},
		"yaml: not YAML":        {catalog.YAML, entry + other(entry) + "  bad: [\n", 1, []string{`entry 2: is not YAML: line 11: did not find expected node content`}},
		"yaml: not a mapping":   {catalog.YAML, "- Marking gauge\n" + entry, 1, []string{`entry 1: must be a mapping of fields to values (line 1)`}},
		"a format not known":    {"toml", entry, 0, []string{`format "toml" is not csv, json, jsonl or yaml`}},
		"yaml: too long":        {catalog.YAML, entry + "- name: a\n" + strings.Repeat("# a comment\n", 40_000), 1, []string{"entry 2 is longer than 256 KiB; is a quotation mark or a bracket not closed? From there on nothing was read"}},
		"yaml: an endless line": {catalog.YAML, entry + "- name: " + strings.Repeat("a", 400<<10), 1, []string{"entry 2 is longer than 256 KiB; is a quotation mark or a bracket not closed? From there on nothing was read"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gifts, errs := all(tc.format, strings.NewReader(tc.file))
			if diff := cmp.Diff(tc.want, errs); diff != "" {
				t.Error(diff)
			}
			if len(gifts) != tc.good {
				t.Errorf("%d gifts, want %d: %v", len(gifts), tc.good, gifts)
			}
		})
	}
}

// TestRead_quotes has quotation marks out of place in CSV: the row is named with its column, and all
// others are there, before it and after it.
func TestRead_quotes(t *testing.T) {
	t.Parallel()
	const out, open = "has a quotation mark out of place", "has a quotation mark that isn't closed"
	for name, tc := range map[string]struct{ row, want string }{
		"in a text without":         {`12" skillet,b,f,budget,tools`, "row 602: name " + out + " (line 602)"},
		"in the third cell":         {`Skillet,b,12" wide,budget,tools`, `row 602 ("Skillet"): full_description ` + out + " (line 602)"},
		"after a text with":         {`"12" skillet",b,f,budget,tools`, "row 602: name " + out + " (line 602)"},
		"not closed":                {`"Skillet,b,f,budget,tools`, "row 602: name " + open + " (line 602)"},
		"not closed, in the second": {`Skillet,"b,f,budget,tools`, `row 602 ("Skillet"): brief_description ` + open + " (line 602)"},
	} {
		for after, rows := range map[string]int{"few rows after": 5, "more than a row may have": 6000} {
			t.Run(name+", "+after, func(t *testing.T) {
				t.Parallel()
				var file strings.Builder
				good := func(from, n int) {
					for i := range n {
						fmt.Fprintf(&file, "\nGift %d,It is a gift.,It is a gift of some kind.,budget,tools", from+i)
					}
				}
				file.WriteString(header)
				good(0, 600)
				file.WriteString("\n" + tc.row)
				good(1000, rows)
				gifts, errs := all(catalog.CSV, strings.NewReader(file.String()))
				if len(gifts) != 600+rows || len(errs) != 1 || !strings.HasPrefix(errs[0], tc.want) {
					t.Errorf("%d gifts, %q", len(gifts), errs)
				}
			})
		}
	}
	// A quotation mark that isn't closed meets one of the next row.
	gifts, errs := all(catalog.CSV, strings.NewReader(header+"\n\"A,b,f,budget,tools\n\"B, of course\",b,f,budget,tools\nC,b,f,budget,tools\n"))
	if len(gifts) != 2 || len(errs) != 1 {
		t.Errorf("%v, %q", gifts, errs)
	}
}

// TestRead_kind holds what people's files may look like.
func TestRead_kind(t *testing.T) {
	t.Parallel()
	score := 0.6
	want := []catalog.Gift{{
		Name: "Marking gauge", Brief: "Scribes a line.", Full: "Brass.\nBeech, too.", Price: catalog.Moderate,
		Categories: []string{"woodworking", "tools"}, Occasions: []string{"birthday"}, Popularity: &score, Affiliate: true,
	}}
	for name, tc := range map[string]struct {
		format catalog.Format
		file   string
	}{
		"a spreadsheet's mark, capitals and line ends": {catalog.CSV, "\ufeffName,Brief Description,Full_Description,PRICE_RANGE,categories,occasions,popularity_score,has_affiliate_commission,,\r\n" +
			"Marking gauge , Scribes a line.,\"Brass.\r\nBeech, too.\",Moderate,\"Woodworking, tools,,tools \",\"birthday,\",0.6,Yes,,\r\n"},
		"semicolons": {catalog.CSV, "name;brief_description;full_description;price_range;categories;occasions;popularity_score;has_affiliate_commission\n" +
			"Marking gauge;Scribes a line.;\"Brass.\nBeech, too.\";moderate;woodworking, tools;birthday;.6;1\n"},
		"an empty cell between tabs": {catalog.CSV, "name\tid\tbrief_description\tfull_description\tprice_range\tcategories\toccasions\tpopularity_score\thas_affiliate_commission\n" +
			"Marking gauge\t\tScribes a line.\t\"Brass.\nBeech, too.\"\tmoderate\twoodworking, tools\tbirthday\t0.6\ty\n"},
		"tabs": {catalog.CSV, "name\tbrief_description\tfull_description\tprice_range\tcategories\toccasions\tpopularity_score\thas_affiliate_commission\n" +
			"Marking gauge\tScribes a line.\t\"Brass.\nBeech, too.\"\tmoderate\twoodworking, tools\tbirthday\t0.6\ty\n"},
		"null for what isn't there": {catalog.JSON, "\ufeff" + `[{"id":null,"name":"Marking gauge","brief_description":"Scribes a line.","full_description":"Brass.\r\nBeech, too.","price_range":"moderate",
			"categories":["woodworking","tools"],"occasions":["Birthday"],"recipient_types":null,"popularity_score":0.6,"has_affiliate_commission":true}]`},
		"indented, with comments": {catalog.YAML, "# gifts\n---\n  # the first\n  - name: Marking gauge\n    brief_description: >-\n      Scribes a\n      line.\n    full_description: |\n      Brass.\n      Beech, too.\n" +
			"\n    price_range: moderate\n    categories:\n    - woodworking\n    - tools\n    occasions: [birthday]\n    popularity_score: .6\n    has_affiliate_commission: true\n...\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, errs := all(tc.format, iotest.OneByteReader(strings.NewReader(tc.file)))
			if diff := cmp.Diff(want, got); diff != "" || errs != nil {
				t.Error(diff, errs)
			}
		})
	}
}

// TestRead_streams holds that a gift is there before the next one is read.
func TestRead_streams(t *testing.T) {
	t.Parallel()
	for _, f := range catalog.Formats {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			broken := errors.New("broken")
			gifts := 0
			g := sample()
			for _, err := range catalog.Read(io.MultiReader(endless(t, f, &g), iotest.ErrReader(broken)), f, nil) {
				if err == nil {
					gifts++
				} else if !errors.Is(err, broken) {
					t.Errorf("got %v, want the reader's error", err)
				}
			}
			if gifts < 900 {
				t.Errorf("%d gifts before the error, want nearly 1,000", gifts)
			}
			for _, err := range catalog.Read(endless(t, f, &g), f, nil) {
				if err != nil {
					t.Error(err)
				}
				break // and no gift after it, or this panics
			}
		})
	}
}

// endless is a file of a thousand gifts that is not at its end.
func endless(t *testing.T, f catalog.Format, g *catalog.Gift) io.Reader {
	t.Helper()
	var b bytes.Buffer
	w := catalog.NewWriter(&b, f)
	for i := range 1000 {
		g.ID, g.Name = "", fmt.Sprint("Marking gauge ", i)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(bytes.TrimSuffix(b.Bytes(), []byte("\n]\n")))
}

func TestFormatOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]catalog.Format{
		"gifts.csv": catalog.CSV, "a/b.JSON": catalog.JSON, "x.jsonl": catalog.JSONLines, "x.ndjson": catalog.JSONLines, "x.yml": catalog.YAML, "x.yaml": catalog.YAML, "x.txt": "", "csv": "",
	} {
		if got, err := catalog.FormatOf(name); got != want || (err != nil) != (want == "") {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
		}
	}
}
