package main

// manifestVersion is the newest version that the pinned packer validates.
const manifestVersion = "0.4"

const homepage = "https://github.com/mcp-adapters/mcp-adapters"

// manifest has the members of manifest.json that our bundles use; see MANIFEST.md
// of the MCPB format.
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

// setting is one field of the form that the client shows. The default is always
// written: for a field with neither value nor default, a client does not expand
// "${user_config.NAME}".
type setting struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Sensitive   bool   `json:"sensitive,omitempty"`
	Default     string `json:"default"`
}

func newManifest(version string, b product, p platform) manifest {
	m := manifest{
		ManifestVersion: manifestVersion,
		Name:            b.Name,
		DisplayName:     b.Title,
		Version:         version,
		Description:     b.summary,
		LongDescription: b.description,
		Author:          map[string]string{"name": "mcp-adapters", "url": "https://github.com/mcp-adapters"},
		Repository:      map[string]string{"type": "git", "url": homepage},
		Homepage:        homepage,
		Icon:            "icon.png",
		Server: server{Type: "binary", EntryPoint: b.binary(p), Start: command{
			Command: "${__dirname}/" + b.binary(p), Args: []string{}, Env: map[string]string{},
		}},
		Keywords:      b.keywords,
		License:       "MIT",
		Compatibility: compatibility{Platforms: []string{p.client}},
		UserConfig:    map[string]setting{},
	}
	tools := b.Tools()
	if b.Offered != nil { // the form doesn't ask for other sets of tools
		offered, err := b.Offered()
		if err != nil {
			panic("the defaults of " + b.Name + " are at fault: " + err.Error())
		}
		tools = offered
	}
	for _, t := range tools {
		m.Tools = append(m.Tools, tool{t.Name, t.Description})
	}
	// Ask only for variables that the program reads.
	for _, v := range b.Variables() {
		if a, ok := b.asked[v.Name]; ok {
			m.UserConfig[a.name] = a.setting
			m.Server.Start.Env[v.Name] = "${user_config." + a.name + "}"
		}
	}
	return m
}
