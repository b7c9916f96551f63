package appbuilder

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

// applyData sets layout and data. A layout alone converts the data that is there.
func (c *Content) applyData(was Content, p Patch, faults *rule.Faults) (changes []string) {
	to := was.Layout
	if p.Data != nil {
		data, broken := layout.Parse(p.Data)
		if faults.Within("mockData", broken); data == nil {
			return nil
		}
		if !bytes.Equal(layout.Encode(data), layout.Encode(was.Data)) {
			changes = append(changes, "Updated the data")
		}
		c.Data, to = data, data.Layout()
	}
	if p.Layout != nil {
		if !slices.Contains(layout.Names, *p.Layout) {
			faults.Add("layoutTemplate", "unknown", "The layout must be one of %s.", strings.Join(layout.Names, ", "))
			return nil
		}
		if p.Data != nil && to != *p.Layout {
			faults.Add("mockData.type", "type", "The data is for the layout %s, but the app uses %s. Change one of them.", to, *p.Layout)
			return nil
		}
		to = *p.Layout
	}
	if to != c.Data.Layout() {
		converted, lost, err := layout.Convert(c.Data, to)
		if err != nil {
			faults.Add("layoutTemplate", "unknown", "The layout must be one of %s.", strings.Join(layout.Names, ", "))
			return nil
		}
		c.Data = converted
		if len(lost) > 0 {
			changes = append(changes, fmt.Sprintf("Left out what the %s layout can't show: %s", to, strings.Join(lost, ", ")))
		}
	}
	if to != was.Layout {
		changes = append([]string{"Switched the layout to " + to}, changes...)
	}
	c.Layout = to
	return changes
}

// themeChanges says what is new in a theme, for the keys that were asked for.
func themeChanges(was, is theme.Theme, asked map[string]string) (changes []string) {
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		if was[key] != is[key] {
			name := theme.Name(key)
			if key != "--radius" {
				name += " color"
			}
			changes = append(changes, fmt.Sprintf("Updated %s to %s", name, theme.Describe(is[key])))
		}
	}
	return changes
}

// Equal reports whether two contents are the same.
func (c Content) Equal(other Content) bool {
	return c.Name == other.Name && c.Description == other.Description && c.Layout == other.Layout &&
		c.ToolName == other.ToolName && c.ToolDescription == other.ToolDescription &&
		maps.Equal(c.Theme, other.Theme) && bytes.Equal(layout.Encode(c.Data), layout.Encode(other.Data))
}
