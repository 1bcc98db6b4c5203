"""PDF files can be read by people who cannot see them: PDF/UA, by the points of the Matterhorn protocol."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest

import page as second_validator
from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.press.paper import PAPERS, PrintKind
from moleworks.press.paths import Box, rectangle
from moleworks.press.pdf import render_pdf
from moleworks.press.sheet import ARTIFACT, PrintSheet, Role, Shape, Tag, TagKind
from moleworks.press.typesetting import TextStyle, paragraph
from moleworks.texts import LANGUAGES, language
from tests.press.matterhorn import elements, failures, marked_text
from tests.press.orders import printed_set

PAGE, INK = Box(0, 0, 210, 297), (0, 0, 0)
SAMPLE = [
    ("mole-hill", "patch", "color", "fr"),
    ("mole-company", "burrow", "swell", "de"),
    ("buddel-bande", "stroll", "ink-saver", "en"),
]


def second_opinion(content: bytes) -> list[str]:
    """What a validator that others wrote finds against PDF/UA-1."""
    profile = second_validator.ValidationProfile.PDF_UA_1
    report = second_validator.validate_pdf_bytes(content, profile=profile)
    return [f"{failure.rule_id} {failure.message}" for failure in report.failures]


def check(game: str, board: str, paper: str, kind: str, lang: str) -> None:
    printed = printed_set(game, board, paper, kind, lang)
    for sheets in (printed.sheets, printed.rules):
        content = render_pdf(sheets, GAMES[game].title, lang)
        assert failures(content, lang) == []
        assert second_opinion(content) == []


@pytest.mark.parametrize(("game", "board", "kind", "lang"), SAMPLE)
def test_a_set_and_its_rules_pass(game: str, board: str, kind: str, lang: str) -> None:
    check(game, board, "a4", kind, lang)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", PrintKind)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_kind_and_language_passes(game: str, kind: PrintKind, lang: str) -> None:
    """The paper changes with them, so that each is met."""
    papers = list(PAPERS)
    number = list(PrintKind).index(kind) + list(LANGUAGES).index(lang)
    check(game, "classic", papers[number % len(papers)], str(kind), lang)


def read(content: bytes) -> list[tuple[str, str]]:
    with pikepdf.open(BytesIO(content)) as pdf:
        return marked_text(pdf)


def test_the_words_are_read_in_order_and_apart() -> None:
    """A paragraph of several lines is one element, and its words do not run together."""
    printed = printed_set("mole-hill", "patch", "a4", "color", "fr")
    told = read(render_pdf(printed.sheets, "Mole Hill", "fr"))
    say = language("fr").say
    assert told[1] == ("H1", f"{say('Print this sheet first')} ")
    advice = say(
        "Print at actual size (100 %), not “fit to page”. Then measure: the line must be 100 mm long."
    )
    assert told[2] == ("P", f"{' '.join(advice.split())} ")
    heads = [text for kind, text in told if kind == "H1"]
    assert len(heads) == len(printed.sheets)
    assert "La pelouse" in heads[1]
    aids = [kind for kind, _ in told][-20:]
    assert {"H2", "L", "LI", "LBody"} <= set(aids)


def test_boards_and_pieces_have_alternative_texts() -> None:
    for game, board, words in (
        ("mole-hill", "patch", ("The lawn has the columns a to e and the rows 1 to 5.", "× rod")),
        ("mole-company", "burrow", ("Holes: ", "× mole, sky blue")),
        ("buddel-bande", "stroll", ("Hills with clover: ", "1 × pawn, ant")),
    ):
        told = read(render_pdf(printed_set(game, board, "a4", "color", "en").sheets, "x", "en"))
        alts = " ".join(text for kind, text in told if kind == "Figure")
        for word in words:
            assert word in alts


def test_an_example_is_told_as_it_is_drawn() -> None:
    told = read(render_pdf(printed_set("mole-hill", "patch", "a4", "color", "en").rules, "x", "en"))
    (alt,) = {text for kind, text in told if kind == "Figure" and "Not allowed here: step to b2." in text}
    assert "The mole is on b1." in alt
    assert "Rods lie between: b1 b2." in alt


def test_an_element_may_go_on_on_the_next_page() -> None:
    tag = Tag(TagKind.PARAGRAPH)
    style = TextStyle(4, INK)
    title = paragraph("title", "Title", style, Box(20, 10, 100, 10), TagKind.H1)
    lines = [line._replace(tag=tag) for line in paragraph("text", "one and two", style, Box(20, 20, 100, 10))]
    pages = [
        PrintSheet("one", "One", PAGE, (*title, *lines)),
        PrintSheet("two", "Two", PAGE, tuple(lines)),
    ]
    content = render_pdf(pages, "x", "en")
    assert failures(content, "en") == []
    assert read(content)[-1] == ("P", "one and two one and two ")


def test_decoration_is_not_read() -> None:
    style = TextStyle(4, INK)
    title = paragraph("title", "Title", style, Box(20, 10, 100, 10), TagKind.H1)
    line = Shape(Role.PRINT, "line", rectangle(Box(20, 30, 40, 40)), fill=INK)
    for sheet, kinds in (
        (PrintSheet("one", "One", PAGE, (*title, line)), ["Document", "H1"]),
        (PrintSheet("one", "One", PAGE, (*title, line), alt="A box."), ["Document", "H1", "Figure"]),
        (PrintSheet("one", "One", PAGE, (*title, line._replace(tag=ARTIFACT)), alt="x"), ["Document", "H1"]),
    ):
        content = render_pdf([sheet], "x", "en")
        assert failures(content, "en") == []
        with pikepdf.open(BytesIO(content)) as pdf:
            assert [kind for _, kind, _ in elements(pdf)] == kinds


def small_file() -> bytes:
    style = TextStyle(4, INK)
    title = paragraph("title", "Title", style, Box(20, 10, 100, 10), TagKind.H1)
    text = paragraph("text", "Words", style, Box(20, 20, 100, 10))
    box = Shape(Role.PRINT, "box", rectangle(Box(20, 90, 40, 40)), fill=INK)
    return render_pdf([PrintSheet("one", "One", PAGE, (*title, *text, box), alt="A box.")], "x", "en")


def paint_more(pdf: pikepdf.Pdf, more: bytes) -> None:
    page = pdf.pages[0]
    page.Contents = pdf.make_stream(page.Contents.read_bytes() + more)


def element(pdf: pikepdf.Pdf, kind: str) -> Any:
    return next(element for element, found, _ in elements(pdf) if found == kind)


BREAKS: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "01-005 the file": lambda pdf: setattr(pdf.Root.MarkInfo, "Marked", False),
    "01-005 f paints": lambda pdf: paint_more(pdf, b" 0 0 9 9 re f"),
    "01-001": lambda pdf: paint_more(pdf, b" /Artifact BMC /P <</MCID 9>> BDC EMC EMC"),
    "01-003": lambda pdf: paint_more(pdf, b" /P <</MCID 9>> BDC EMC"),
    "02-001": lambda pdf: setattr(element(pdf, "P"), "S", pikepdf.Name.Words),
    "06-002": lambda pdf: pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(b'part="1"', b"")),
    "07-001": lambda pdf: pdf.Root.__delitem__("/ViewerPreferences"),
    "09-005": lambda pdf: setattr(element(pdf, "P"), "S", pikepdf.Name.LI),
    "11-006": lambda pdf: setattr(pdf.Root, "Lang", pikepdf.String("fr")),
    "13-004": lambda pdf: element(pdf, "Figure").__delitem__("/Alt"),
    "14-002": lambda pdf: setattr(element(pdf, "H1"), "S", pikepdf.Name.H2),
    "14-003": lambda pdf: setattr(element(pdf, "P"), "S", pikepdf.Name.H3),
    "28-008": lambda pdf: pdf.pages[0].__delitem__("/Tabs"),
    "31-009": lambda pdf: next(iter(pdf.pages[0].Resources.Font.values())).FontDescriptor.__delitem__(
        "/FontFile2"
    ),
    "31-027": lambda pdf: next(iter(pdf.pages[0].Resources.Font.values())).__delitem__("/ToUnicode"),
}


@pytest.mark.parametrize("point", BREAKS)
def test_the_checks_find_what_is_broken(point: str) -> None:
    assert failures(small_file(), "en") == []
    broken = BytesIO()
    with pikepdf.open(BytesIO(small_file())) as pdf:
        BREAKS[point](pdf)
        pdf.save(broken)
    assert any(failure.startswith(point) for failure in failures(broken.getvalue(), "en"))


@pytest.mark.parametrize("point", ["01-005 the file", "06-002", "13-004", "31-009"])
def test_the_second_validator_finds_what_is_broken(point: str) -> None:
    assert second_opinion(small_file()) == []
    broken = BytesIO()
    with pikepdf.open(BytesIO(small_file())) as pdf:
        BREAKS[point](pdf)
        pdf.save(broken)
    assert second_opinion(broken.getvalue())


def test_codes_without_a_letter_are_not_in_the_map_of_a_font() -> None:
    """The PDF library lists them as U+0000, which the protocol forbids (31-028)."""
    broken = BytesIO()
    with pikepdf.open(BytesIO(small_file())) as pdf:
        letters = next(iter(pdf.pages[0].Resources.Font.values())).ToUnicode
        letters.write(letters.read_bytes().replace(b"<41> <0041>", b"<41> <0000>"))
        pdf.save(broken)
    assert any(failure.startswith("31-028") for failure in failures(broken.getvalue(), "en"))
    assert second_opinion(broken.getvalue())


def test_the_title_is_the_games_and_the_boards() -> None:
    order = press.order("mole-hill", boards.named("mole-hill", "patch"), lang="de")
    for name, content in press.files(order):
        if name.endswith(".pdf"):
            with pikepdf.open(BytesIO(content)) as pdf:
                assert str(pdf.docinfo["/Title"]) == f"Mole Hill, {order.title}"
