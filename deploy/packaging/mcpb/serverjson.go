package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
)

// writeServerJSON writes the registry's entry for these bundles: the
// template at from, for this version, with the packages that were built and the
// SHA-256 of each by file name.
func writeServerJSON(from, to, version string, sums map[string]string) error {
	text, err := os.ReadFile(from) //nolint:gosec // the repository's own file
	if err != nil {
		return err
	}
	var entry map[string]any
	if err := json.Unmarshal(text, &entry); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	old, _ := entry["version"].(string)
	list, _ := entry["packages"].([]any)
	var built []any
	for _, item := range list {
		pkg, _ := item.(map[string]any)
		identifier, _ := pkg["identifier"].(string)
		identifier = strings.ReplaceAll(identifier, old, version)
		sum, ok := sums[path.Base(identifier)]
		if !ok {
			continue
		}
		pkg["identifier"], pkg["version"], pkg["fileSha256"] = identifier, version, sum
		built = append(built, pkg)
	}
	if old == "" || len(built) != len(sums) {
		return fmt.Errorf("%s names %d of the %d bundles", from, len(built), len(sums))
	}
	entry["version"], entry["packages"] = version, built
	text, err = json.MarshalIndent(entry, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(text, '\n'), 0o644) //nolint:gosec // for everyone
}
