// Package deploy_test holds the files of this folder to what the programs accept.
package deploy_test

import (
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documents parses all documents of a file of YAML.
func documents[T any](t *testing.T, name string) (list []T) {
	t.Helper()
	for d := yaml.NewDecoder(strings.NewReader(read(t, name))); ; {
		var one T
		switch err := d.Decode(&one); {
		case errors.Is(err, io.EOF):
			return list
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, one)
	}
}

// checkSettings has a program load settings, each of which it must know, and end within so long
// after SIGTERM.
func checkSettings(t *testing.T, program string, env map[string]string, patience time.Duration) {
	t.Helper()
	known, load := config.Variables(&serve.Settings{}), func() (time.Duration, error) {
		s, err := serve.Load()
		return s.LongestStop(), err
	}
	if program == "recipe-mcp" {
		known, load = recipemcp.Program().Variables(), func() (time.Duration, error) {
			s, err := recipemcp.Program().Load()
			if err != nil {
				return 0, err
			}
			return endpoint.LongestStop(s.Shared().HTTP, s.Shared().Loop), nil
		}
	}
	checkNames(t, env, known)
	var longest time.Duration
	var err error
	harness.WithEnv(env, func() { longest, err = load() })
	switch {
	case err != nil:
		t.Errorf("%s refuses the settings: %v", program, err)
	case longest > patience:
		t.Errorf("%s may take %v to end, and is killed after %v", program, longest, patience)
	}
}

func checkNames(t *testing.T, env map[string]string, known []config.Variable) {
	t.Helper()
	for name := range env {
		if !strings.HasPrefix(name, "OTEL_") && !slices.ContainsFunc(known, func(v config.Variable) bool { return v.Name == name }) {
			t.Errorf("there is no setting %s", name)
		}
	}
}

// port is the end of an address.
func port(address string) string { return address[strings.LastIndex(address, ":")+1:] }

type service struct {
	Image, User string
	Build       struct{ Context, Dockerfile string }
	Environment map[string]string
	Expose      []string
	Patience    time.Duration `yaml:"stop_grace_period"`
}

// programOf is the program that a service or an image is of.
func programOf(name string) string {
	if strings.Contains(name, "recipe-mcp") {
		return "recipe-mcp"
	}
	return "recipe-vault"
}

// stateKey is 32 bytes in base64.
var stateKey = strings.Repeat("A", 43) + "="

var variable = regexp.MustCompile(`\$\{(\w+)[^}]*\}`)

// TestCompose loads the settings of the services, and finds their ports where others look.
func TestCompose(t *testing.T) {
	t.Parallel()
	example := read(t, "example.env")
	secrets := map[string]string{
		"POSTGRES_PASSWORD": "a-password", "API_KEY": "a-key-of-twenty-signs", "AUTH_TOKEN": "a-token-of-twenty-signs",
		"MCP_DOMAIN": "mcp.example.com", "USER_EMAIL": "alice@example.com", "STATE_KEY": stateKey,
	}
	services := documents[struct{ Services map[string]service }](t, "compose.yaml")[0].Services
	for name, s := range services {
		for k, v := range s.Environment {
			s.Environment[k] = variable.ReplaceAllStringFunc(v, func(ref string) string {
				n := variable.FindStringSubmatch(ref)[1]
				if !strings.Contains(example, "\n"+n+"=") {
					t.Errorf("%s: example.env lacks %s", name, n)
				}
				return secrets[n]
			})
		}
	}
	targets, caddy := read(t, "prometheus.yaml"), read(t, "Caddyfile")
	for _, name := range []string{"vault-1", "vault-2", "recipe-mcp-1", "recipe-mcp-2"} {
		s := services[name]
		if s.Build.Dockerfile == "" {
			t.Fatalf("%s: Docker looks for a Dockerfile", name)
		}
		file := filepath.Join(s.Build.Context, s.Build.Dockerfile)
		checkSettings(t, programOf(name), s.Environment, s.Patience)
		checkUser(t, file, s.User)
		checkImage(t, s.Image)
		web, measured := port(s.Environment["HTTP_ADDR"]), port(s.Environment["METRICS_ADDR"])
		if !slices.Equal(s.Expose, []string{web, measured}) {
			t.Errorf("%s exposes %v, and listens on %s and %s", name, s.Expose, web, measured)
		}
		if !strings.Contains(targets, `"`+name+":"+measured+`"`) || !regexp.MustCompile(`\b`+name+":"+web+`\b`).MatchString(caddy) {
			t.Errorf("Prometheus or the proxy don't look for %s where it listens", name)
		}
		if !strings.Contains(read(t, file), "HTTP_ADDR=0.0.0.0:"+web) {
			t.Errorf("the image of %s listens elsewhere", name)
		}
	}
	if at := services["recipe-mcp-1"].Environment["API_BASE_URL"]; !strings.Contains(caddy, at+" {") {
		t.Errorf("the proxy has no %s", at)
	}
	for name, s := range services {
		if !pinned.MatchString(s.Image) {
			t.Errorf("%s: the image %s has no version", name, s.Image)
		}
	}
}

// pinned matches an image with a version, which no later one replaces.
var pinned = regexp.MustCompile(`:v?\d+\.\d+(\.\d+)?$`)

// checkImage wants one that releases have, with a version.
func checkImage(t *testing.T, image string) {
	t.Helper()
	name := image[:max(0, strings.LastIndex(image, ":"))]
	if !pinned.MatchString(image) || !strings.Contains(read(t, "../.goreleaser.yaml"), "images: ["+name+"]") {
		t.Errorf("no release has the image %s", image)
	}
}

// TestIgnored keeps secrets and history out of images. Docker reads one list alone, and so does
// Podman unless there is another that is its own.
func TestIgnored(t *testing.T) {
	t.Parallel()
	list := strings.Fields(read(t, "../.dockerignore"))
	for _, name := range []string{".git", "**/.env"} {
		if !slices.Contains(list, name) {
			t.Errorf("%s would be part of images", name)
		}
	}
	if !strings.Contains(read(t, "../.gitignore"), "/deploy/.env\n") {
		t.Error("deploy/.env could be committed")
	}
	for _, pattern := range []string{"../.containerignore", "../*.dockerignore", "*.dockerignore", "../*.containerignore", "*.containerignore"} {
		others, err := filepath.Glob(pattern)
		others = slices.DeleteFunc(others, func(f string) bool { return filepath.Base(f) == ".dockerignore" })
		if err != nil || len(others) > 0 {
			t.Errorf("%v count in place of .dockerignore: %v", others, err)
		}
	}
}

// checkUser wants the user of an image.
func checkUser(t *testing.T, file, user string) {
	t.Helper()
	if !strings.Contains(read(t, file), "\nUSER "+user+"\n") {
		t.Errorf("%s has another user than %s", file, user)
	}
}

type manifest struct {
	Kind       string
	StringData map[string]string `yaml:"stringData"`
	Spec       struct {
		Template struct {
			Metadata struct{ Annotations map[string]string }
			Spec     struct {
				Patience        int `yaml:"terminationGracePeriodSeconds"`
				SecurityContext struct {
					RunAsUser  string `yaml:"runAsUser"`
					RunAsGroup string `yaml:"runAsGroup"`
				} `yaml:"securityContext"`
				Containers []struct {
					Image string
					Env   []struct{ Name, Value string }
					Ports []struct {
						Name          string
						ContainerPort string `yaml:"containerPort"`
					}
				}
			}
		}
		Ports   []struct{ Port string }
		Ingress []struct{ Ports []struct{ Port string } }
	}
}

// TestKubernetes loads the settings of the containers, and finds their ports and probes.
func TestKubernetes(t *testing.T) {
	t.Parallel()
	for program, from := range map[string]struct{ image, health string }{
		"recipe-vault": {"Containerfile.recipe-vault", "../recipe/vault/serve/health.go"},
		"recipe-mcp":   {"Containerfile.recipe-mcp", "../internal/program/endpoint/endpoint.go"},
	} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			file := "kubernetes/" + program + ".yaml"
			env := documents[manifest](t, "kubernetes/"+program+".secret.example.yaml")[0].StringData
			if env["STATE_KEY"] != "" { // the example isn't one, so that no one keeps it
				env["STATE_KEY"] = stateKey
			}
			kinds := map[string]manifest{}
			for _, m := range documents[manifest](t, file) {
				kinds[m.Kind] = m
			}
			pod := kinds["Deployment"].Spec.Template
			c := pod.Spec.Containers[0]
			for _, e := range c.Env {
				env[e.Name] = e.Value
			}
			checkSettings(t, program, env, time.Duration(pod.Spec.Patience)*time.Second)
			web, measured := port(env["HTTP_ADDR"]), port(env["METRICS_ADDR"])
			policy := kinds["NetworkPolicy"].Spec.Ingress
			for what, got := range map[string][2]string{
				"the first port":  {c.Ports[0].ContainerPort, web},
				"the second port": {c.Ports[1].ContainerPort, measured},
				"the service":     {kinds["Service"].Spec.Ports[0].Port, web},
				"the annotation":  {pod.Metadata.Annotations["prometheus.io/port"], measured},
				"the policy":      {policy[0].Ports[0].Port + " " + policy[1].Ports[0].Port, web + " " + measured},
			} {
				if got[0] != got[1] {
					t.Errorf("%s is %s, want %s", what, got[0], got[1])
				}
			}
			user := pod.Spec.SecurityContext
			checkUser(t, from.image, user.RunAsUser+":"+user.RunAsGroup)
			checkImage(t, c.Image)
			if _, ok := kinds["PodDisruptionBudget"]; !ok {
				t.Error("there is no budget")
			}
			handled := read(t, from.health)
			probes := regexp.MustCompile(`path: (/\w+), port: (\w+)`).FindAllStringSubmatch(read(t, file), -1)
			if len(probes) != 3 {
				t.Errorf("%d probes", len(probes))
			}
			for _, probe := range probes {
				if !strings.Contains(handled, probe[1]+`"`) || probe[2] != c.Ports[0].Name {
					t.Errorf("nothing answers the probe %s at %s", probe[1], probe[2])
				}
			}
		})
	}
}

// TestMetrics: the dashboard and the alerts ask for metrics that there are.
func TestMetrics(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, f := range serve.Metrics() {
		known[f.Name] = true
		if f.Kind() == "histogram" {
			known[f.Name+"_bucket"], known[f.Name+"_sum"], known[f.Name+"_count"] = true, true, true
		}
	}
	answer := httptest.NewRecorder()
	endpoint.NewMetrics(func() (calls, streams int) { return 0, 0 }).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	for _, kind := range regexp.MustCompile(`(?m)^# TYPE (\w+) (\w+)`).FindAllStringSubmatch(answer.Body.String(), -1) {
		known[kind[1]] = true
		if kind[2] == "histogram" {
			known[kind[1]+"_bucket"], known[kind[1]+"_sum"], known[kind[1]+"_count"] = true, true, true
		}
	}
	name := regexp.MustCompile(`\b(recipe_vault|mcp|go|process)_\w+`)
	for _, file := range []string{"grafana/dashboard.json", "alerts.yaml"} {
		asked := name.FindAllString(read(t, file), -1)
		if len(asked) < 5 {
			t.Errorf("%s asks for %d metrics", file, len(asked))
		}
		for _, n := range asked {
			if !known[n] {
				t.Errorf("%s: there is no metric %s", file, n)
			}
		}
	}
	checkAlerts(t)
	if documents[map[string]any](t, "alerts.yaml") == nil || documents[map[string]any](t, "prometheus.yaml") == nil ||
		!strings.Contains(read(t, "compose.yaml"), "./grafana/dashboard.json") {
		t.Error("a file has nothing in it")
	}
}

// checkAlerts has each outcome that is someone's to mend, and each job, in an alert.
func checkAlerts(t *testing.T) {
	t.Helper()
	alerts, dashboard := read(t, "alerts.yaml"), read(t, "grafana/dashboard.json")
	watched := map[string][]string{}
	selector := regexp.MustCompile(`(recipe_vault_database_use|mcp_tool_calls)_\w+\{outcome[=!]~?\\?"([\w|]+)\\?"`)
	for _, found := range selector.FindAllStringSubmatch(alerts+dashboard, -1) {
		watched[found[1]] = append(watched[found[1]], strings.Split(found[2], "|")...)
	}
	for name, known := range map[string][]string{
		"recipe_vault_database_use": serve.Outcomes(), // the dashboard says which are no failures
		"mcp_tool_calls":            {"unauthorized", "forbidden", "unavailable", "timeout", "unknown_outcome", "internal"},
	} {
		for _, outcome := range watched[name] {
			if !slices.Contains(known, outcome) {
				t.Errorf("%s has no outcome %s", name, outcome)
			}
		}
		for _, outcome := range known {
			if !slices.Contains(watched[name], outcome) {
				t.Errorf("nothing watches the outcome %s of %s", outcome, name)
			}
		}
	}
	for _, job := range regexp.MustCompile(`job_name: (\S+)`).FindAllStringSubmatch(read(t, "prometheus.yaml"), -1) {
		if !strings.Contains(alerts, `up{job="`+job[1]+`"} == 0`) {
			t.Errorf("nothing watches whether %s is up", job[1])
		}
	}
}
