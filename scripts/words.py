"""Writes the page's own words, in every language, for its build; run it after changing a text.

.venv/bin/python scripts/words.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moleworks.web.words import WORDS  # noqa: E402
from scripts.texts import catalogues, read  # noqa: E402

FOLDER = ROOT / "page" / "src" / "words"


def written() -> dict[Path, str]:
    """What each file should hold: English as the source has it, the others from the catalogues."""
    texts = {"en": dict(WORDS)}
    for file in catalogues():
        catalogue = read(file)
        texts[file.parts[-3]] = {
            name: _translated(catalogue.get(text)) or text for name, text in WORDS.items()
        }
    return {
        FOLDER / f"{code}.json": json.dumps(words, ensure_ascii=False, indent=1) + "\n"
        for code, words in texts.items()
    }


def _translated(message: object) -> str:
    return str(getattr(message, "string", "") or "")


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text, "utf-8")
