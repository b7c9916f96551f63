package rules

import (
	"fmt"
	"slices"

	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/theme"
)

// next says what can be asked for, in wishes that this app fulfils.
func (d *draft) next() string {
	r := request{content: d.content}
	to, color := "cards", "green"
	if d.content.Layout == layout.CardList {
		to = "a table"
	}
	if theme.Describe(d.content.Theme["--primary"]) == color {
		color = "blue"
	}
	columns := ""
	for _, header := range []string{"Price", "Notes", "Rating"} {
		_, taken := r.field(header)
		if table, ok := r.table(); ok && !taken && len(table.Columns) < layout.MaxColumns {
			columns = fmt.Sprintf("columns (“add a column %s”)", header)
			break
		}
	}
	wishes := []string{fmt.Sprintf("another layout (“switch to %s”)", to), fmt.Sprintf("other colors (“make it %s”)", color), columns, fmt.Sprintf("%s (“add 3 %[1]s”)", r.nouns(2))}
	wishes = slices.DeleteFunc(wishes, func(s string) bool { return s == "" })
	return "You can ask for " + listed(wishes, "and") + "."
}
