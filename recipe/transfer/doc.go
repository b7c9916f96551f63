// Package transfer imports recipes from files into a vault and exports them to
// files. Package interchange knows the formats; this one reads directories, calls
// the vault, waits while it is busy, and reports the outcome for each recipe.
//
// [Import] saves each recipe separately and skips those whose titles are in the
// vault already, so an import that was stopped can be run again. [Export] gives a
// file its name only when it is complete.
package transfer
