package main

import (
	"mcp-adapters/config"
	"mcp-adapters/recipe"
)

// manifestVersion is the newest that the pinned packer validates.
const manifestVersion = "0.4"

const homepage = "https://github.com/mcp-adapters/recipe-mcp"

// manifest has the members of manifest.json that a bundle of ours has, see
// MANIFEST.md of the MCPB format.
type manifest struct {
	ManifestVersion string             `json:"manifest_version"`
	Name            string             `json:"name"`
	DisplayName     string             `json:"display_name"`
	Version         string             `json:"version"`
	Description     string             `json:"description"`
	LongDescription string             `json:"long_description"`
	Author          map[string]string  `json:"author"`
	Repository      map[string]string  `json:"repository"`
	Homepage        string             `json:"homepage"`
	Icon            string             `json:"icon"`
	Server          server             `json:"server"`
	Tools           []tool             `json:"tools"`
	Keywords        []string           `json:"keywords"`
	License         string             `json:"license"`
	Compatibility   compatibility      `json:"compatibility"`
	UserConfig      map[string]setting `json:"user_config"`
}

type server struct {
	Type       string  `json:"type"`
	EntryPoint string  `json:"entry_point"`
	Start      command `json:"mcp_config"`
}

type command struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
}

type tool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type compatibility struct {
	Platforms []string `json:"platforms"`
}

// setting is one field of the form that the client shows. The default is
// always written: a client leaves "${user_config.NAME}" as it is for a field
// that has neither value nor default.
type setting struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Sensitive   bool   `json:"sensitive,omitempty"`
	Default     string `json:"default"`
}

// asked are the settings of the form, by the environment variable they end in.
var asked = map[string]struct {
	name string
	setting
}{
	"API_BASE_URL": {"api_base_url", setting{Type: "string", Title: "Address of your Recipe Vault",
		Description: "For example http://192.168.1.9:3000. Leave it empty to keep your recipes on this computer."}},
	"API_KEY": {"api_key", setting{Type: "string", Title: "Key of your Recipe Vault", Sensitive: true,
		Description: "The person who set up the Recipe Vault has it. Leave it empty to keep your recipes on this computer."}},
	"USER_EMAIL": {"user_email", setting{Type: "string", Title: "Your e-mail address",
		Description: "If your family shares the Recipe Vault: the address that you are known by there. Empty: everything the key may see."}},
}

func newManifest(version string, p platform) manifest {
	m := manifest{
		ManifestVersion: manifestVersion,
		Name:            "recipe-mcp",
		DisplayName:     "Recipe Vault",
		Version:         version,
		Description:     "Save, find and change your recipes by talking about them.",
		LongDescription: "Say \"save grandma's soup\" or \"what can I cook in 30 minutes?\". Your recipes are kept on this computer, or in a Recipe Vault on a server at home that your family shares. Nothing needs to be filled in to begin.",
		Author:          map[string]string{"name": "mcp-adapters", "url": "https://github.com/mcp-adapters"},
		Repository:      map[string]string{"type": "git", "url": homepage},
		Homepage:        homepage,
		Icon:            "icon.png",
		Server: server{Type: "binary", EntryPoint: p.program(), Start: command{
			Command: "${__dirname}/" + p.program(), Args: []string{}, Env: map[string]string{},
		}},
		Keywords:      []string{"recipes", "cooking", "family"},
		License:       "MIT",
		Compatibility: compatibility{Platforms: []string{p.client}},
		UserConfig:    map[string]setting{},
	}
	for _, t := range recipe.Tools(nil) {
		m.Tools = append(m.Tools, tool{t.Name, t.Description})
	}
	// What is no variable of the program would be asked for in vain.
	for _, v := range config.Variables() {
		if a, ok := asked[v.Name]; ok {
			m.UserConfig[a.name] = a.setting
			m.Server.Start.Env[v.Name] = "${user_config." + a.name + "}"
		}
	}
	return m
}
