// Package install has the commands install and uninstall: they put a program's entry
// into the config files of MCP clients, with the settings that a person gives, and
// take it out again.
package install

import (
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// Program is what is installed.
type Program struct {
	Name      string // of the program, and of its entry
	About     string // a sentence about the settings, for the help
	Try       string // what to ask the assistant first
	Example   string // of a command line that gives settings
	Variables []config.Variable
	// Served are the variables that count for a server over HTTP alone. A client starts
	// the program to speak with it over stdin and stdout, so they are not written.
	Served    []string
	Questions []Question
	// Local are those of the server's variables that count here all the same.
	Local []string
	// Check says what is wrong with settings, a sentence for each fault.
	Check func(values map[string]string) []string
	// Portable changes settings that would mean something else in another directory,
	// such as a relative path. nil: there are none.
	Portable func(values map[string]string) error
}

// Question is about one setting. It has a flag; without that, and where nothing else
// gives the setting, the person at the terminal is asked.
type Question struct {
	Variable string
	Flag     string // without hyphens: "url"
	Usage    string // of the flag
	Text     string // what a person is asked
	Noun     string // what the answer is, for messages: "address"
	Needs    string // the variable without which there is no use in asking; "": none
	Unless   string // the variable with which there is none; "": none
}

// Commands returns install and uninstall for a program that runs in an environment.
func Commands(p Program, getenv func(string) string) []*cobra.Command {
	return []*cobra.Command{installCommand(p, getenv), uninstallCommand(p, getenv)}
}

// variable returns the description of a variable.
func (p Program) variable(name string) config.Variable {
	for _, v := range p.Variables {
		if v.Name == name {
			return v
		}
	}
	return config.Variable{Name: name}
}

// named lists the variables for which is reports true.
func (p Program) named(is func(config.Variable) bool) []string {
	var names []string
	for _, v := range p.Variables {
		if is(v) {
			names = append(names, v.Name)
		}
	}
	return names
}

// secrets are the settings that no one else may read, private those that are not
// shown in a difference.
func (p Program) secrets() []string { return p.named(config.Variable.Secret) }
func (p Program) private() []string { return p.named(config.Variable.Private) }

// usable reports whether an answer can be the variable's value.
func (p Program) usable(name, answer string) bool {
	return len(p.Check(map[string]string{name: answer})) == 0
}

// holds reports whether settings have a secret.
func (p Program) holds(env map[string]string) bool {
	for _, name := range p.secrets() {
		if config.Trim(env[name]) != "" {
			return true
		}
	}
	return false
}
