package recipemcp

import "github.com/mcp-adapters/mcp-adapters/internal/program/install"

// questions are what install asks for.
func questions() []install.Question {
	return []install.Question{
		{
			Variable: "API_BASE_URL", Flag: "url", Noun: "address",
			Usage: "address of the Recipe Vault, such as http://192.168.1.9:3000; empty: take it out of the entry",
			Text:  "Address of the Recipe Vault, such as http://192.168.1.9:3000 (empty: keep the recipes on this computer): ",
		},
		{
			Variable: "API_KEY", Flag: "key", Noun: "key", Needs: "API_BASE_URL",
			Usage: "its key; the shell's history will keep it, --key-stdin avoids that",
			Text:  "Its key (not shown while you type): ",
		},
		{
			Variable: "USER_EMAIL", Flag: "email", Noun: "e-mail address", Needs: "API_BASE_URL",
			Usage: "family member to act for; empty: take it out of the entry",
			Text:  "Your e-mail address in the family (empty: see all recipes): ",
		},
	}
}

// portable makes relative paths absolute; see [install.Absolute].
func portable(values map[string]string) error {
	return install.Absolute(values, "DATABASE_URL", "DATABASE_URL_FILE")
}
