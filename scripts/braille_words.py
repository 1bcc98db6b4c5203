"""Write the contracted Braille of every word in our texts; run it after changing texts of rules or press.

    .venv/bin/python scripts/braille_words.py

It asks Debian's liblouis (package python3-louis). The tests fail while a word of a Braille file is missing.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press import braille, brf, contracted
from moleworks.texts import LANGUAGES

FOLDER = Path(contracted.__file__).parent / "contracted"
TABLES = {"en": "en-ueb-g2.ctb", "de": "de-g2.ctb", "fr": "fr-bfu-g2.ctb"}
LOUIS = "/usr/bin/python3"
SCRIPT = """
import json, louis, sys
table, texts = json.load(sys.stdin)
print(json.dumps([louis.translateString(["unicode.dis", table], text) for text in texts]))
"""


def liblouis(texts: list[str], code: str) -> dict[str, str]:
    """What liblouis makes of these texts."""
    done = subprocess.run(
        [LOUIS, "-I", "-c", SCRIPT],
        input=json.dumps([TABLES[code], texts]),
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return dict(zip(texts, json.loads(done.stdout), strict=True))


def texts(code: str) -> list[str]:
    """Every text of a Braille file, for each game, board and preset."""
    orders = [
        press.order(game, boards.named(game, board), kind="swell", lang=code, preset=preset)
        for game in GAMES
        for board in boards.names(game)
        for preset in GAMES[game].presets
    ]
    found = {
        braille.normalize(text, code)
        for order in orders
        for part in brf.PARTS.values()
        for section in part(order)
        for text in (order.game.title, section.heading, *section.paragraphs)
    }
    return sorted(found)


def contractions(code: str) -> dict[str, str]:
    """Words, and phrases that liblouis contracts as a whole, with their cells; only what is contracted."""
    parts = [text.split() for text in texts(code)]
    single = liblouis(sorted({word for words in parts for word in words}), code)
    found = {word: cells for word, cells in single.items() if cells != braille.translate(word, code)}
    whole = liblouis(texts(code), code)
    for words in parts:
        if "⠀".join(single[word] for word in words) == whole[" ".join(words)]:
            continue
        for count in range(2, contracted.LONGEST + 1):
            phrases = [" ".join(words[n : n + count]) for n in range(len(words) - count + 1)]
            for phrase, cells in liblouis(phrases, code).items():
                shorter = " ".join(phrase.split()[:-1]), " ".join(phrase.split()[1:])
                known = any(part in found and " " in part for part in shorter)
                if not known and cells != "⠀".join(single[word] for word in phrase.split()):
                    found[phrase] = cells
    return dict(sorted(found.items()))


def main() -> None:
    """Write a file for each language."""
    FOLDER.mkdir(exist_ok=True)
    for code in LANGUAGES:
        found = contractions(code)
        text = json.dumps(found, ensure_ascii=False, indent=0)
        (FOLDER / f"{code}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{code}: {len(found)} words")


if __name__ == "__main__":
    main()
