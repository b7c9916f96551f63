package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// shop is a schema with everything that is repaired.
func shop() *jsonschema.Schema {
	unit := schema.Choice("unit", "", "Celsius", "Fahrenheit")
	unit = schema.Aliases(schema.Aliases(unit, "Celsius", "C", "°C"), "Fahrenheit", "F", "°F")
	return schema.Change([]string{"id"},
		schema.Address(schema.From(schema.UUID("id", ""), "list_items"), "item://", ".json"),
		schema.NotBlank(schema.Text("title", "", 1, 20)),
		schema.Text("note", "", 0, 0),
		schema.Integer("count", "", 1, 5),
		schema.Number("price", ""),
		schema.Property{Name: "open", Schema: &jsonschema.Schema{Type: "boolean"}},
		unit,
		schema.List("rows", "", schema.Ignoring(schema.Closed([]string{"name"},
			schema.Text("name", "", 1, 0), schema.Quantity("quantity", ""), schema.Integer("minutes", "", 0, schema.MaxInt32), unit,
		), "id", "position")),
		schema.List("ids", "", schema.UUID("", "").Schema),
		schema.List("tags", "", &jsonschema.Schema{Type: "string"}),
		schema.Property{Name: "place", Schema: schema.Closed(nil, schema.Text("town", "", 0, 0), schema.Integer("zip", "", 0, 99999))},
		schema.Unkept(schema.List("how", "", &jsonschema.Schema{Type: "string"})),
	)
}

const itemID = "00000000-0000-4000-8000-000000000001"

// Arguments as models send them, and what becomes of them: what the call gets beside the
// id, and what the caller is told.
func TestRepairing(t *testing.T) {
	t.Parallel()
	accept, err := schema.Repairing(shop())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		members, want string
		repairs       []string
	}{
		// Nothing is repaired in what fits.
		{`"title":" \"4\" ","note":" « a » "`, `{"note":" « a » ","title":" \"4\" "}`, nil},
		{`"note":"null","tags":[" 1 ","null",""]`, `{"note":"null","tags":[" 1 ","null",""]}`, nil},
		{`"count":4.0,"rows":[],"open":false`, `{"count":4,"open":false,"rows":[]}`, nil},

		// Numbers.
		{`"count":"4"`, `{"count":4}`, []string{"count was text and was read as the number 4"}},
		{`"count":" 4.0\n","price":" 1.5 "`, `{"count":4,"price":1.5}`, []string{"count was text and was read as the number 4", "price was text and was read as the number 1.5"}},
		{`"price":"-1e3"`, `{"price":-1000}`, []string{"price was text and was read as the number -1000"}},
		{`"price":"+.5"`, `{"price":0.5}`, []string{"price was text and was read as the number 0.5"}},
		{`"price":"-0"`, `{"price":0}`, []string{"price was text and was read as the number 0"}},
		{`"title":"x","count":"","price":" NULL "`, `{"title":"x"}`, []string{`count was "" and was taken as not given`, `price was "NULL" and was taken as not given`}},
		{`"title":"x","open":"","unit":" "`, `{"title":"x"}`, []string{`open was "" and was taken as not given`, `unit was "" and was taken as not given`}},

		// Fractions, only for quantities.
		{`"rows":[{"name":"a","quantity":"2 1/2"}]`, `{"rows":[{"name":"a","quantity":2.5}]}`, []string{"rows[0].quantity was text and was read as the number 2.5"}},
		{`"rows":[{"name":"a","quantity":"½"}]`, `{"rows":[{"name":"a","quantity":0.5}]}`, []string{"rows[0].quantity was text and was read as the number 0.5"}},
		{`"rows":[{"name":"a","quantity":"1½"}]`, `{"rows":[{"name":"a","quantity":1.5}]}`, []string{"rows[0].quantity was text and was read as the number 1.5"}},
		{`"rows":[{"name":"a","quantity":" 1 ¾ "}]`, `{"rows":[{"name":"a","quantity":1.75}]}`, []string{"rows[0].quantity was text and was read as the number 1.75"}},
		{`"rows":[{"name":"a","quantity":"3/4"}]`, `{"rows":[{"name":"a","quantity":0.75}]}`, []string{"rows[0].quantity was text and was read as the number 0.75"}},
		{`"rows":[{"name":"a","quantity":"3⁄2"}]`, `{"rows":[{"name":"a","quantity":1.5}]}`, []string{"rows[0].quantity was text and was read as the number 1.5"}},
		{`"rows":[{"name":"a","quantity":"2"}]`, `{"rows":[{"name":"a","quantity":2}]}`, []string{"rows[0].quantity was text and was read as the number 2"}},
		{`"rows":[{"name":"a","quantity":""}]`, `{"rows":[{"name":"a"}]}`, []string{`rows[0].quantity was "" and was taken as not given`}},

		// true and false.
		{`"open":"true"`, `{"open":true}`, []string{"open was text and was read as true"}},
		{`"open":" False "`, `{"open":false}`, []string{"open was text and was read as false"}},

		// Choices.
		{`"unit":"C"`, `{"unit":"Celsius"}`, []string{`unit was "C" and was read as Celsius`}},
		{`"unit":"°f"`, `{"unit":"Fahrenheit"}`, []string{`unit was "°f" and was read as Fahrenheit`}},
		{`"unit":"celsius"`, `{"unit":"Celsius"}`, []string{`unit was "celsius" and was read as Celsius`}},
		{`"unit":" Celsius "`, `{"unit":"Celsius"}`, []string{"unit was read without the white space around it"}},

		// Lists and objects as JSON in text.
		{`"rows":"[{\"name\":\"a\",\"quantity\":\"1/2\"}]"`, `{"rows":[{"name":"a","quantity":0.5}]}`, []string{"rows was text and was read as the list in it", "rows[0].quantity was text and was read as the number 0.5"}},
		{`"rows":" [] "`, `{"rows":[]}`, []string{"rows was text and was read as the list in it"}},
		{`"rows":["{\"name\":\"a\"}",{"name":"b"}]`, `{"rows":[{"name":"a"},{"name":"b"}]}`, []string{"rows[0] was text and was read as the object in it"}},
		{`"rows":"{\"name\":\"a\"}"`, `{"rows":[{"name":"a"}]}`, []string{"rows was text and was read as the object in it", "rows was a single entry and was read as a list with it"}},
		{`"place":"{\"town\":\"T\",\"zip\":\"7\"}"`, `{"place":{"town":"T","zip":7}}`, []string{"place was text and was read as the object in it", "place.zip was text and was read as the number 7"}},
		{`"tags":"[\"a\",\"b\"]"`, `{"tags":["a","b"]}`, []string{"tags was text and was read as the list in it"}},

		// One entry in place of a list.
		{`"rows":{"name":"a"}`, `{"rows":[{"name":"a"}]}`, []string{"rows was a single entry and was read as a list with it"}},
		{`"rows":{"name":"a","minutes":"5"}`, `{"rows":[{"minutes":5,"name":"a"}]}`, []string{"rows was a single entry and was read as a list with it", "rows[0].minutes was text and was read as the number 5"}},
		{`"ids":"` + itemID + `"`, `{"ids":["` + itemID + `"]}`, []string{"ids was a single entry and was read as a list with it"}},

		// What a result had.
		{
			`"rows":[{"id":"1","position":0,"name":"a"},{"id":"2","position":1,"name":"b"}]`, `{"rows":[{"name":"a"},{"name":"b"}]}`,
			[]string{"rows were read without id, position (not to be set)"},
		},

		// Nulls that change nothing.
		{`"title":null,"note":null,"rows":null,"how":null,"count":1,"colour":null`, `{"count":1}`, []string{
			"title was null, which clears nothing: leave it out to keep it",
			`note was null, which clears nothing: leave it out to keep it, or send "" to clear it`,
			"rows was null, which clears nothing: leave it out to keep it, or send [] to clear it",
			"how was null and was taken as not given",
		}},
	} {
		args, repairs, err := accept(json.RawMessage(`{"id":"` + itemID + `",` + row.members + `}`))
		if err != nil {
			t.Errorf("%s is refused: %v", row.members, err)
			continue
		}
		if body, err := args.Body("id"); err != nil || string(body) != row.want || !slices.Equal(repairs, row.repairs) {
			t.Errorf("%s:\n got %s %q, %v\nwant %s %q", row.members, body, repairs, err, row.want, row.repairs)
		}
	}
	args, repairs, err := accept(json.RawMessage(`{"id":"\n` + itemID + ` ","count":1}`))
	if err != nil || args.Text("id") != itemID || !slices.Equal(repairs, []string{"id was read without the white space around it"}) {
		t.Errorf("an id: got %v %q, %v", args, repairs, err)
	}
	for _, ending := range []string{"", ".json"} {
		args, repairs, err := accept(json.RawMessage(`{"id":"item://` + itemID + ending + `","count":1}`))
		if err != nil || args.Text("id") != itemID || len(repairs) != 1 || !strings.HasSuffix(repairs[0], " and was read as "+itemID) {
			t.Errorf("a URI: got %v %q, %v", args, repairs, err)
		}
	}
	// A call that is refused says what was repaired too.
	_, repairs, err = accept(json.RawMessage(`{"id":"` + itemID + `","count":"4","price":"x"}`))
	if want := []string{"count was text and was read as the number 4"}; err == nil || !slices.Equal(repairs, want) {
		t.Errorf("a refusal: %v, %q", err, repairs)
	}
}

// What can be read in two ways, or in none, is refused; the message is about what was sent.
func TestRepairing_NeverGuesses(t *testing.T) {
	t.Parallel()
	accept, err := schema.Repairing(shop())
	if err != nil {
		t.Fatal(err)
	}
	const (
		quantity = "rows[0].quantity must be a number such as 1.5, not text"
		comma    = "; a comma can mean two things: write a decimal point, and nothing between thousands"
		rows     = `rows must be a list, not text; send rows as [{"name": "…", "quantity": 1.5, "minutes": 1, "unit": "Celsius"}]`
		alone    = `rows must be a list, not an object; send rows as [{"name": "…", "quantity": 1.5, "minutes": 1, "unit": "Celsius"}]`
	)
	for _, row := range []struct{ members, message string }{
		{`"count":"four"`, "count must be a whole number, not text"},
		{`"count":"9"`, "count must be between 1 and 5"},
		{`"count":"1.5"`, "count must be a whole number"},
		{`"count":"4 people"`, "count must be a whole number, not text"},
		{`"count":"0x2"`, "count must be a whole number, not text"},
		{`"count":"1/1"`, "count must be a whole number, not text"},
		{`"count":["4"]`, "count must be a whole number, not a list"},
		{`"count":true`, "count must be a whole number, not true"},
		{`"price":"1,5"`, "price must be a number, not text" + comma},
		{`"price":"1,000"`, "price must be a number, not text" + comma},
		{`"price":"1e999"`, "price must be a number, not text"},
		{`"price":"NaN"`, "price must be a number, not text"},
		{`"price":"1_0"`, "price must be a number, not text"},
		{`"rows":[{"name":"a","quantity":"about 2"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"2-3"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"1/0"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"2 3/2"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"-1/2"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"1/2/3"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"1 2 1/2"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"½ 1"}]`, quantity},
		{`"rows":[{"name":"a","quantity":"1,5"}]`, quantity + comma},
		{`"open":"yes"`, "open must be true or false, not text"},
		{`"open":1`, "open must be true or false, not a number"},
		{`"unit":"K"`, "unit must be Celsius or Fahrenheit"},
		{`"rows":"flour, eggs"`, rows},
		{`"rows":""`, rows},
		{`"rows":"null"`, rows},
		{`"rows":"[{'name':'a'}]"`, rows},
		{`"rows":"[{\"name\":\"a\"}"`, rows},
		{`"rows":"[] []"`, rows},
		{`"rows":"[{\"name\":\"a\",\"name\":\"b\"}]"`, rows},
		{`"rows":"[{\"nam\":\"a\"}]"`, "rows[0].name is required; unknown argument rows[0].nam; known: name, quantity, minutes, unit"},
		{`"rows":["flour"]`, `rows[0] is text; each entry of rows must be an object such as {"name": "…", "quantity": 1.5, "minutes": 1, "unit": "Celsius"}`},
		{`"rows":{"0":{"name":"a"}}`, alone},
		{`"rows":{"name":"a","minutes":"soon"}`, alone},
		{`"rows":[{"id":"1","name":"a","recipe":"x"}]`, "unknown argument rows[0].recipe; known: name, quantity, minutes, unit"},
		{`"rows":[{"name":"a","x":1,"y":1},{"name":"b","z":1}]`, "unknown argument rows[0].x; known: name, quantity, minutes, unit; unknown argument rows[0].y; unknown argument rows[1].z"},
		{`"rows":[{"id":["1"],"name":"a"}]`, "unknown argument rows[0].id; known: name, quantity, minutes, unit"},
		{`"ids":"Tea"`, `ids must be a list, not text; send ids as ["…"]`},
		{`"tags":"a"`, `tags must be a list, not text; send tags as ["…"]`},
		{`"title":4`, "title must be text, not a number"},
		{`"place":"T"`, `place must be an object, not text; send place as {"town": "…", "zip": 1}`},
		{`"count":""`, "nothing to change was given; name at least one of title, note, count, price, open, unit, rows, ids, tags, place, how; count was \"\" and was taken as not given"},
		{`"note":null`, "nothing to change was given; name at least one of title, note, count, price, open, unit, rows, ids, tags, place, how; null clears nothing: to clear a text or a list, send an empty one"},
	} {
		_, repairs, err := accept(json.RawMessage(`{"id":"` + itemID + `",` + row.members + `}`))
		if err == nil || err.Error() != row.message {
			t.Errorf("%s:\n got %v %q\nwant %s", row.members, err, repairs, row.message)
		}
	}
}

// A call names twenty repairs at most, and none holds much of what was sent.
func TestRepairing_Bounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 50)
	unit := schema.Aliases(schema.Choice("unit", "", "C"), "C", long)
	accept, err := schema.Repairing(schema.Closed(nil, unit, schema.List("ns", "", &jsonschema.Schema{Type: "integer"})))
	if err != nil {
		t.Fatal(err)
	}
	_, repairs, err := accept(json.RawMessage(fmt.Sprintf(`{"unit":%q,"ns":[%s"1"]}`, long, strings.Repeat(`"1",`, 99))))
	if err != nil || len(repairs) != 20 || repairs[0] != `unit was "`+long[:40]+`…" and was read as C` || repairs[19] != "82 more values were repaired in such ways" {
		t.Errorf("got %q, %v", repairs, err)
	}
}
