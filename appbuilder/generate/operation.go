package generate

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// Operation is one thing that an edit does: the closed list of what a generator may do to an
// app. Only the members that belong to its Op are set.
type Operation struct {
	Op string `json:"op"`

	Value           string                      `json:"value,omitzero"`           // of set_name, set_description, set_layout, reply
	Theme           map[string]string           `json:"theme,omitempty"`          // of set_theme: variables with their colors
	ToolName        *string                     `json:"toolName,omitzero"`        // of set_tool
	ToolDescription *string                     `json:"toolDescription,omitzero"` // of set_tool
	Data            jsontext.Value              `json:"data,omitzero"`            // of replace_data, in the shape of a layout
	Column          string                      `json:"column,omitzero"`          // of rename_column and remove_column: key or header
	Header          string                      `json:"header,omitzero"`          // of add_column and rename_column
	Type            string                      `json:"type,omitzero"`            // of add_column
	Values          []jsontext.Value            `json:"values,omitempty"`         // of add_column: one per row
	Rows            []map[string]jsontext.Value `json:"rows,omitempty"`           // of add_rows
	Row             int                         `json:"row,omitzero"`             // of update_row, from 1
	Set             map[string]jsontext.Value   `json:"set,omitempty"`            // of update_row
	Remove          []int                       `json:"remove,omitempty"`         // of remove_rows, from 1
	Understood      *bool                       `json:"understood,omitzero"`      // of understood
}

// The operations. A row is an entry of any layout: a post and a card too.
const (
	SetName        = "set_name"
	SetDescription = "set_description"
	SetLayout      = "set_layout"
	SetTheme       = "set_theme"
	SetTool        = "set_tool"
	ReplaceData    = "replace_data"
	AddColumn      = "add_column"
	RenameColumn   = "rename_column"
	RemoveColumn   = "remove_column"
	AddRows        = "add_rows"
	UpdateRow      = "update_row"
	RemoveRows     = "remove_rows"
	Reply          = "reply"
	Understood     = "understood"
)

// MaxOperations bounds the operations of one edit.
const MaxOperations = 100

// Apply does operations in their order: all of them, or none and the rules that they break.
// Replies and whether the message was understood are left to the caller. changes has a short
// sentence for each thing that is different afterwards.
func Apply(c appbuilder.Content, operations []Operation) (edited appbuilder.Content, changes []string, faults rule.Faults) {
	if len(operations) > MaxOperations {
		faults.Add("operations", "count", "There are %d operations; the limit is %d.", len(operations), MaxOperations)
		return c, nil, faults
	}
	edited = c
	for i, o := range operations {
		var said []string
		var broken rule.Faults
		edited, said, broken = o.apply(edited)
		faults.Within(fmt.Sprintf("operations[%d]", i), broken)
		if changes = append(changes, said...); len(broken) > 0 {
			return c, nil, faults
		}
	}
	if faults = edited.Check(); len(faults) > 0 {
		return c, nil, faults
	}
	return edited, changes, nil
}

func (o Operation) apply(c appbuilder.Content) (appbuilder.Content, []string, rule.Faults) {
	switch o.Op {
	case SetName:
		return c.Apply(appbuilder.Patch{Name: &o.Value})
	case SetDescription:
		return c.Apply(appbuilder.Patch{Description: &o.Value})
	case SetLayout:
		return c.Apply(appbuilder.Patch{Layout: &o.Value})
	case SetTheme:
		return c.Apply(appbuilder.Patch{Theme: o.Theme})
	case SetTool:
		return c.Apply(appbuilder.Patch{ToolName: o.ToolName, ToolDescription: o.ToolDescription})
	case ReplaceData:
		return c.Apply(appbuilder.Patch{Data: o.Data})
	case Reply, Understood:
		return c, nil, nil
	case AddColumn, RenameColumn, RemoveColumn, AddRows, UpdateRow, RemoveRows:
		d := open(c.Data)
		changed, faults := d.do(o)
		if len(faults) > 0 {
			return c, nil, faults
		}
		data, faults := layout.Parse(d.encode())
		if len(faults) > 0 {
			return c, nil, faults
		}
		c.Data = data
		return c, []string{changed}, nil
	}
	var faults rule.Faults
	faults.Add("op", "unknown", "There is no operation %q.", o.Op)
	return c, nil, faults
}
