// Package interchange reads recipes from the files of other programs and
// writes them to files that other programs read.
//
// # Reading
//
// [Open] takes a file's name and content, finds the [Format] by content first
// and by extension second, and returns a [File]. [File.Recipes] then yields
// what is in it, one [Item] or one error at a time:
//
//	for item, err := range file.Recipes() {
//		if err != nil {
//			// this recipe alone failed; the loop goes on with the next
//		}
//	}
//
// Read are: schema.org JSON-LD (a JSON file or a saved HTML page, of which the
// microdata is read when it has no JSON-LD of a recipe), Paprika,
// Mealie and Tandoor exports, Cooklang, and this project's JSON Lines. An
// archive may mix them.
//
// Promises:
//
//   - A yielded recipe fits the limits of the vault's create body; one of our own
//     files that a vault may have held stays as it was (see [Item.Kept]), and may
//     break a rule that came later. What had to move to make it fit is told in
//     [Item.Warnings]; no words are thrown away: what a field can't hold goes to
//     the description, and what the description can't hold becomes the last
//     step. Parts of a JSON-LD recipe that are not known, or only pointed to and
//     nowhere found, are told too.
//   - Ingredient lines are split only where that is sure (see
//     [ParseIngredient]); otherwise the whole line is the name.
//   - Everything has a bound: 64 MiB and 100,000 recipes for a file, 10,000
//     recipes for an archive, 16 MiB for a member of it, 256 MiB unpacked in
//     all, nesting and number of values in JSON. JSON Lines may have 1 GiB, of
//     which no more than 64 MiB and a line of 32 MiB are held. Nothing is written
//     to disk, so the names inside an archive are only ever text.
//   - Errors are [*Error]: a sentence with the file, the entry, and line and
//     column where the format has them. Neither errors nor warnings quote the
//     text of a recipe; names of files and entries are quoted, and some
//     programs name entries after the dish.
//
// # Writing
//
// [NewWriter] takes the API's JSON of a recipe with its ingredients and steps,
// and writes JSON Lines, JSON-LD or Cooklang. Each of them comes back when it
// is read: JSON Lines exactly, whatever a vault may have held (see [Item.Kept]),
// the others but for white space at either end of
// lines, empty lines in a row and blanks in a row within a title, name or unit.
//
//   - A quantity is written in a few decimals, or as the fraction that it is,
//     or in as many digits as it takes; it reads back as the same float64.
//   - JSON-LD says by encodingFormat "text/plain" that its texts are no HTML,
//     and by supply what the parts of the ingredients are when a line alone
//     does not say them surely. Supplies that do not agree with the lines are
//     not taken for that.
//   - Cooklang has a backslash before a sign that would mean something, and at
//     the end of a line within a step or a note.
//
// # Own parsers
//
// Durations, ingredient lines and Cooklang are parsed here: no maintained Go
// module does the last two (what exists is years old and not served by the
// module proxy), and the duration modules know ISO 8601 alone while half of
// what is met in the wild is "1 hr 30 min".
//
// All functions are safe for concurrent use; a [Writer], and a [File] that is
// not Repeatable, belong to one goroutine.
package interchange
