"""Write the texts of the page, in every language, as JSON for its build; run it after changing a text.

.venv/bin/python scripts/page_texts.py

page/src/texts/<language>.json        the page's own texts, and those of its drawings of the built-in games
page/src/texts/later/<language>.json  those of screens that are opened later
page/src/games/texts/<language>.json  by game: title, boards, presets, options, values and emblems
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moleworks.core import registry  # noqa: E402
from moleworks.speech.emblems import emblems  # noqa: E402
from moleworks.speech.setup_texts import SetupTexts  # noqa: E402
from moleworks.speech.table_settings import offered  # noqa: E402
from moleworks.texts import LANGUAGES  # noqa: E402
from moleworks.texts.typography import french  # noqa: E402
from moleworks.web.later_page_texts import LATER_TEXTS  # noqa: E402
from moleworks.web.page_texts import TEXTS, GamePageTexts  # noqa: E402
from scripts.update_catalogues import Text, translations  # noqa: E402

SOURCE = ROOT / "page" / "src"
PAGE_TEXTS = SOURCE / "texts"
GAME_TEXTS = SOURCE / "games" / "texts"

Translate = Callable[[str], str]


def english() -> dict[str, str]:
    """The page's own texts and those of its drawings, by name."""
    found = dict(TEXTS)
    for game in registry.BUILT_IN:
        texts = registry.part(game, "page_texts", GamePageTexts)
        for name, text in (texts.TEXTS if texts else {}).items():
            if name in found:
                raise ValueError(f"Two texts of the page are called {name}.")
            found[name] = text
    return found


def game_texts(game: str, translate: Translate) -> dict[str, object]:
    """What can be chosen for a game, as `texts` in the reply to GET /api/games."""
    texts = registry.required_part(game, "setup_texts", SetupTexts)
    return {
        "title": translate(texts.TITLE),
        "about": translate(texts.ABOUT),
        "source": translate(texts.SOURCE),
        "boards": _each(texts.BOARDS, translate),
        "presets": _each(texts.PRESETS, translate),
        "options": _each(texts.OPTIONS, translate),
        "values": _each(texts.VALUES, translate),
        "emblems": _each(emblems(game), translate),
        "table_settings": {name: translate(setting.text) for name, setting in offered(game).items()},
    }


def contents() -> dict[Path, str]:
    """What each file should hold: English as in the source, other languages from the catalogues."""
    files: dict[Path, object] = {}
    for code in LANGUAGES:
        known = {} if code == "en" else translations(code)

        def translate(text: str, known: Mapping[Text, str] = known, code: str = code) -> str:
            translated = known.get(Text(text), text)
            return french(translated) if code == "fr" else translated

        first = {name: text for name, text in english().items() if name not in LATER_TEXTS}
        files[PAGE_TEXTS / f"{code}.json"] = _each(first, translate)
        files[PAGE_TEXTS / "later" / f"{code}.json"] = _each(LATER_TEXTS, translate)
        files[GAME_TEXTS / f"{code}.json"] = {game: game_texts(game, translate) for game in registry.BUILT_IN}
    return {file: json.dumps(texts, ensure_ascii=False, indent=1) + "\n" for file, texts in files.items()}


def _each(texts: Mapping[str, str], translate: Translate) -> dict[str, str]:
    return {name: translate(text) for name, text in texts.items()}


if __name__ == "__main__":
    for file, text in contents().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
