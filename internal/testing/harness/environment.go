package harness

import (
	"os"
	"sync"
)

var environment sync.Mutex

// WithEnv calls f while the process's environment has these variables too. Calls wait for
// each other, so that parallel tests can read settings in the test's own process.
func WithEnv(variables map[string]string, f func()) {
	environment.Lock()
	defer environment.Unlock()
	for name, value := range variables {
		if before, set := os.LookupEnv(name); set {
			defer func() { _ = os.Setenv(name, before) }()
		} else {
			defer func() { _ = os.Unsetenv(name) }()
		}
		_ = os.Setenv(name, value)
	}
	f()
}
