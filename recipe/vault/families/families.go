// Package families reads the file that says who belongs to which family of a
// vault. It stands apart from the vault, which is part of programs that read no
// YAML.
package families

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcp-adapters/recipe/vault"
)

// maxFamilies is the longest families file, in bytes.
const maxFamilies = 1 << 20

// Load reads a families file: YAML of at most 1 MiB, of the form
//
//	families:
//	  smith:
//	    members: [alice@example.com, bob@example.com]
//
// Addresses are lower-cased, without the blanks of ASCII around them. Anything else in
// the file, an address that is none and an address in two families are refused. Errors name the line
// and never quote an address.
func Load(r io.Reader) (*vault.Families, error) {
	_, loaded, err := Read(r)
	return loaded, err
}

// Family is one family of the file.
type Family struct {
	Name    string
	Members []string // lower-cased, in the order of the file
}

// Read is [Load], and gives the families by name too, in the order of the file.
func Read(r io.Reader) ([]Family, *vault.Families, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFamilies+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read the families file: %w", err)
	}
	if len(data) > maxFamilies {
		return nil, nil, fmt.Errorf("the families file is longer than %d bytes", maxFamilies)
	}
	root, err := parseYAML(data)
	if err != nil {
		return nil, nil, err
	}
	top, err := entries(root, "the file")
	if err != nil {
		return nil, nil, err
	}
	if len(top) != 1 || top[0].key.Value != "families" {
		return nil, nil, lineError(root, "the file must hold families: and nothing else")
	}
	return load(top[0].value)
}

func load(n *yaml.Node) ([]Family, *vault.Families, error) {
	list, err := entries(n, "families")
	if err != nil {
		return nil, nil, err
	}
	named := make([]Family, len(list))
	nodes := make([][]*yaml.Node, len(list))
	addresses := make([][]string, len(list))
	for i, family := range list {
		if nodes[i], err = members(family.value); err != nil {
			return nil, nil, err
		}
		named[i].Name = family.key.Value
		for _, n := range nodes[i] {
			if n.Kind != yaml.ScalarNode {
				return nil, nil, lineError(n, "this is not an e-mail address")
			}
			addresses[i] = append(addresses[i], n.Value)
			named[i].Members = append(named[i].Members, normal(n.Value))
		}
	}
	families, err := vault.NewFamilies(addresses...)
	if at, ok := errors.AsType[*vault.MemberError](err); ok {
		return nil, nil, lineError(nodes[at.Family][at.Member], at.Rule)
	}
	return named, families, err
}

func members(n *yaml.Node) ([]*yaml.Node, error) {
	fields, err := entries(n, "a family")
	if err != nil {
		return nil, err
	}
	for _, field := range fields {
		if field.key.Value != "members" {
			return nil, lineError(field.key, "a family has members: and nothing else")
		}
		if v := field.value; v.Kind != yaml.SequenceNode || len(v.Content) == 0 {
			return nil, lineError(v, "members must be a list of at least one address")
		}
	}
	return fields[0].value.Content, nil
}

// entry is a member of a YAML mapping.
type entry struct{ key, value *yaml.Node }

// entries returns the members of a mapping that has at least one, in order. It
// refuses members that occur twice, merges and references.
func entries(n *yaml.Node, what string) ([]entry, error) {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return nil, lineError(n, what+" must be a mapping with at least one entry")
	}
	seen := map[string]bool{}
	var list []entry
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" || value.Kind == yaml.AliasNode {
			return nil, lineError(key, "merges and references are not taken here")
		}
		if seen[key.Value] {
			return nil, lineError(key, "this name occurs twice")
		}
		seen[key.Value] = true
		list = append(list, entry{key, value})
	}
	return list, nil
}

// parseYAML returns the root of the one document. It does not pass on the
// parser's own text, which quotes the file.
func parseYAML(data []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc, more yaml.Node
	if err := d.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, errors.New("the families file is empty")
	} else if err != nil {
		var line int
		if _, scanErr := fmt.Sscanf(err.Error(), "yaml: line %d:", &line); scanErr == nil {
			return nil, fmt.Errorf("line %d: the families file is not YAML from here on", line)
		}
		return nil, errors.New("the families file is not YAML")
	}
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("the families file must hold one document")
	}
	return doc.Content[0], nil
}

// normal is what [vault.NewFamilies] makes of an address.
func normal(address string) string { return strings.ToLower(strings.Trim(address, " \t\r\n")) }

func lineError(n *yaml.Node, text string) error {
	return fmt.Errorf("line %d: %s", n.Line, text)
}
