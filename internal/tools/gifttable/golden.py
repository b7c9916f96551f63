#!/usr/bin/env python3
"""Writes what the reference tokenizer makes of a large generated corpus.

    python3 golden.py            # writes to ../../gift/embed/wordpiece/testdata

A line of golden.txt.gz has a text as a JSON string, a tab, and its tokens; the texts are
drawn with a fixed seed of the alphabets and oddities that tokenizers differ in. A line of
points.txt.gz has a run of code points that fare alike between two letters, from, to, and
how: they vanish, count as a space, are a word by themselves or belong to the word.
"""

import gzip
import json
import pathlib
import random
import unicodedata

import model

HERE = pathlib.Path(__file__).parent
OUT = HERE / "../../gift/embed/wordpiece/testdata/golden.txt.gz"

ALPHABETS = [
    (0x20, 0x7E), (0xA0, 0x24F), (0x250, 0x2AF), (0x300, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x58F),
    (0x591, 0x5F4), (0x600, 0x6FF), (0x900, 0x97F), (0xE01, 0xE5B), (0x10A0, 0x10FF), (0x1100, 0x11FF),
    (0x1E00, 0x1FFF), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2190, 0x23FF), (0x2600, 0x27BF),
    (0x3000, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFB00, 0xFDFF),
    (0xFE00, 0xFE0F), (0xFE20, 0xFE6F), (0xFF00, 0xFFEF), (0x1D15E, 0x1D172), (0x1D400, 0x1D7FF), (0x1F1E6, 0x1F1FF),
    (0x1F300, 0x1FAFF), (0x20000, 0x2A6DF), (0x2F800, 0x2FA1F), (0xE0100, 0xE01EF),
]
ODDITIES = [
    "\u200b", "\u200c", "\u200d", "\ufeff", "\u00ad", "\u2060", "\u202e", "\u061c", "\u180e", "\ufffd", "\x00", "\x07", "\x1b",
    "\x7f", "\x85", "\u00a0", "\u1680", "\u2028", "\u2029", "\u3000", "\t", "\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x1f",
    "\u0301", "\u0307", "\u0345", "\u0903", "\u20dd", "\ue000", "\U000f0000", "\U0010ffff", "\ufdd0", "\u0378", "\u034f",
    "İ", "ı", "ß", "ẞ", "ſ", "ΐ", "ǅ", "Σς", "ﬃ", "Å", "Ω", "K", "ø", "Đ", "ł", "한글", "カ゛", "が", "½", "①", "㎏",
    "[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]", "##ing", "##", "[unused5]", "[", "]", "❤️", "👨‍👩‍👧", "🏳️‍🌈", "e\u0301\u0323",
    "don't", "it's", "'", "’", "“quoted”", "–", "—", "…", "C++", "a_b", "x=y", "~", "`", "^", "$25", "€20", "100%", "#1", "@home",
]
WORDS = """my dad who loves woodworking and classic rock music 65 years old sister birthday under gift teapot turntable
sourdough embroidery telescope unbelievable antidisestablishmentarianism crème brûlée jalapeño naïve Zoë São Tomé
Привет мир γειά κόσμε שלום مرحبا नमस्ते สวัสดี 你好世界 こんにちは 안녕하세요 cafés ÅNGSTRÖM STRASSE straße iPhone
supercalifragilisticexpialidocious electroencephalographically yoga-mat mother-in-law""".split()


def texts(rng):
    yield from ["", " ", "a", *ODDITIES, *WORDS]
    for n in (99, 100, 101, 102, 250):
        yield from ("a" * n, "é" * n, "e\u0301" * n, "x" * n + " y", "\u200b".join("b" * n), "中" * n, "." * n)
    for n in (1, 5, 29, 30, 31, 32, 60, 200):  # beyond 30 marks some normalizers break the run
        yield from ("a" + "\u0301" * n + "b", "a" + "\U0001d165\u0301" * n, "\u0301" * n, "a" + "\u0903\u0301" * n + "b")
    for _ in range(3000):
        kind = rng.random()
        if kind < 0.4:
            low, high = rng.choice(ALPHABETS)
            yield "".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 12)))
        elif kind < 0.8:
            parts = []
            for _ in range(rng.randint(1, 8)):
                low, high = rng.choice(ALPHABETS)
                parts.append(rng.choice([rng.choice(WORDS), rng.choice(ODDITIES), chr(rng.randint(low, high)), " "]))
            yield "".join(parts)
        else:
            words = [rng.choice(WORDS) for _ in range(rng.randint(1, 6))]
            words = [w.upper() if rng.random() < 0.2 else w.title() if rng.random() < 0.2 else w for w in words]
            yield unicodedata.normalize(rng.choice(["NFC", "NFD", "NFKD"]), rng.choice([" ", ", ", "-", "\u200d", "/"]).join(words))
    for _ in range(300):
        word = "".join(rng.choice("etaoinshrdlucmfwypvbgkqjxz") for _ in range(rng.randint(1, 30)))
        yield word
    for _ in range(500):
        while True:
            points = [rng.randint(0, 0x10FFFF) for _ in range(rng.randint(1, 6))]
            if all(not 0xD800 <= p <= 0xDFFF for p in points):
                break
        yield "".join(map(chr, points))


def code_points(t, unk):
    """What becomes of a code point between two letters: runs of those that end a word, vanish, or are a word."""
    a, b, ab = (t.encode(w, add_special_tokens=False).ids for w in ("a", "b", "ab"))

    def of(p):
        ids = t.encode(f"a{chr(p)}b", add_special_tokens=False).ids
        if ids == ab:
            return "nothing"
        if ids == a + b:
            return "space"
        if ids == [unk]:
            return "letter"
        if ids[:1] == a and ids[-1:] == b:
            return "word"
        return "letter"

    points = [p for p in range(0x110000) if not 0xD800 <= p <= 0xDFFF]
    start, last = points[0], of(points[0])
    for before, p in zip(points, points[1:]):
        if (now := of(p)) != last:
            yield start, before, last
            start, last = p, now
    yield start, points[-1], last


def main():
    vocab = model.vocabulary(model.folder())
    t = model.tokenizer(vocab)
    OUT.parent.mkdir(exist_ok=True)
    lines = []
    for text in dict.fromkeys(texts(random.Random(1))):
        ids = t.encode(text, add_special_tokens=False).ids
        lines.append(json.dumps(text) + "\t" + " ".join(vocab[i] for i in ids) + "\n")
    with gzip.GzipFile(OUT, "wb", mtime=0) as f:
        f.write("".join(lines).encode())
    runs = "".join(f"{a:x} {b:x} {kind}\n" for a, b, kind in code_points(t, model.UNK))
    with gzip.GzipFile(OUT.parent / "points.txt.gz", "wb", mtime=0) as f:
        f.write(runs.encode())
    print(f"{len(lines)} texts, {runs.count(chr(10))} runs of code points")


if __name__ == "__main__":
    main()
