// Package kitchen scales recipes and makes shopping lists. It is pure: decoded recipes
// in, lines out.
//
// A quantity is an exact fraction, and scaling never rounds it: scaling by a and then by
// 1/a returns the quantity that was read. Beside the exact quantity a line shows what a
// cook can measure, such as "1/4 cup + 2 tbsp" or "165 ml", with a [Mark] that says how it
// came about. An amount counts as exact if it differs by at most half a percent.
//
// The cup, the spoons and the pint are US customary: a cup is 236.588 ml. EL and TL and
// their equivalents in other languages are 15 and 5 ml. A Tasse, tasse or taza has no
// certain size: it is scaled, and never added to other volumes.
package kitchen
