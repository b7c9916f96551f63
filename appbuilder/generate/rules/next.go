package rules

import (
	"fmt"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
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
	if table, ok := r.table(); ok && len(table.Columns) < layout.MaxColumns {
		columns = fmt.Sprintf("columns (“add a column %s”)", r.newHeader())
	}
	wishes := []string{fmt.Sprintf("another layout (“switch to %s”)", to), fmt.Sprintf("other colors (“make it %s”)", color), columns, fmt.Sprintf("%s (“add 3 %[1]s”)", r.nouns(2))}
	wishes = slices.DeleteFunc(wishes, func(s string) bool { return s == "" })
	return "You can ask for " + listed(wishes, "and") + "."
}

// newHeader is one that a table doesn't have.
func (r request) newHeader() string {
	for _, header := range []string{"Price", "Notes", "Rating"} {
		if _, taken := r.field(header); !taken {
			return header
		}
	}
	return "Remarks"
}
