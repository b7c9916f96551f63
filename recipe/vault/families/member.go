package families

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Member returns the address of a member of the family of that name: the one
// given, or the first when address is empty. The error is a sentence about the
// flags --family and --member, which quotes no address.
func Member(all []Family, name, address string) (string, error) {
	names := make([]string, 0, len(all))
	for _, f := range all {
		names = append(names, f.Name)
	}
	at := slices.Index(names, name)
	there := "the file has " + strings.Join(names, ", ")
	switch {
	case name == "":
		return "", errors.New("--family must name the family that gets the recipes; " + there)
	case at < 0:
		return "", fmt.Errorf("--family: there is no family %q; %s", name, there)
	}
	members := all[at].Members
	if address == "" {
		return members[0], nil
	}
	address = normal(address)
	if !slices.Contains(members, address) {
		return "", fmt.Errorf("--member must be the address of a member of the family %q", name)
	}
	return address, nil
}
