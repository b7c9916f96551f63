package builder

import (
	"cmp"
	"errors"
	"net/url"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate/llm"
	"github.com/mcp-adapters/mcp-adapters/config"
)

// LanguageModel is the language model that makes apps.
type LanguageModel struct {
	Provider      string        `envconfig:"LLM_PROVIDER" default:"none" oneof:"none openai anthropic" desc:"what makes the apps: none (built-in rules), openai (a model on any server with OpenAI's chat completions API) or anthropic (Anthropic's messages API)"`
	BaseURL       config.URL    `envconfig:"LLM_BASE_URL" desc:"address of the model's server, such as http://127.0.0.1:11434/v1; with a key it must be https, except on this computer and its own network. Unset: the provider's own"`
	Key           config.Secret `envconfig:"LLM_API_KEY" desc:"key of the model's server; your own server may need none"`
	KeyFile       string        `envconfig:"LLM_API_KEY_FILE" desc:"file that holds LLM_API_KEY"`
	Model         string        `envconfig:"LLM_MODEL" desc:"name of the model; unset: gpt-4o-mini with openai"`
	Strict        bool          `envconfig:"LLM_STRICT" default:"false" desc:"true reports a failure of the model; false lets the built-in rules answer instead, and the answer mentions it"`
	MonthlyTokens int           `envconfig:"LLM_MONTHLY_TOKENS" default:"5000000" range:"1000 1000000000" desc:"model tokens that each owner may use in 30 days"`
}

// checkModel returns what is wrong with the settings of the model, and settles its name.
func (m *LanguageModel) checkModel() (faults config.Faults) {
	if m.Provider == "none" {
		return nil
	}
	if m.Model == "" && m.Provider == llm.OpenAI && m.BaseURL == "" {
		m.Model = "gpt-4o-mini"
	}
	if m.Model == "" {
		faults.Add("LLM_MODEL", errors.New("must name the model"))
	}
	if m.Key == "" && m.BaseURL == "" {
		faults.Add("LLM_API_KEY", errors.New("must be set, or LLM_BASE_URL to a server of your own that needs none"))
	}
	if len(faults) == 0 {
		_, err := m.generator(zerolog.Nop())
		faults.Add("LLM_BASE_URL", err)
	}
	return faults
}

// generator returns the model. Its error is of LLM_BASE_URL.
func (m *LanguageModel) generator(log zerolog.Logger) (*llm.Generator, error) {
	if u, err := url.Parse(string(m.BaseURL)); err != nil || u.User != nil {
		return nil, errors.New("must have no user name and no password; the key belongs in LLM_API_KEY")
	}
	return llm.New(llm.Options{Provider: m.Provider, BaseURL: string(m.BaseURL), Key: m.Key.Reveal(), Model: m.Model, Log: log})
}

// label names what makes apps, for the log.
func (m *LanguageModel) label() string {
	return cmp.Or(map[string]string{"none": "rules"}[m.Provider], m.Provider+" "+m.Model)
}
