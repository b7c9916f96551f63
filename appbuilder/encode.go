package appbuilder

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

// Encode returns c as JSON, always the same for the same content.
func (c Content) Encode() ([]byte, error) {
	return json.Marshal(c, json.Deterministic(true))
}

// DecodeContent reads what [Content.Encode] wrote. Its error names what can't be read, and no
// value.
func DecodeContent(text []byte) (Content, error) {
	var with struct {
		Name            string            `json:"name"`
		Description     string            `json:"description"`
		Layout          string            `json:"layoutTemplate"`
		Theme           map[string]string `json:"themeVariables"`
		Data            jsontext.Value    `json:"mockData"`
		ToolName        string            `json:"toolName"`
		ToolDescription string            `json:"toolDescription"`
	}
	if err := json.Unmarshal(text, &with); err != nil {
		return Content{}, fmt.Errorf("the content of an app is not readable: %w", err)
	}
	data, faults := layout.Parse(with.Data)
	if len(faults) > 0 {
		return Content{}, &Invalid{faults}
	}
	return Content{with.Name, with.Description, with.Layout, with.Theme, data, with.ToolName, with.ToolDescription}, nil
}
