package giftmcp

import (
	"fmt"
	"path/filepath"

	"mcp-adapters/program/install"
)

// questions are what install asks for.
func questions() []install.Question {
	return []install.Question{
		{
			Variable: "CATALOG", Flag: "catalog", Noun: "file",
			Usage: "file of gifts in place of the built-in catalog: .jsonl, .json, .yaml or .csv; empty: take it out of the entry",
			Text:  "File with gifts of your own (empty: the built-in catalog): ",
		},
	}
}

// portable makes relative paths absolute: the client will start the server in another
// directory.
func portable(values map[string]string) error {
	for _, variable := range []string{"CATALOG", "EMBEDDING_MODEL_DIR", "EMBEDDING_API_KEY_FILE", "DATABASE_URL_FILE"} {
		path := values[variable]
		if path == "" || filepath.IsAbs(path) {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return fmt.Errorf("find the path in %s: %w", variable, err)
		}
		values[variable] = path
	}
	return nil
}
