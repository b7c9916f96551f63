// Package original plays the Recipe Vault server that the REST contract was
// observed on, for tests: the same routes on a store in memory, with the quirks
// that a client meets there and that the vault of this project doesn't have. It
// is part of no program that ships.
//
//	s := original.New(original.Options{Key: "k", Families: [][]string{{"alice@example.com"}}})
//	api := httptest.NewServer(s)
//
// Each [Quirk] is on unless [Options.Without] names it. What goes wrong now and
// then is switched on: [Options.Locked] and [Options.Unread]. What happens later
// happens when the test says so: [Options.Later] and [Server.Rate].
//
// Some things are as they are, and need no name to be switched off:
//
//   - There is no /health and no /openapi.json. Unknown paths are answered with
//     404 and methods that a path doesn't take with 405, both without a body.
//   - The error of a 404 is the bare id, that of a 409 the bare title.
//   - Text is stored as it was sent: " Soup" and "Soup" are two recipes.
//   - A body that isn't JSON is answered with 400, one of other types with 422,
//     both in plain text. A member that occurs twice is of another type, and so
//     are ingredients and steps that are null in a create.
//   - Times, servings and temperatures may be negative, names and instructions
//     empty. An update's description may have any length.
//   - An update that changes nothing leaves updated_at as it is.
//   - Of two X-User-Email headers the first counts.
package original
