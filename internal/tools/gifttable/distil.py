#!/usr/bin/env python3
"""Distils all-MiniLM-L6-v2 into the table of package gift/embed/table.

    python3 -m venv venv && . venv/bin/activate
    pip install --no-deps -r requirements.txt
    python3 distil.py            # writes ../../gift/embed/table/table.bin, in minutes

The recipe is Model2Vec's: each token goes through the model on its own, principal
components keep 256 of the 384 dimensions, and a row weighs the less the more frequent its
token is. The same numpy on the same kind of processor makes the same bytes; another one may
round a few of the eight million differently.
"""

import argparse
import pathlib
import struct

import numpy as np

import model

HERE = pathlib.Path(__file__).parent
DIMENSIONS = 256
ZIPF = 1e-4  # the frequency at which a token weighs half
FILLER = 0.05  # the weight of words that say nothing here
SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}


def words(name):
    lines = (HERE / name).read_text().splitlines()
    return {w for line in lines if not line.startswith("#") for w in line.split()}


def token_vectors(m, ids):
    """Each token on its own: the mean over [CLS] token [SEP]."""
    batch = np.stack([np.full(len(ids), model.CLS), ids, np.full(len(ids), model.SEP)], 1)
    return np.concatenate([m.forward(batch[i : i + 1024]) for i in range(0, len(ids), 1024)])


def principal(x, dims):
    x = x.astype(np.float64) - x.mean(0, dtype=np.float64)
    _, vectors = np.linalg.eigh(x.T @ x)
    vectors = vectors[:, ::-1][:, :dims]
    # A component has no sign of its own; its largest entry is positive.
    vectors *= np.sign(vectors[np.abs(vectors).argmax(0), np.arange(dims)])
    return x @ vectors


def weights(tokens):
    rank = np.arange(2, len(tokens) + 2)
    p = 1 / rank / np.sum(1 / rank)
    w = ZIPF / (ZIPF + p)
    filler = words("stopwords.txt") | words("filler.txt")
    w[[t in filler for t in tokens]] *= FILLER
    return w


def write(path, tokens, rows):
    """The format that package table reads in place: see table.go there."""
    scale = np.maximum(np.abs(rows).max(1), 1e-12) / 127
    quantised = np.rint(rows / scale[:, None]).astype(np.int8)
    # Those that begin a word, then those that continue one, each in the order of their bytes.
    order = sorted(range(len(tokens)), key=lambda i: (tokens[i].startswith("##"), tokens[i].removeprefix("##").encode()))
    texts = [tokens[i].removeprefix("##").encode() for i in order]
    begin = sum(not tokens[i].startswith("##") for i in order)
    with open(path, "wb") as f:
        f.write(b"GIFTTAB1" + struct.pack("<III", len(tokens), begin, rows.shape[1]))
        f.write(scale[order].astype("<f4").tobytes())
        f.write(quantised[order].tobytes())
        f.write(np.cumsum([0] + [len(t) for t in texts]).astype("<u4").tobytes())
        f.write(b"".join(texts))


def main():
    parser = argparse.ArgumentParser(description="Distil the table of package gift/embed/table.")
    parser.add_argument("-o", default=HERE / "../../gift/embed/table/table.bin", help="file to write")
    out = parser.parse_args().o
    at = model.folder()
    vocab = model.vocabulary(at)
    ids = np.array([i for i, t in enumerate(vocab) if t not in SPECIAL and not t.startswith("[unused")])
    tokens = [vocab[i] for i in ids]
    rows = principal(token_vectors(model.Model(at), ids), DIMENSIONS)
    write(out, tokens, rows * weights(tokens)[:, None])
    for name in model.SHA256:
        print(f"in   {model.SHA256[name]}  {name}")
    print(f"out  {model.sha256(out)}  {pathlib.Path(out).name}: {len(tokens)} tokens, {DIMENSIONS} dimensions")


if __name__ == "__main__":
    main()
