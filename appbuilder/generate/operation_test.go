package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

type jsonValue = jsontext.Value

func content(t *testing.T) appbuilder.Content {
	t.Helper()
	d, faults := layout.Parse([]byte(`{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"price","header":"Price","type":"number"}],"rows":[{"name":"Lamp","price":3},{"name":"Vase"}]}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return appbuilder.Content{Name: "Shop", Layout: layout.Table, Theme: theme.Palettes["shop"], Data: d}
}

func TestApply(t *testing.T) {
	t.Parallel()
	c := content(t)
	var operations []generate.Operation
	if err := json.Unmarshal([]byte(`[{"op":"set_name","value":"Depot"},{"op":"set_theme","theme":{"--primary":"221 83% 53%"}},
		{"op":"set_tool","toolName":"get_lamps"},{"op":"add_column","header":"In stock?","type":"badge","values":["yes","no"]},
		{"op":"rename_column","column":"price","header":"Cost"},{"op":"add_rows","rows":[{"Name":"Chair","Cost":9}]},
		{"op":"update_row","row":1,"set":{"cost":4}},{"op":"remove_rows","remove":[2,2]},{"op":"reply","value":"Done."},{"op":"understood","understood":true}]`), &operations); err != nil {
		t.Fatal(err)
	}
	got, changes, faults := generate.Apply(c, operations)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := `{"type":"table","columns":[{"key":"name","header":"Name","type":"text"},{"key":"price","header":"Cost","type":"number"},{"key":"in_stock","header":"In stock?","type":"badge"}],"rows":[{"in_stock":"yes","name":"Lamp","price":4},{"name":"Chair","price":9}]}`
	if text := string(layout.Encode(got.Data)); text != want || got.Name != "Depot" || got.ToolName != "get_lamps" {
		t.Errorf("%+v\n%s", got, text)
	}
	said := []string{
		"Updated the name", "Updated primary color to blue", "Changed primary foreground too, so that the text on it stays readable", "Updated the tool name",
		"Added the column In stock?", "Renamed the column Price to Cost", "Added a row", "Updated row 1", "Removed a row",
	}
	if !slices.Equal(changes, said) {
		t.Errorf("%q", changes)
	}
	if !c.Equal(content(t)) {
		t.Error("what was there has changed")
	}
}

// TestApply_Faults holds that nothing is done if one operation breaks a rule.
func TestApply_Faults(t *testing.T) {
	t.Parallel()
	for field, text := range map[string]string{
		"operations[1].op":                       `{"op":"run_code"}`,
		"operations[1].themeVariables.--x":       `{"op":"set_theme","theme":{"--x":"1 1% 1%"}}`,
		"operations[1].themeVariables.--primary": `{"op":"set_theme","theme":{"--primary":"red;}</style>"}}`,
		"operations[1].column":                   `{"op":"remove_column","column":"nope"}`,
		"operations[1].row":                      `{"op":"update_row","row":3,"set":{}}`,
		"operations[1].remove":                   `{"op":"remove_rows","remove":[0]}`,
		"operations[1].rows[2].x":                `{"op":"add_rows","rows":[{"x":1}]}`,
		"operations[1].toolName":                 `{"op":"set_tool","toolName":"<b>"}`,
		"operations[1].mockData.type":            `{"op":"replace_data","data":{"type":"html"}}`,
		"operations[1].layoutTemplate":           `{"op":"set_layout","value":"map"}`,
	} {
		var o generate.Operation
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			t.Fatal(err)
		}
		c := content(t)
		got, changes, faults := generate.Apply(c, []generate.Operation{{Op: generate.SetName, Value: "New"}, o})
		if len(faults) != 1 || faults[0].Field != field || len(changes) > 0 || !got.Equal(c) {
			t.Errorf("%s: %v", text, faults)
		}
	}
	if _, _, faults := generate.Apply(content(t), slices.Repeat([]generate.Operation{{Op: generate.Reply}}, 101)); len(faults) != 1 {
		t.Error(faults)
	}
}

func TestApply_Posts(t *testing.T) {
	t.Parallel()
	c := content(t)
	got, changes, faults := generate.Apply(c, []generate.Operation{
		{Op: generate.SetLayout, Value: layout.PostList},
		{Op: generate.AddRows, Rows: []map[string]jsonValue{{"title": jsonValue(`"Chair"`), "excerpt": jsonValue(`"New."`)}}},
	})
	if len(faults) > 0 || got.Data.Len() != 3 || got.Data.Line(2) != "Chair: New." {
		t.Errorf("%v %v %v", got.Data, changes, faults)
	}
	_, _, faults = generate.Apply(got, []generate.Operation{{Op: generate.AddColumn, Header: "X"}})
	if len(faults) != 1 || !strings.Contains(faults[0].Message, "Only a table") {
		t.Error(faults)
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{"Due date": "due_date", "Größe": "gr_e", "日本": "column", "1st": "st", "  A--B ": "a_b", strings.Repeat("x", 80): strings.Repeat("x", 36)} {
		if got := generate.Key(header); got != want || !layout.Key.MatchString(got) {
			t.Errorf("%q: %q", header, got)
		}
	}
}
