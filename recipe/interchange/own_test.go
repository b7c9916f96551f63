package interchange_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// onceHeld are lines of an export that today's rules would refuse, or that
// reading used to change.
func onceHeld() map[string]string {
	many := func(n int, part string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(part+",", n), ",") + "]"
	}
	return map[string]string{
		"title with blanks":     `{"title":" Soup "}`,
		"title with a line end": `{"title":"Bean\nsoup\u001b[2J"}`,
		"invisible title":       "{\"title\":\"\u200b\"}",
		"C1 and bidi":           "{\"title\":\"a\u009bb\u202ec\",\"description\":\"\u0085\u2028\"}",
		"empty texts":           `{"title":"x","description":"","ingredients":[{"name":"","unit":"","notes":""}],"steps":[{"instruction":""}]}`,
		"blank texts":           `{"title":"x","description":" \n ","ingredients":[{"name":" ","unit":"\t"}],"steps":[{"instruction":"\n"}]}`,
		"numbers":               `{"title":"x","prep_time_minutes":0,"servings":2147483647,"ingredients":[{"name":"a","quantity":-1.5},{"name":"b","quantity":0},{"name":"c","quantity":1e+21},{"name":"d","quantity":5e-324}],"steps":[{"instruction":"a","duration_minutes":-7,"temperature_value":-40}]}`,
		"a unit of nothing":     `{"title":"x","steps":[{"instruction":"a","temperature_unit":"Celsius"}]}`,
		"an author":             `{"title":"x","created_by":"alice@example.com","steps":[{"instruction":"a"}]}`,
		"over 1 MiB of text":    `{"title":"x","steps":[{"instruction":"` + strings.Repeat("é", 700_000) + `"}]}`,
		"over 2,000 lines":      `{"title":"x","ingredients":` + many(2001, `{"name":"a"}`) + `,"steps":` + many(2001, `{"instruction":"a"}`) + `}`,
	}
}

// TestOwn_byteForByte has JSON Lines come back as they were, whatever a vault
// may have held.
func TestOwn_byteForByte(t *testing.T) {
	t.Parallel()
	for name, line := range onceHeld() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			written := write(t, interchange.FormatJSONLines, line)
			if string(written) != line+"\n" {
				t.Fatalf("written as %.200s, of %.200s", written, line)
			}
			for _, file := range []struct{ name, content string }{{"a.jsonl", line}, {"a.json", "[" + line + "]"}} {
				items, failures := read(t, file.name, []byte(file.content))
				if len(items) != 1 || len(failures) != 0 {
					t.Fatalf("%s: %d recipes, %v", file.name, len(items), failures)
				}
				got := items[0]
				if string(got.Kept) != line || !got.Own || got.Warnings != nil {
					t.Errorf("%s: %.200s, %q", file.name, got.Kept, got.Warnings)
				}
				if strings.Contains(line, `"created_by"`) != (got.Author == "alice@example.com") {
					t.Errorf("author %q", got.Author)
				}
			}
		})
	}
}

// TestOwn_changed are lines that no vault can have held: made to fit, and said.
func TestOwn_changed(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		`{"title":"` + strings.Repeat("x", 201) + `"}`,
		`{"title":"` + strings.Repeat("x", 200) + ` "}`,
		`{"title":"x","description":"` + strings.Repeat("x", 2001) + `"}`,
		`{"title":"x","description":"a\u0000b"}`,
		`{"title":"x","difficulty":6}`, `{"title":"x","servings":0}`, `{"title":"x","prep_time_minutes":-1}`, `{"title":"x","cook_time_minutes":-1}`,
		`{"title":"x","steps":[{"instruction":"a","temperature_unit":"K"}]}`,
		`{"title":"x","ingredients":[{"name":"a","notes":"\u0000"}]}`,
	} {
		items, failures := read(t, "a.jsonl", []byte(line))
		if len(items) != 1 || len(failures) != 0 {
			t.Fatalf("%.100s: %d recipes, %v", line, len(items), failures)
		}
		if got := items[0]; got.Kept != nil || !got.Own || len(got.Warnings) != 1 {
			t.Errorf("%.100s: %.100s, %q", line, got.Kept, got.Warnings)
		}
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	const sent = `{"title":" Soup","description":"","servings":2,"ingredients":[{"name":"a","quantity":0.1,"unit":""}],"steps":[{"instruction":"b","duration_minutes":1}]}`
	for name, tc := range map[string]struct {
		answer string
		want   []string
	}{
		"the same, and more": {`{"id":"1","title":" Soup","description":"","servings":2,"difficulty":3,"ingredients":[{"id":"2","position":0,"name":"a","quantity":0.10,"unit":"","notes":"n"}],"steps":[{"instruction":"b","duration_minutes":1}],"rating":4}`, nil},
		"trimmed":            {strings.Replace(sent, " Soup", "Soup", 1), []string{"title"}},
		"nothing for empty":  {strings.Replace(strings.Replace(sent, `"description":"",`, "", 1), `,"unit":""`, "", 1), []string{"description", "ingredients"}},
		"all":                {`{"title":"x"}`, []string{"title", "description", "servings", "ingredients", "steps"}},
		"another step":       {strings.Replace(sent, `"duration_minutes":1`, `"duration_minutes":2`, 1), []string{"steps"}},
		"one more":           {strings.Replace(sent, `"ingredients":[`, `"ingredients":[{"name":"z"},`, 1), []string{"ingredients"}},
		"not JSON":           {`<html>`, nil},
	} {
		if diff := cmp.Diff(tc.want, interchange.Differences([]byte(sent), []byte(tc.answer))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestWriter_Left(t *testing.T) {
	t.Parallel()
	for format := range extensions {
		var b strings.Builder
		var got interchange.Left
		for i, details := range []string{
			`{"id":"1","title":"a","photo_filename":"a.jpg"}`, `{"title":"b","photo_filename":null}`, `{"title":"c"}`,
			`{"title":"d","photo_filename":"d.jpg","rating":5,"steps":[{"instruction":"x","video":"y"}]}`,
		} {
			w, err := interchange.NewWriter(&b, format)
			if err == nil {
				err = w.Write([]byte(details))
			}
			if err != nil {
				t.Fatal(strconv.Itoa(i), err)
			}
			got.Pictures += w.Left().Pictures
			got.Unknown += w.Left().Unknown
		}
		if want := (interchange.Left{Pictures: 2, Unknown: 1}); got != want {
			t.Errorf("%s: %+v, want %+v", format, got, want)
		}
	}
}
