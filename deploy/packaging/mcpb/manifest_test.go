package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

func TestNewManifest(t *testing.T) {
	t.Parallel()
	for _, p := range platforms {
		t.Run(p.name(), func(t *testing.T) {
			t.Parallel()
			for _, b := range products() {
				m := newManifest("1.2.3", b, p)
				if m.Version != "1.2.3" || m.Server.EntryPoint != b.binary(p) || m.Server.Start.Command != "${__dirname}/"+b.binary(p) {
					t.Errorf("version %q, entry point %q, command %q", m.Version, m.Server.EntryPoint, m.Server.Start.Command)
				}
				if (path.Ext(b.binary(p)) == ".exe") != (p.os == "windows") {
					t.Errorf("the program on %s is %q", p.os, b.binary(p))
				}
				if diff := cmp.Diff([]string{p.client}, m.Compatibility.Platforms); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestNewManifest_Settings(t *testing.T) {
	t.Parallel()
	for i, want := range []map[string]string{{
		"API_BASE_URL": "${user_config.api_base_url}",
		"API_KEY":      "${user_config.api_key}",
		"USER_EMAIL":   "${user_config.user_email}",
	}, {
		"PORTFOLIO_BUSINESS_NAME": "${user_config.business_name}",
		"PORTFOLIO_CITY":          "${user_config.city}",
		"PORTFOLIO_STATE":         "${user_config.state}",
		"API_BASE_URL":            "${user_config.api_base_url}",
		"API_TOKEN":               "${user_config.api_token}",
	}, {
		"CATALOG": "${user_config.catalog}",
	}} {
		b := products()[i]
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			checkSettings(t, newManifest("1.2.3", b, platforms[0]), want)
		})
	}
}

func checkSettings(t *testing.T, m manifest, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, m.Server.Start.Env); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
	text, err := json.Marshal(m.UserConfig)
	if err != nil {
		t.Fatal(err)
	}
	var settings map[string]map[string]any
	if err := json.Unmarshal(text, &settings); err != nil {
		t.Fatal(err)
	}
	if len(settings) != len(want) {
		t.Errorf("the form asks for %d settings, the environment takes %d", len(settings), len(want))
	}
	for name, s := range settings {
		if s["required"] != false || s["default"] != "" {
			t.Errorf("%s: required %v, default %v; nothing may have to be filled in, and a blank must come as one", name, s["required"], s["default"])
		}
		if sensitive := s["sensitive"] == true; sensitive != (name == "api_key" || name == "api_token") {
			t.Errorf("%s: sensitive is %v", name, sensitive)
		}
	}
}

func TestNewManifest_Tools(t *testing.T) {
	t.Parallel()
	for i, tools := range [][]mcp.Tool{recipe.Tools(nil, recipe.ToolOptions{}), portfolio.Tools(nil, portfolio.ToolOptions{}), giftmcp.Program().Tools()} {
		var want []tool
		for _, tl := range tools {
			want = append(want, tool{tl.Name, tl.Description})
		}
		if diff := cmp.Diff(want, newManifest("1.2.3", products()[i], platforms[0]).Tools); diff != "" {
			t.Errorf("tools (-want +got):\n%s", diff)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	got, err := choose([]string{"windows_amd64", "linux_arm64"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"windows_amd64", "linux_arm64"}, names(got)); diff != "" {
		t.Error(diff)
	}
	if _, err := choose([]string{"plan9_mips"}); err == nil || !strings.Contains(err.Error(), "linux_amd64") {
		t.Errorf("an unknown platform gives %v, want the ones there are", err)
	}
}

// Each product has an icon of the size that the format recommends, with a
// transparent corner.
func TestProduct_Icon(t *testing.T) {
	t.Parallel()
	for _, b := range products() {
		text, err := b.icon()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", b.Name, err)
		}
		if size := img.Bounds().Size(); size.X != 512 || size.Y != 512 {
			t.Errorf("%s: the icon is %v", b.Name, size)
		}
		if _, _, _, alpha := img.At(0, 0).RGBA(); alpha != 0 {
			t.Errorf("%s: the corner is not transparent", b.Name)
		}
	}
}
