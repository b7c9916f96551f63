// Package original imitates, for tests, the Recipe Vault server on which the REST
// contract was observed. It has the same routes on a store in memory, and the
// quirks that clients meet there and that this project's vault does not have. No
// program that ships contains it.
//
//	s := original.New(original.Options{Key: "k", Families: [][]string{{"alice@example.com"}}})
//	api := httptest.NewServer(s)
//
// Each [Quirk] is on unless [Options.Without] names it. Intermittent failures are
// off unless [Options.Locked] or [Options.Unread] is set. Delayed effects happen
// when the test says so: see [Options.Later] and [Server.Rate].
//
// Some properties can't be switched off:
//
//   - There is no /health and no /openapi.json. An unknown path gets 404, and a
//     method that a path does not support gets 405, both without a body.
//   - The error of a 404 is just the id, that of a 409 just the title.
//   - Text is stored as it was sent: " Soup" and "Soup" are two recipes.
//   - A body that is not JSON gets 400, one with wrong types 422, both with plain
//     text. A repeated member counts as a wrong type, and so do ingredients and
//     steps that are null in a create.
//   - Times, servings and temperatures may be negative, names and instructions
//     empty. An update's description may have any length.
//   - An update that changes nothing does not change updated_at.
//   - Of two X-User-Email headers, the first counts.
package original
