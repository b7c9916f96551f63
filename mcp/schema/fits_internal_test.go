package schema

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

func ptr[T any](v T) *T { return &v }

// features is a schema with every keyword that arguments may use.
func features() *jsonschema.Schema {
	s := Closed([]string{"text"},
		NotBlank(Text("text", "Text of 1 to 5 characters.", 1, 5)),
		Text("long", "Text of two characters or more.", 2, 0),
		UUID("id", "A UUID."),
		Aliases(Choice("scale", "One of two.", "Celsius", "Fahrenheit"), "Celsius", "C", "°C"),
		Integer("count", "1 to 5.", 1, 5),
		Integer("minutes", "32 bits.", 0, MaxInt32),
		Quantity("quantity", "Any number."),
		Property{"share", &jsonschema.Schema{Type: "number", ExclusiveMinimum: ptr(0.0), ExclusiveMaximum: ptr(1.0)}},
		Property{"yes", &jsonschema.Schema{Type: "boolean"}},
		Property{"note", &jsonschema.Schema{Types: []string{"string", "null"}, MaxLength: ptr(3)}},
		Property{"unit", &jsonschema.Schema{Types: []string{"string", "null"}, Enum: []any{"C", "F", nil}}},
		Property{"level", &jsonschema.Schema{Enum: []any{1.0, "high", nil}}},
		Property{"slug", &jsonschema.Schema{Type: "string", Pattern: "^[a-z]+(-[a-z]+)*$"}},
		Property{"tags", &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}, MinItems: ptr(1), MaxItems: ptr(3)}},
		Property{"anything", &jsonschema.Schema{Type: "array"}},
		List("entries", "Objects.", Ignoring(Closed([]string{"name"}, Text("name", "A name.", 1, 0), Integer("n", "A number.", 1, 5)), "id", "place")),
		Property{"open", Open([]string{"a"}, Typed("a", "string"))},
	)
	s.Properties["open"].MinProperties, s.Properties["open"].MaxProperties = ptr(1), ptr(2)
	s.MaxProperties = ptr(12)
	return s
}

// widened is the schema with the pattern that Go is to use for \S.
func widened(s *jsonschema.Schema) *jsonschema.Schema {
	s = s.CloneSchemas()
	for _, member := range s.Properties {
		if member.Pattern == notBlankPattern {
			member.Pattern = goNotBlankPattern
		}
	}
	return s
}

// FuzzCheck holds the hand-written check to a JSON Schema validator's verdict.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"text":"x"}`, `{"text":" "}`, `{"text":"\u3000\ufeff"}`, `{"text":5}`, `{"text":true}`, `{"text":"x","colour":1}`, `{"text":"xxxxxx"}`,
		`{"text":"x","id":"123e4567-E89b-42d3-a456-426614174000"}`, `{"text":"x","id":"123e4567-e89b-42d3-a456-42661417400G"}`,
		`{"text":"x","id":"123e4567_e89b-42d3-a456-426614174000"}`, `{"text":"x","scale":"Kelvin"}`, `{"text":"x","count":0}`, `{"text":"x","count":4.0}`,
		`{"text":"x","count":4.5}`, `{"text":"x","minutes":2147483648}`, `{"text":"x","quantity":-1e300}`, `{"text":"x","share":1}`, `{"text":"x","share":0.5}`,
		`{"text":"x","yes":true}`, `{"text":"x","yes":"true"}`, `{"text":"x","note":null}`, `{"text":"x","note":"long"}`, `{"text":"x","unit":null}`,
		`{"text":"x","unit":"K"}`, `{"text":"x","level":null}`, `{"text":"x","level":2}`, `{"text":"x","slug":"a-b"}`, `{"text":"x","slug":"A"}`,
		`{"text":"x","tags":[]}`, `{"text":"x","tags":["a","b","c","d"]}`, `{"text":"x","tags":[null]}`, `{"text":"x","anything":[1,null,{}]}`,
		`{"text":"x","entries":[{"name":"y","n":1},{"n":9}]}`, `{"text":"x","entries":{}}`, `{"text":"x","open":{"a":"b","c":1,"d":2}}`, `{"text":"x","open":{}}`,
	} {
		f.Add([]byte(seed))
	}
	s := features()
	oracle, err := widened(s).Resolve(nil)
	if err != nil {
		f.Fatal(err)
	}
	n, err := compile("arguments", s)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := newDecoder(raw)
		args, err := d.arguments(n, raw)
		if err != nil {
			t.Skip()
		}
		verdict := oracle.Validate(map[string]any(args))
		err = check(n, args, nil, nil)
		if (err == nil) != (verdict == nil) || err != nil && err.Error() == "" {
			t.Errorf("%s: check says %v, the validator %v", raw, err, verdict)
		}
	})
}

// FuzzRepair gives any arguments. What is taken fits the schema and what is published of
// it, and is taken again without a repair; what fits as it is, is never changed.
func FuzzRepair(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"text":"x"}`, `{"text":"x","count":"4"}`, `{"text":"x","count":" 4.5 "}`,
		`{"text":"x","count":""}`, `{"text":"x","count":"null","yes":"True"}`, `{"text":"x","quantity":"2 1/2"}`, `{"text":"x","quantity":"1½"}`, `{"text":"x","quantity":"1,5"}`,
		`{"text":"x","scale":" °c "}`, `{"text":"x","level":"HIGH"}`, `{"text":"x","id":" 123e4567-e89b-42d3-a456-426614174000\n"}`, `{"text":"x","entries":{"name":"y","n":"1"}}`,
		`{"text":"x","entries":"[{\"name\":\"y\",\"id\":1}]"}`, `{"text":"x","entries":["{\"name\":\"y\"}"]}`, `{"text":"x","entries":"{\"name\":\"y\"} {}"}`,
		`{"text":"x","open":"{\"a\":\"b\"}"}`, `{"text":"x","slug":" a ","note":null,"tags":"[\"a\"]"}`, `{"text":"x","anything":"[1,{}]"}`, `{"text":"x","entries":[{"name":"a","id":1,"place":2},"b"]}`,
	} {
		f.Add([]byte(seed))
	}
	s := features()
	n, err := compile("arguments", s)
	if err != nil {
		f.Fatal(err)
	}
	public, err := Published(s).Resolve(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		args, repairs, err := n.accept(raw)
		if err != nil {
			if len(repairs) > maxRepairs || err.Error() == "" {
				t.Errorf("%s: %v, %q", raw, err, repairs)
			}
			return
		}
		if !n.fits(map[string]any(args)) || len(repairs) > maxRepairs {
			t.Errorf("%s: taken as %v, %q", raw, args, repairs)
		}
		if err := public.Validate(map[string]any(args)); err != nil {
			t.Errorf("%s: what is published refuses %v: %v", raw, args, err)
		}
		body, err := args.Body()
		if err != nil {
			t.Fatal(err)
		}
		d := newDecoder(raw)
		if given, err := d.arguments(n, raw); err == nil && n.fits(map[string]any(given)) {
			if before, _ := given.Body(); repairs != nil || string(before) != string(body) {
				t.Errorf("%s fits and was changed to %s, %q", raw, body, repairs)
			}
		}
		again, repairs, err := n.accept(body)
		if second, _ := again.Body(); err != nil || repairs != nil || string(second) != string(body) {
			t.Errorf("%s: %s becomes %s, %q, %v", raw, body, second, repairs, err)
		}
	})
}

// A null counts as absent, except where the schema admits it.
func TestDecode_Null(t *testing.T) {
	t.Parallel()
	n, err := compile("arguments", features())
	if err != nil {
		t.Fatal(err)
	}
	raw := json.RawMessage(`{"text":"x","count":null,"note":null,"unit":null,"level":null,"colour":null,"entries":[{"name":"y","n":null}]}`)
	d := newDecoder(raw)
	args, err := d.arguments(n, raw)
	if err != nil {
		t.Fatal(err)
	}
	got, err := args.Body()
	if want := `{"entries":[{"name":"y"}],"level":null,"note":null,"text":"x","unit":null}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// A null is a value where a member is open, or is not described at all.
func TestDecode_OpenNull(t *testing.T) {
	t.Parallel()
	inner := Open(nil, Property{"n", &jsonschema.Schema{Type: "string"}})
	s := Closed([]string{"x"}, Property{"x", &jsonschema.Schema{}}, Property{"open", inner})
	accept, err := Repairing(s)
	if err != nil {
		t.Fatal(err)
	}
	args, _, err := accept(json.RawMessage(`{"x":null,"open":{"n":null,"more":null,"deep":{"z":null}},"unknown":null}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := args.Body()
	if want := `{"open":{"deep":{"z":null},"more":null},"x":null}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}
