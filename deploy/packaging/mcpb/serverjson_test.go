package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWriteServerJSON(t *testing.T) {
	t.Parallel()
	for _, b := range products() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			checkServerJSON(t, b)
		})
	}
}

func checkServerJSON(t *testing.T, b product) {
	t.Helper()
	sums := map[string]string{}
	for i, p := range platforms {
		sums[b.file("1.2.3", p)] = strings.Repeat(string(rune('a'+i)), 64)
	}
	to := filepath.Join(t.TempDir(), "server.json")
	if err := writeServerJSON("../../../"+b.registry, to, "1.2.3", sums); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version  string
		Packages []struct{ Identifier, Version, FileSHA256 string }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != "1.2.3" || len(got.Packages) != len(platforms) {
		t.Fatalf("version %q with %d packages", got.Version, len(got.Packages))
	}
	for i, p := range platforms {
		pkg := got.Packages[i]
		if want := homepage + "/releases/download/v1.2.3/" + b.file("1.2.3", p); pkg.Identifier != want || pkg.Version != "1.2.3" || pkg.FileSHA256 != sums[b.file("1.2.3", p)] {
			t.Errorf("package %+v, want %s", pkg, want)
		}
	}
}

func TestWriteServerJSON_Faults(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no file":            "",
		"not JSON":           "{",
		"no version":         `{"packages":[]}`,
		"a bundle not named": `{"version":"0.1.0","packages":[]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := filepath.Join(t.TempDir(), "from.json"), filepath.Join(t.TempDir(), "to.json")
			if text != "" {
				if err := os.WriteFile(from, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := writeServerJSON(from, to, "1.2.3", map[string]string{"x.mcpb": "00"}); err == nil {
				t.Error("want an error")
			}
			if _, err := os.Stat(to); err == nil {
				t.Error("a file was written anyway")
			}
		})
	}
}
