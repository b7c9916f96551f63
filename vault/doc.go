// Package vault is a Recipe Vault: its REST contract on one SQLite file, as an
// [net/http.Handler].
package vault
