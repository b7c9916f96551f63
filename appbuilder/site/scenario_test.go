package site_test

import (
	"strings"
	"testing"
)

// The scenarios are those of the specification, as far as the API can show them.

func TestScenario01_RulesMakeAnOrderTable(t *testing.T) {
	t.Parallel()
	v := open(t).visitor()
	app := v.generate("Show order history in a table")
	if app["layoutTemplate"] != "table" || app["toolName"] != "get_orders" || app["generator"] != "rules" || app["status"] != "draft" {
		t.Errorf("%v", app)
	}
	data := app["mockData"].(obj)
	if rows := data["rows"].([]any); len(rows) == 0 || !strings.Contains(strings.ToLower(text(t, data["columns"])), "order") {
		t.Errorf("%v", data)
	}
	meta := v.send("GET", "/api/meta", nil).is(200)
	if g := meta["generator"].(obj); g["mode"] != "rules" || g["label"] != "Built-in rules, no AI model is configured" {
		t.Errorf("%v", meta)
	}
}
