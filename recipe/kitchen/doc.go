// Package kitchen does a cook's sums: it scales recipes, converts them between metric and
// US measures, and makes shopping lists. All of it is pure: decoded recipes in, lines out.
//
// # Exact and shown
//
// A quantity is kept as an exact fraction, and scaling never rounds it: scaling by a
// and then by 1/a gives back the quantity that was read, and scaling by 1 changes
// nothing. Beside the exact quantity, a line has what a cook can measure, such as
// "1/4 cup + 2 tbsp" or "165 ml", and a [Mark] that says how it came about. What is
// shown counts as exact if it differs by at most half a percent.
//
// # Measures
//
// The cup, the spoons and the pint are US customary: a cup is 236.588 ml. EL and TL and
// their like in other languages are 15 and 5 ml. Spoons are used in both systems, so
// that a few of them are never converted. A Tasse, tasse or taza has no sure size: it is
// scaled, and never converted.
//
// Between volume and weight, the density table decides, and only if the name of an
// ingredient is in it word for word, save for plurals and remarks.
package kitchen
