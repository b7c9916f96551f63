package portfoliomcp

import "github.com/mcp-adapters/mcp-adapters/internal/program/install"

// questions are what install asks for.
func questions() []install.Question {
	return []install.Question{
		{
			Variable: "API_BASE_URL", Flag: "url", Noun: "address",
			Usage: "address of a portfolio API, such as https://portfolio.example.com; empty: take it out of the entry",
			Text:  "Address of your portfolio API, such as https://portfolio.example.com (empty: keep projects and photos on this computer): ",
		},
		{
			Variable: "API_TOKEN", Flag: "api-token", Noun: "token", Needs: "API_BASE_URL",
			Usage: "its token; the shell's history will keep it, --api-token-stdin avoids that",
			Text:  "Its token (not shown while you type): ",
		},
		{
			Variable: "PORTFOLIO_BUSINESS_NAME", Flag: "business", Noun: "business name", Unless: "API_BASE_URL",
			Usage: "name of your business, as your pages show it; empty: take it out of the entry",
			Text:  "Name of your business, as your pages show it: ",
		},
		{
			Variable: "PORTFOLIO_CITY", Flag: "city", Noun: "city", Unless: "API_BASE_URL",
			Usage: "city of your business, which new projects get; empty: take it out of the entry",
			Text:  "City, such as Denver (new projects get it): ",
		},
		{
			Variable: "PORTFOLIO_STATE", Flag: "state", Noun: "state", Unless: "API_BASE_URL",
			Usage: "state of your business, which new projects get; empty: take it out of the entry",
			Text:  "State, such as CO: ",
		},
		{
			Variable: "PORTFOLIO_EMAIL", Flag: "email", Noun: "e-mail address", Unless: "API_BASE_URL",
			Usage: "your e-mail address, which pages do not show; empty: take it out of the entry",
			Text:  "Your e-mail address (pages do not show it; empty: none): ",
		},
	}
}

// portable makes relative paths absolute; see [install.Absolute].
func portable(values map[string]string) error {
	return install.Absolute(values, "DATABASE_URL", "DATA_DIR", "DATABASE_URL_FILE", "API_TOKEN_FILE", "PORTFOLIO_MEDIA_ROOT")
}
