package widget_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

// wideTable is a table of the columns' first n, with rows of things that lines break in.
func wideTable(n int) string {
	columns := []struct{ header, kind, one, two string }{
		{"Employee", "text", `"Ada Moreno"`, `"Bartholomew Featherstonehaugh"`},
		{"Ticket", "text", `"T-2091"`, `"AB/2026-0412"`},
		{"Salary", "text", `"$52,000.00"`, `"1 299,00 €"`},
		{"In stock", "number", `1234567`, `-0.125`},
		{"Department", "text", `"Engineering"`, `"Communications"`},
		{"Started", "date", `"2026-03-01"`, `"2026-11-30T10:00:00Z"`},
		{"Office", "badge", `"Lisbon"`, `"Frankfurt am Main"`},
		{"Phone", "text", `"+351 912 345 678"`, `"555-0100"`},
		{"Profile", "action", `{"label":"See the profile","url":"https://example.com/"}`, `{"label":"Ask"}`},
		{"Mail", "text", `"ada.moreno@people.engineering.example.com"`, `"b@example.com"`},
		{"Remarks", "text", `"Works from home on Mondays, and is on call for T-2091 in the first week of each month."`, `""`},
		{"Status", "badge", `"Out of the office until the first of the month"`, `"Active"`},
	}
	var heads, one, two []string
	for i, c := range columns[:n] {
		heads = append(heads, fmt.Sprintf(`{"key":"k%d","header":%q,"type":%q}`, i, c.header, c.kind))
		one, two = append(one, fmt.Sprintf(`"k%d":%s`, i, c.one)), append(two, fmt.Sprintf(`"k%d":%s`, i, c.two))
	}
	return `{"type":"table","columns":[` + strings.Join(heads, ",") + `],"rows":[{` + strings.Join(one, ",") + `},{` + strings.Join(two, ",") + `}]}`
}

// broken lists the words of a table that stand on two lines or outside of the page, and says if a table that
// scrolls can't be seen to, or not be reached with keys.
const broken = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
	var bad = [], sheet = document.querySelector(".sheet"), walk = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
	for (var n; n = walk.nextNode();) {
		if (n.parentNode.closest("caption")) continue;
		var whole = n.data.length <= 24 && (/\d/.test(n.data) || n.parentNode.closest(".badge, .action"));
		for (var m of n.data.matchAll(whole ? /.+/g : /\S+/g)) {
			if (m[0].length > 24) continue;
			var range = document.createRange(), lines = [];
			range.setStart(n, m.index);
			range.setEnd(n, m.index + m[0].length);
			for (var r of range.getClientRects()) if (!lines.includes(r.top)) lines.push(r.top);
			if (lines.length !== 1) bad.push(m[0] + " is on " + lines.length + " lines");
		}
	}
	document.querySelectorAll("main, main > *").forEach((e) => { if (e.getBoundingClientRect().right > innerWidth) bad.push(e.className + " is wider than the page"); });
	var scrolls = sheet.scrollWidth > sheet.clientWidth;
	if (scrolls !== (sheet.getAttribute("role") === "region" && sheet.tabIndex === 0 && !!sheet.getAttribute("aria-label"))) bad.push("it scrolls: " + scrolls + ", as a region: " + !scrolls);
	if (scrolls !== (getComputedStyle(sheet.parentNode, "::after").content !== "none")) bad.push("it scrolls: " + scrolls + ", and shows: " + !scrolls);
	return bad.join("\n");
})`

// longTable has what is as long as the rules let it be.
func longTable() string {
	long := func(n int) string { return strings.Repeat("W", n) }
	var heads, cells []string
	for i, value := range []string{`"` + long(500) + `"`, `"2` + long(13) + `"`, `"2` + long(499) + `"`, strings.Repeat("8", 40), `"` + long(500) + `"`, `{"label":"` + long(60) + `"}`, `{"label":"` + long(14) + `","url":"https://example.com/"}`} {
		kind := []string{"text", "text", "text", "number", "badge", "action", "action"}[i]
		heads = append(heads, fmt.Sprintf(`{"key":"k%d","header":"%s%d","type":%q}`, i, long(59), i, kind))
		cells = append(cells, fmt.Sprintf(`"k%d":%s`, i, value))
	}
	return `{"type":"table","columns":[` + strings.Join(heads, ",") + `],"rows":[{` + strings.Join(cells, ",") + `}]}`
}

// Words, prices, codes and dates stay whole at every width, and only the table scrolls sideways.
func TestChromium_WholeWords(t *testing.T) {
	t.Parallel()
	axe := widgettest.NewAxe(t, "../../internal/tools/axe")
	for name, data := range map[string]string{"3": wideTable(3), "4": wideTable(4), "7": wideTable(7), "12": wideTable(12), "long": longTable()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := page(t, data, theme.Palettes["shop"])
			for _, width := range []int64{1280, 800, 720, 561, 560, 400, 320} {
				for _, scheme := range []string{"light", "dark"} {
					tab.Look(width, scheme)
					if bad := tab.Get(chromedp.Evaluate[string](broken, chromedp.EvalAwaitPromise)); bad != "" {
						t.Errorf("%d wide: %s", width, bad)
					}
					axe.CheckTab(tab)
					tab.Screenshot(fmt.Sprintf("columns-%s-%d-%s", name, width, scheme))
				}
			}
		})
	}
}
