// Package interchange reads recipes from the files of other programs and
// writes them to files that other programs can read.
//
// # Reading
//
// [Open] takes a file's name and content, detects the [Format], by content first
// and by extension second, and returns a [File]. [File.Recipes] then yields
// its recipes, one [Item] or one error at a time; after an error, which is about one
// recipe alone, the loop continues with the next.
//
// It reads schema.org JSON-LD (a JSON file or a saved HTML page, whose microdata
// is read if the page has no recipe in JSON-LD), Paprika, Mealie and Tandoor
// exports, Cooklang, and this project's JSON Lines. An archive may mix them.
//
// Promises:
//
//   - A yielded recipe fits the limits of the vault's create body, except that a
//     recipe from our own files that a vault may have held stays as it was (see
//     [Item.Kept]), even if it breaks a newer rule. [Item.Warnings] says what was
//     moved to make a recipe fit. No text is dropped: what a field can't hold goes
//     to the description, and what the description can't hold becomes the last
//     step. Parts of a JSON-LD recipe that are unknown, or referenced but not
//     found, are reported too.
//   - An ingredient line is split only if the split is certain (see
//     [ParseIngredient]); otherwise the whole line is the name.
//   - Everything has a bound: 64 MiB and 100,000 recipes per file, 10,000
//     recipes per archive, 16 MiB per member of it, 256 MiB unpacked in all,
//     nesting and number of values in JSON. JSON Lines may have 1 GiB, of which
//     no more than 64 MiB and a line of 32 MiB are held. Nothing is written to
//     disk, so the names inside an archive are only ever text.
//   - Errors are [*Error]: a sentence with the file, the entry, and line and
//     column if the format has them. Neither errors nor warnings quote the text
//     of a recipe. They do quote names of files and entries, and some programs
//     name entries after the dish.
//
// # Writing
//
// [NewWriter] takes the API's JSON of a recipe with its ingredients and steps,
// and writes JSON Lines, JSON-LD or Cooklang. All three can be read back: JSON
// Lines exactly, whatever a vault may have held (see [Item.Kept]), the others
// except for white space at the ends of lines, repeated empty lines, and repeated
// blanks within a title, name or unit.
//
//   - A quantity is written with a few decimals, as a fraction, or with as many
//     digits as it takes; it reads back as the same float64.
//   - In JSON-LD, encodingFormat "text/plain" says that the texts are not HTML,
//     and supply lists the parts of the ingredients if a line alone is ambiguous.
//     Supplies that do not match the lines are ignored.
//   - Cooklang has a backslash before a character that would have a special
//     meaning, and at the end of a line within a step or a note.
//
// Durations, ingredient lines and Cooklang are parsed here: there is no maintained Go
// module for the last two, and those for durations know only ISO 8601, while half of the
// durations in real files look like "1 hr 30 min".
//
// All functions are safe for concurrent use. A [Writer], and a [File] that is
// not Repeatable, must be used by one goroutine at a time.
package interchange
