package serve

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

const maxBytes = 1 << 20

// Family is one family of the file.
type Family struct {
	Name    string
	Members []string // lower-cased, in the order of the file
}

// ParseFamilies reads a families file: YAML of at most 1 MiB, of the form
//
//	families:
//	  smith:
//	    members: [alice@example.com, bob@example.com]
//
// It returns the families in the order of the file, and as the vault takes them.
// Addresses are lower-cased, without ASCII blanks around them. Anything else in the
// file is refused, and so are a malformed address and one in two families. Errors name
// the line and never quote an address.
func ParseFamilies(r io.Reader) ([]Family, *vault.Families, error) {
	list, err := parse(r)
	if err != nil {
		return nil, nil, err
	}
	var named []Family
	var addresses [][]string
	var nodes [][]*yaml.Node
	for family := range slices.Chunk(list.Content, 2) {
		members, err := membersOf(family[1])
		if err != nil {
			return nil, nil, err
		}
		f := Family{Name: family[0].Value}
		var written []string
		for _, n := range members {
			written = append(written, n.Value)
			f.Members = append(f.Members, normal(n.Value))
		}
		named, addresses, nodes = append(named, f), append(addresses, written), append(nodes, members)
	}
	families, err := vault.NewFamilies(addresses...)
	if e, ok := errors.AsType[*vault.MemberError](err); ok {
		return nil, nil, lineError(nodes[e.Family][e.Member], e.Rule)
	}
	return named, families, err
}

// parse returns the mapping of families. Its errors don't have the parser's own text,
// which quotes the file.
func parse(r io.Reader) (*yaml.Node, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the families file: %w", err)
	case len(data) > maxBytes:
		return nil, fmt.Errorf("the families file is longer than %d bytes", maxBytes)
	}
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
	root := doc.Content[0]
	if err := checkMapping(root, "the file"); err != nil {
		return nil, err
	}
	if len(root.Content) != 2 || root.Content[0].Value != "families" {
		return nil, lineError(root, "the file must hold families: and nothing else")
	}
	return root.Content[1], checkMapping(root.Content[1], "families")
}

// membersOf returns the addresses of a family.
func membersOf(family *yaml.Node) ([]*yaml.Node, error) {
	if err := checkMapping(family, "a family"); err != nil {
		return nil, err
	}
	for field := range slices.Chunk(family.Content, 2) {
		if field[0].Value != "members" {
			return nil, lineError(field[0], "a family has members: and nothing else")
		}
	}
	list := family.Content[1]
	if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		return nil, lineError(list, "members must be a list of at least one address")
	}
	for _, n := range list.Content {
		if n.Kind != yaml.ScalarNode {
			return nil, lineError(n, "this is not an e-mail address")
		}
	}
	return list.Content, nil
}

// checkMapping refuses what is not a mapping with at least one entry, names that occur
// twice, merges and references. Names and values then alternate in n.Content.
func checkMapping(n *yaml.Node, what string) error {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return lineError(n, what+" must be a mapping with at least one entry")
	}
	seen := map[string]bool{}
	for pair := range slices.Chunk(n.Content, 2) {
		key, value := pair[0], pair[1]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" || value.Kind == yaml.AliasNode {
			return lineError(key, "merges and references are not allowed here")
		}
		if seen[key.Value] {
			return lineError(key, "this name occurs twice")
		}
		seen[key.Value] = true
	}
	return nil
}

func lineError(n *yaml.Node, text string) error { return fmt.Errorf("line %d: %s", n.Line, text) }

// normal is how [vault.NewFamilies] keeps an address.
func normal(address string) string { return strings.ToLower(strings.Trim(address, " \t\r\n")) }

// Member returns the address of a member of the family with that name: the one given,
// or the first if address is empty. Its error is a sentence about the flags --family
// and --member, which quotes no address.
func Member(all []Family, name, address string) (string, error) {
	i := slices.IndexFunc(all, func(f Family) bool { return f.Name == name })
	if i < 0 {
		var names []string
		for _, f := range all {
			names = append(names, f.Name)
		}
		return "", errors.New("--family must name a family in the file: " + strings.Join(names, ", "))
	}
	switch members := all[i].Members; {
	case address == "":
		return members[0], nil
	case slices.Contains(members, normal(address)):
		return normal(address), nil
	}
	return "", fmt.Errorf("--member must be the address of a member of the family %q", name)
}
