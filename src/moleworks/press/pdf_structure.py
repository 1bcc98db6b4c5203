"""Write the structure tree of a tagged PDF (PDF/UA): elements in reading order, their pages, the metadata.

The PDF library draws pages and writes no tags, but its dictionaries and arrays can hold them. What is drawn
between `begin` and `end` belongs to one element.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

from moleworks.press.sheet import Tag, TagKind

Corners = tuple[float, float, float, float]
"""Left, bottom, right, top."""

METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{code}</rdf:li></rdf:Bag></dc:language>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class PdfStructure:
    """The structure of one file while its pages are drawn."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._document = canvas._doc
        self._root = _Element(self._document, "StructTreeRoot")
        self._body = _Element(self._document, "Document", self._root)
        self._list: _Element | None = None
        self._elements: dict[Tag, _Element] = {}
        self._pages: list[list[_Element]] = []
        """By page: the element of every marked part."""

    def begin_page(self) -> None:
        """Start the marked parts of a page."""
        self._pages.append([])

    def begin(self, tag: Tag, boxes: Sequence[Corners]) -> None:
        """Mark what is drawn from now on as part of an element; `boxes` are around the parts of a figure."""
        if tag.kind == TagKind.ARTIFACT:
            self._canvas._code.append("/Artifact BMC")
            return
        if tag not in self._elements:
            self._elements[tag] = self._new_element(tag)
        element, parts = self._elements[tag], self._pages[-1]
        element.add_part(len(parts), self._document.thisPageRef(), boxes)
        self._canvas._code.append(f"/{element.type} <</MCID {len(parts)}>> BDC")
        parts.append(element)

    def end(self) -> None:
        """End a marked part."""
        self._canvas._code.append("EMC")

    def end_page(self) -> None:
        """Link the page that was just finished to its marked parts."""
        page = self._document.Pages.pages[-1]
        number = len(self._pages) - 1
        page.__Defaults__ = {**page.__Defaults__, "StructParents": number, "Tabs": "/S"}

    def finish(self, title: str, code: str) -> None:
        """Write the elements and the metadata into the file."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFStream  # noqa: PLC0415

        lists = [PDFArray([element.reference for element in parts]) for parts in self._pages]
        numbers = [thing for entry in enumerate(lists) for thing in entry]
        tree = self._document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        self._root.write(ParentTree=tree, ParentTreeNextKey=len(self._pages))
        catalog = self._document.Catalog
        catalog.StructTreeRoot = self._root.reference
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        metadata = METADATA.format(title=escape(title), code=code).encode()
        catalog.Metadata = PDFStream(PDFDictionary({"Type": "/Metadata", "Subtype": "/XML"}), metadata)
        self._canvas.setViewerPreference("DisplayDocTitle", "true")

    def _new_element(self, tag: Tag) -> _Element:
        """An element, last in reading order; list items that follow each other share a list."""
        if tag.kind != TagKind.LIST_ITEM:
            self._list = None
            return _Element(self._document, tag.kind, self._body, tag)
        self._list = self._list or _Element(self._document, "L", self._body)
        return _Element(self._document, "LBody", _Element(self._document, "LI", self._list))


class _Element:
    """An element of the structure tree; its kids are elements, or marked parts of pages."""

    def __init__(
        self, document: Any, kind: str, parent: _Element | None = None, tag: Tag | None = None
    ) -> None:
        from reportlab.pdfbase.pdfdoc import PDFDictionary  # noqa: PLC0415 - slow to load

        self.type = kind
        self._tag = tag
        self._fields = PDFDictionary(
            {"Type": "/StructElem", "S": f"/{kind}", "P": parent.reference}
            if parent
            else {"Type": f"/{kind}"}
        )
        self.reference: Any = document.Reference(self._fields)
        self._elements: list[_Element] = []
        self._parts: list[tuple[int, Any]] = []
        self._boxes: list[Corners] = []
        if parent:
            parent._elements.append(self)

    def add_part(self, number: int, page: Any, boxes: Iterable[Corners]) -> None:
        """Add a marked part of a page."""
        self._parts.append((number, page))
        self._boxes += boxes

    def write(self, **more: Any) -> None:
        """Fill in the fields, here and below."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFString  # noqa: PLC0415

        for name, value in more.items():
            self._fields[name] = value
        kids: list[Any] = [element.reference for element in self._elements]
        kids += [PDFDictionary({"Type": "/MCR", "Pg": page, "MCID": number}) for number, page in self._parts]
        self._fields["K"] = PDFArray(kids)
        if self._parts:
            self._fields["Pg"] = self._parts[0][1]
        if self._tag and self._tag.spoken:
            self._fields["ActualText"] = PDFString(self._tag.spoken)
        if self._tag and self._tag.kind == TagKind.FIGURE:
            left, bottom, right, top = zip(*self._boxes, strict=True)
            box = PDFArray([min(left), min(bottom), max(right), max(top)])
            self._fields["Alt"] = PDFString(self._tag.text)
            self._fields["A"] = PDFDictionary({"O": "/Layout", "Placement": "/Block", "BBox": box})
        for element in self._elements:
            element.write()
