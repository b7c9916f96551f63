// Command serverjson checks an entry of the MCP registry against the types and
// the JSON schema of the registry's own Go module, the version in go.mod:
//
//	go -C tools run ./serverjson FILE
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	apiv0 "github.com/modelcontextprotocol/registry/pkg/api/v0"
	"github.com/modelcontextprotocol/registry/pkg/model"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: serverjson FILE")
		os.Exit(2)
	}
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = check(context.Background(), text)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
	fmt.Printf("%s is valid\n", os.Args[1])
}

// check reports what is wrong with a server.json. It must be run in this
// module, since the schema is read from where the Go tool keeps the registry.
func check(ctx context.Context, text []byte) error {
	var entry apiv0.ServerJSON
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&entry); err != nil {
		return err
	}
	if entry.Schema != model.CurrentSchemaURL {
		return fmt.Errorf("$schema is %q, the registry's is %q", entry.Schema, model.CurrentSchemaURL)
	}
	schema, err := registrySchema(ctx)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	if err := schema.Validate(value); err != nil {
		return err
	}
	return packages(entry)
}

// registrySchema compiles the schema that the registry itself validates with.
func registrySchema(ctx context.Context) (*jsonschema.Schema, error) {
	dir, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/modelcontextprotocol/registry").Output()
	if err != nil {
		return nil, fmt.Errorf("find the registry's module: %w", err)
	}
	version := path.Base(path.Dir(model.CurrentSchemaURL))
	f, err := os.Open(filepath.Join(strings.TrimSpace(string(dir)), "internal", "validators", "schemas", version+".json"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(model.CurrentSchemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(model.CurrentSchemaURL)
}

// packages checks what the schema can't say and the registry asks of bundles and images.
// A hash is asked for when any package has one: the file in the repository is a
// template without, and what is published has all.
func packages(entry apiv0.ServerJSON) error {
	if len(entry.Packages) == 0 {
		return errors.New("there are no packages")
	}
	hashed, images := 0, 0
	for _, p := range entry.Packages {
		switch {
		case p.RegistryType == model.RegistryTypeOCI:
			images++
			if p.Version != "" || !strings.HasSuffix(p.Identifier, ":"+entry.Version) {
				return fmt.Errorf("%s is not of version %s", p.Identifier, entry.Version)
			}
		case p.RegistryType != model.RegistryTypeMCPB:
			return fmt.Errorf("%s is of type %q, want %q", p.Identifier, p.RegistryType, model.RegistryTypeMCPB)
		case p.Version != entry.Version || !strings.Contains(p.Identifier, "/releases/download/v"+entry.Version+"/"):
			return fmt.Errorf("%s is not of version %s", p.Identifier, entry.Version)
		case p.FileSHA256 != "":
			hashed++
		}
	}
	if bundles := len(entry.Packages) - images; hashed != 0 && hashed != bundles {
		return fmt.Errorf("%d of %d packages have no fileSha256", bundles-hashed, bundles)
	}
	return nil
}
