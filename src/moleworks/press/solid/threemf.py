"""Write and read 3MF: a zip of XML files with named, coloured meshes placed on a bed."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from moleworks.press.paths import format_number
from moleworks.press.sheet import Colour
from moleworks.press.solid.mesh import Mesh, weld

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
MODEL = "3D/3dmodel.model"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""A fixed date, so that the same set gives the same bytes."""
TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>"""
RELATIONS = f"""<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
<Relationship Target="/{MODEL}" Id="rel0" \
Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>"""


class PlacedMesh(NamedTuple):
    """A named mesh and the places of its copies."""

    name: str
    colour: Colour
    mesh: Mesh
    places: tuple[tuple[float, float], ...]


def write_3mf(title: str, code: str, parts: Sequence[PlacedMesh]) -> bytes:
    """The bytes of one plate."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, text in (
            ("[Content_Types].xml", TYPES),
            ("_rels/.rels", RELATIONS),
            (MODEL, "".join(_model(title, code, parts))),
        ):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return content.getvalue()


def _model(title: str, code: str, parts: Sequence[PlacedMesh]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<model unit="millimeter" xml:lang="{code}" xmlns="{CORE}">\n'
    yield f'<metadata name="Title">{quoteattr(title)[1:-1]}</metadata>\n'
    yield '<metadata name="Application">Moleworks</metadata>\n<resources>\n<basematerials id="1">\n'
    for part in parts:
        red, green, blue = part.colour
        yield f'<base name={quoteattr(part.name)} displaycolor="#{red:02X}{green:02X}{blue:02X}"/>\n'
    yield "</basematerials>\n"
    for place, part in enumerate(parts):
        yield f'<object id="{place + 2}" type="model" name={quoteattr(part.name)} pid="1" pindex="{place}">\n'
        yield "<mesh><vertices>\n"
        for x, y, z in part.mesh.vertices.tolist():
            yield f'<vertex x="{format_number(x)}" y="{format_number(y)}" z="{format_number(z)}"/>\n'
        yield "</vertices><triangles>\n"
        for a, b, c in part.mesh.triangles.tolist():
            yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n'
        yield "</triangles></mesh></object>\n"
    yield "</resources>\n<build>\n"
    for place, part in enumerate(parts):
        for x, y in part.places:
            shift = f"1 0 0 0 1 0 0 0 1 {format_number(x)} {format_number(y)} 0"
            yield f'<item objectid="{place + 2}" transform="{shift}"/>\n'
    yield "</build>\n</model>\n"


def read_3mf(content: bytes) -> list[PlacedMesh]:
    """The meshes of a file; corners in the same place are merged."""
    space = {"m": CORE}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        root = ET.fromstring(archive.read(MODEL))
    if root.get("unit") != "millimeter":
        raise ValueError("A file in another unit than millimetres.")
    colours = [
        _colour(base.get("displaycolor", ""))
        for base in root.iterfind("m:resources/m:basematerials/m:base", space)
    ]
    places: dict[str, list[tuple[float, float]]] = {}
    for item in root.iterfind("m:build/m:item", space):
        shift = [float(value) for value in item.get("transform", "").split()]
        places.setdefault(item.get("objectid", ""), []).append((shift[9], shift[10]))
    parts = []
    for thing in root.iterfind("m:resources/m:object", space):
        vertices = [
            [float(vertex.get(axis, "nan")) for axis in "xyz"]
            for vertex in thing.iterfind("m:mesh/m:vertices/*", space)
        ]
        triangles = [
            [int(found.get(corner, "-1")) for corner in ("v1", "v2", "v3")]
            for found in thing.iterfind("m:mesh/m:triangles/*", space)
        ]
        mesh = weld(np.array(vertices), np.array(triangles, dtype=np.int64))
        at = tuple(places.get(thing.get("id", ""), ()))
        parts.append(PlacedMesh(thing.get("name", ""), colours[int(thing.get("pindex", "0"))], mesh, at))
    return parts


def _colour(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
