// Package transfer brings recipes from files into a vault and takes them away as
// files. Package interchange knows the formats; this one reads directories, speaks
// to the vault, waits while it is busy, and reports what came of each recipe.
//
// [Import] saves each recipe by itself and skips those whose titles are in the
// vault already, so that an import which was stopped can simply be run again.
// [Export] gives a file its name when it is complete.
package transfer
