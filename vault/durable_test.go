package vault_test

import (
	"testing"

	"mcp-adapters/vault"
)

// TestVault_FlushesEachCommit holds what a test can't try without cutting the
// power: an acknowledged write was flushed to the disk (synchronous 2 is FULL).
func TestVault_FlushesEachCommit(t *testing.T) {
	t.Parallel()
	v := open(t, vault.Options{})
	for name, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1"} {
		write, read, err := v.Pragma(t.Context(), name)
		if err != nil || write != want || read != want {
			t.Errorf("%s is %q for writes and %q for reads, %v", name, write, read, err)
		}
	}
}
