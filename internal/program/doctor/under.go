package doctor

import (
	"os"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/config"
)

var under sync.Mutex

// Under calls f while the process's environment has the variables, and the home directory,
// as getenv returns them.
func Under(getenv func(string) string, variables []config.Variable, f func()) {
	under.Lock()
	defer under.Unlock()
	names := []string{"HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "FAMILIES_CONFIG_PATH", "DEFAULT_AUTHOR_EMAIL"}
	for _, v := range variables {
		names = append(names, v.Name)
	}
	for _, name := range names {
		value := getenv(name)
		if before, set := os.LookupEnv(name); set {
			defer func() { _ = os.Setenv(name, before) }()
		} else {
			defer func() { _ = os.Unsetenv(name) }()
		}
		_ = os.Unsetenv(name)
		if value != "" {
			_ = os.Setenv(name, value)
		}
	}
	f()
}
