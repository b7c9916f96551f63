package giftmcp

import "github.com/mcp-adapters/mcp-adapters/internal/program/install"

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

// portable makes relative paths absolute; see [install.Absolute].
func portable(values map[string]string) error {
	return install.Absolute(values, "CATALOG", "EMBEDDING_API_KEY_FILE")
}
