"""The files open, and what they show is as large as it says."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from moleworks import boards, press
from moleworks.press import fonts
from moleworks.press.calibration import LONG
from moleworks.press.paper import PAPERS
from moleworks.press.pdf import render_pdf
from moleworks.press.svg import render_svg
from tests.press.orders import printed_set

SVG = "{http://www.w3.org/2000/svg}"
DOTS = 254
"""A dot is a tenth of a millimetre."""


def poppler(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, check=True, text=True)
    assert not done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=["color", "swell"])
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pdf") / "set.pdf"
    sheets = printed_set("mole-hill", "patch", "a4", request.param, "fr").sheets
    path.write_bytes(render_pdf(sheets, "Mole Hill", "fr"))
    return path


@pytest.mark.needs("poppler")
def test_a_pdf_opens_with_its_fonts_inside(book: Path) -> None:
    told = poppler("pdfinfo", book)
    assert "Title:           Mole Hill" in told
    assert "595.276 x 841.89 pts (A4)" in told
    lines = poppler("pdffonts", book).splitlines()[2:]
    assert lines
    for line in lines:
        assert re.search(r"[A-Z]{6}\+AtkinsonHyperlegibleNext\S*\s+TrueType.*yes yes", line), line
    assert "Imprime d’abord cette feuille" in poppler("pdftotext", "-f", "1", "-l", "1", book, "-")


@pytest.mark.needs("poppler")
def test_a_hundred_millimetres_are_a_hundred_millimetres(book: Path) -> None:
    """Measured on the picture: the line that a ruler is held against."""
    poppler("pdftoppm", "-r", str(DOTS), "-f", "1", "-l", "1", "-gray", book, book.with_suffix(""))
    (picture,) = book.parent.glob("set-*.pgm")
    header = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", picture.read_bytes())
    assert header
    width, pixels = int(header[1]), picture.read_bytes()[header.end() :]
    rows = (pixels[start : start + width] for start in range(0, len(pixels), width))
    longest = max(len(run) for row in rows for run in re.findall(rb"[\x00-\xb0]+", row))
    assert abs(longest - LONG * 10) <= 2
    picture.unlink()


@pytest.mark.needs("poppler")
def test_black_ink_on_swell_paper_is_for_relief_alone(tmp_path: Path) -> None:
    (board,) = [s for s in printed_set("mole-hill", "patch", "a4", "swell", "en").sheets if s.name == "board"]
    words = render_pdf([board], "x", "en")
    path = tmp_path / "board.pdf"
    path.write_bytes(words)
    assert "1 page" in f"{poppler('pdfinfo', path).split('Pages:')[1].split()[0]} page"
    flat = [item for item in board.drawn() if getattr(item, "role", "print") != "raised"]
    assert all((0, 0, 0) not in {getattr(i, "fill", None), getattr(i, "stroke", None)} for i in flat)


def test_the_same_order_gives_the_same_bytes() -> None:
    order = press.order("buddel-bande", boards.named("buddel-bande", "stroll"), paper="letter", lang="de")
    first, again = (dict(press.files(order)) for _ in range(2))
    assert first == again
    assert all(name.startswith("buddel-bande-stroll-letter-color-de-") for name in first)
    assert sorted(name[-9:] for name in first if name.endswith(".pdf")) == ["e-set.pdf", "rules.pdf"]


@pytest.mark.parametrize("kind", ["color", "swell"])
def test_svg_is_in_millimetres_and_every_layer_has_its_role(kind: str) -> None:
    for sheet in printed_set("mole-company", "burrow", "a4", kind, "en").sheets:
        root = ET.fromstring(render_svg(sheet, "en"))
        assert {root.get("width"), root.get("height")} == {"210mm", "297mm"}
        assert sorted(map(float, root.get("viewBox", "").split())) == [0, 0, 210, 297]
        roles = {group.get("class") for group in root.iter(f"{SVG}g")} - {None}
        assert roles <= {"print", "cut", "fold", "mark", "raised"}
        assert kind == "swell" or "raised" not in roles
        for text in root.iter(f"{SVG}text"):
            size, bold = float(text.get("font-size", "0")), text.get("font-weight") == "700"
            measured = fonts.text_width(text.text or "", size, bold)
            assert abs(float(text.get("textLength", "0")) - measured) < 0.05


def test_papers_are_what_they_are_called() -> None:
    assert {name: (paper.width, paper.height) for name, paper in PAPERS.items()} == {
        "a4": (210.0, 297.0),
        "a3": (297.0, 420.0),
        "letter": (215.9, 279.4),
    }
