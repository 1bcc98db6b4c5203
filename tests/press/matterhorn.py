"""Check a PDF against the points of the Matterhorn protocol that a machine can check (PDF/UA-1).

Each failure begins with the checkpoint of the protocol. Points about things that our files never hold (forms,
annotations, scripts, tables, notes, formulas, optional content, embedded files, XFA, encryption, CID fonts)
become one check: that these are absent. `test_pdf_ua.py` asks a second validator too (page-validation).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

import pikepdf

STANDARD_TYPES = {"Document", "H1", "H2", "H3", "P", "L", "LI", "LBody", "Figure"}
"""The types that our files use; each is a standard type of PDF 1.7, so no role map is needed."""
PARENTS = {"L": {"Document"}, "LI": {"L"}, "LBody": {"LI"}}
PAINTING = {"f", "f*", "F", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "EI", "Tj", "TJ", "'", '"'}
"""Operators that put something on the page."""
NO_LETTERS = {"\0", "\ufeff", "\ufffe"}
DC = "{http://purl.org/dc/elements/1.1/}"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XML = "{http://www.w3.org/XML/1998/namespace}"
PDFUA = "{http://www.aiim.org/pdfua/ns/id/}"


def failures(content: bytes, language: str) -> list[str]:
    """What a machine finds against PDF/UA in a file."""
    with pikepdf.open(BytesIO(content)) as pdf:
        return [
            *_document(pdf, language),
            *_absent(pdf),
            *_tree(pdf),
            *_content(pdf),
            *_fonts(pdf),
            *_outline(pdf),
        ]


def elements(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, str, str]]:
    """All elements in reading order, with their types and the types of their parents."""

    def walk(element: Any, parent: str) -> Iterator[tuple[Any, str, str]]:
        kind = str(element.S)[1:]
        yield element, kind, parent
        for kid in element.get("/K", []):
            if "/S" in kid:
                yield from walk(kid, kind)

    yield from walk(pdf.Root.StructTreeRoot.K[0], "")


def marked_text(pdf: pikepdf.Pdf) -> list[tuple[str, str]]:
    """The type of every element and its words, as a screen reader gets them."""
    words: dict[tuple[Any, int], str] = {}
    for page in pdf.pages:
        for number, text in _page_text(page).items():
            words[page.objgen, number] = text
    return [
        (
            kind,
            str(element.get("/Alt", ""))
            or "".join(words.get((kid.Pg.objgen, int(kid.MCID)), "") for kid in element.K if "/MCID" in kid),
        )
        for element, kind, _ in elements(pdf)
    ]


def _flag(root: Any, dictionary: str, name: str) -> bool:
    return dictionary in root and bool(root[dictionary].get(name, False))


def _instructions(page: Any) -> Iterator[tuple[Any, str]]:
    """The operands and the operator of everything in a page's content."""
    for instruction in pikepdf.parse_content_stream(page):
        yield instruction.operands, str(instruction.operator)


def _document(pdf: pikepdf.Pdf, language: str) -> Iterator[str]:
    root: Any = pdf.Root
    if not _flag(root, "/MarkInfo", "/Marked"):
        yield "01-005 the file is not marked as tagged"
    if _flag(root, "/MarkInfo", "/Suspects"):
        yield "02-001 suspects"
    if "/Metadata" not in root:
        yield "06-001 no metadata"
        return
    stream = root.Metadata
    tree = ET.fromstring(stream.read_bytes())
    (part,) = {node.get(f"{PDFUA}part") for node in tree.iter(f"{RDF}Description")} or {None}
    if part != "1":
        yield "06-002 the metadata do not say PDF/UA-1"
    titles = [item.text for node in tree.iter(f"{DC}title") for item in node.iter(f"{RDF}li")]
    if not any(titles):
        yield "06-003 no title in the metadata"
    if not _flag(root, "/ViewerPreferences", "/DisplayDocTitle"):
        yield "07-001 the title is not displayed"
    if titles != [str(pdf.docinfo.get("/Title", ""))]:
        yield "06-004 two titles"
    if str(root.get("/Lang", "")) != language:
        yield f"11-006 the language is {root.get('/Lang')}, not {language}"


def _absent(pdf: pikepdf.Pdf) -> Iterator[str]:
    for key, point in (
        ("/AcroForm", "24"), ("/OCProperties", "20"), ("/Names", "21"), ("/AF", "21"), ("/OpenAction", "29"),
    ):  # fmt: skip
        if key in pdf.Root:
            yield f"{point}-001 {key} is not checked here"
    if pdf.is_encrypted:
        yield "26-001 encrypted"
    for page in pdf.pages:
        if "/Annots" in page:
            yield "28-002 annotations are not checked here"
        if page.get("/Tabs") != "/S":
            yield "28-008 the tab order is not that of the structure"
        if "/XObject" in page.get("/Resources", {}):
            yield "30-001 form XObjects are not checked here"


def _tree(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Types, nesting, headings, alternative texts, and parents."""
    if "/RoleMap" in pdf.Root.StructTreeRoot:
        yield "02-003 standard types are mapped"
    level = 0
    for element, kind, parent in elements(pdf):
        if kind not in STANDARD_TYPES:
            yield f"02-001 {kind} is not a standard type"
        if kind in PARENTS and parent not in PARENTS[kind]:
            yield f"09-005 {kind} in {parent}"
        if kind not in {"L", "LI", "Document"} and parent not in {"Document", "LI"}:
            yield f"09-004 {kind} in {parent}"
        if not list(element.K):
            yield f"09-001 an empty {kind}"
        if kind[0] == "H":
            if int(kind[1]) > level + 1:
                yield f"14-003 {kind} after level {level}" if level else "14-002 the first heading is no H1"
            level = int(kind[1])
        if kind == "Figure":
            if not str(element.get("/Alt", "")).strip():
                yield "13-004 a figure without alternative text"
            if "/BBox" not in element.get("/A", {}):
                yield "13-008 a figure without its box"
    if level == 0:
        yield "14-002 no heading"


def _content(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Whatever is painted is marked, as content of exactly one element or as an artifact."""
    root = pdf.Root.StructTreeRoot
    numbers = list(root.ParentTree.Nums)
    tree = {int(key): list(value) for key, value in zip(numbers[::2], numbers[1::2], strict=True)}
    claimed: Counter[tuple[Any, int]] = Counter()
    for element, _, _ in elements(pdf):
        for kid in element.K:
            if "/MCID" not in kid:
                continue
            place = (kid.Pg.objgen, int(kid.MCID))
            claimed[place] += 1
            page = next(page for page in pdf.pages if page.objgen == place[0])
            if tree[int(page.StructParents)][place[1]].objgen != element.objgen:
                yield f"01-005 the parent tree does not lead back to {place}"
    found: Counter[tuple[Any, int]] = Counter()
    for page in pdf.pages:
        if "/StructParents" not in page:
            yield "01-005 a page without its entry in the parent tree"
        for number in _marks(page):
            if isinstance(number, str):
                yield number
            else:
                found[page.objgen, number] += 1
    if found != claimed or any(count != 1 for count in found.values()):
        yield f"01-003 marked parts and elements differ: {set(found) ^ set(claimed)}"


def _marks(page: Any) -> Iterator[int | str]:
    """The numbers of marked parts on a page; texts are failures."""
    open_marks: list[str] = []
    for operands, name in _instructions(page):
        if name in {"BMC", "BDC"}:
            tag = str(operands[0])
            if open_marks:
                yield f"01-{'002' if tag == '/Artifact' else '001'} {tag} inside {open_marks[-1]}"
            open_marks.append(tag)
            if name == "BDC":
                yield int(operands[1]["/MCID"])
        elif name == "EMC":
            open_marks.pop()
        elif name in PAINTING and not open_marks:
            yield f"01-005 {name} paints something that is not marked"
    if open_marks:
        yield "01-005 marks are left open"


def _page_fonts(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, set[int]]]:
    """Every font of a page, and the codes that are shown in it."""
    for page in pdf.pages:
        shown: dict[str, set[int]] = {}
        font = ""
        for operands, name in _instructions(page):
            if name == "Tf":
                font = str(operands[0])
            elif name in {"Tj", "'"}:
                shown.setdefault(font, set()).update(bytes(operands[0]))
            elif name == "TJ":
                for part in operands[0]:
                    if isinstance(part, pikepdf.String):
                        shown.setdefault(font, set()).update(bytes(part))
        for name, codes in shown.items():
            yield page.Resources.Font[name], codes


def _unicode(font: Any) -> dict[int, str]:
    """What the codes of a font mean, from its map."""
    text = font.ToUnicode.read_bytes().decode("ascii")
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
        for low, _, row in re.findall(r"<(\w+)>\s*<(\w+)>\s*\[(.*?)\]", block, re.DOTALL):
            for number, value in enumerate(re.findall(r"<(\w+)>", row)):
                found[int(low, 16) + number] = bytes.fromhex(value).decode("utf-16-be")
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
        for code, value in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            found[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
    return found


def _fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    for font, codes in _page_fonts(pdf):
        name = str(font.BaseFont)
        if "/FontFile2" not in font.FontDescriptor:
            yield f"31-009 {name} is not embedded"
        if font.Subtype != "/TrueType":
            yield f"31-001 {name} is a {font.Subtype}, which is not checked here"
        symbolic = bool(int(font.FontDescriptor.Flags) & 4)
        if symbolic and "/Encoding" in font:
            yield f"31-024 {name} is symbolic and has an encoding"
        if not symbolic and "/Encoding" not in font:
            yield f"31-020 {name} has no encoding"
        if "/ToUnicode" not in font:
            yield f"31-027 {name} does not say what its codes mean"
            continue
        meant = _unicode(font)
        if lacking := {code for code in codes | meant.keys() if meant.get(code, "\0") in NO_LETTERS}:
            yield f"31-028 {name} has codes that mean nothing: {lacking}"
        if 0 in codes:
            yield f"31-030 {name} shows a glyph that it lacks"
        if outside := {code for code in codes if not font.FirstChar <= code <= font.LastChar}:
            yield f"31-016 {name} has no widths for {outside}"


def _page_text(page: Any) -> dict[int, str]:
    """The words of every marked part of a page."""
    maps = {str(name): _unicode(font) for name, font in page.Resources.Font.items()}
    words: dict[int, str] = {}
    number, font = -1, ""
    for operands, name in _instructions(page):
        if name == "BDC":
            number = int(operands[1]["/MCID"])
        elif name == "EMC":
            number = -1
        elif name == "Tf":
            font = str(operands[0])
        elif name == "Tj" and number >= 0:
            shown = "".join(maps[font][code] for code in bytes(operands[0]))
            words[number] = words.get(number, "") + shown
    return words


def _outline(pdf: pikepdf.Pdf) -> Iterator[str]:
    with pdf.open_outline() as outline:
        if not outline.root or not all(item.title for item in outline.root):
            yield "27-001 no bookmarks"
