"""The build hook: good catalogues are compiled, bad ones stop the build."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest

from hatch_build import CatalogueError, compile_catalogues

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def write(root: Path, entries: str, language: str = "fr") -> Path:
    """A catalogue where the hook looks for it."""
    po = root / "src" / "moleworks" / "texts" / language / "LC_MESSAGES" / "moleworks.po"
    po.parent.mkdir(parents=True)
    po.write_text(HEADER + entries, "utf-8")
    return po


def test_catalogues_are_compiled(tmp_path: Path) -> None:
    write(tmp_path, 'msgid "mole"\nmsgstr "taupe"\n')
    write(tmp_path, 'msgid "mole"\nmsgstr "Maulwurf"\n', "de")
    assert len(compile_catalogues(tmp_path)) == 2
    texts = gettext.translation("moleworks", tmp_path / "src" / "moleworks" / "texts", ["fr"])
    assert texts.gettext("mole") == "taupe"


@pytest.mark.parametrize(
    "entries",
    [
        'msgid "{who} digs to {place}."\nmsgstr "Sur {place}, {who} creuse ; {who} !"\n',
        'msgid "{n} moles"\nmsgstr ""\n',
        'msgid "{{braces}} {n}"\nmsgstr "{{accolades}} {n}"\n',
    ],
)
def test_placeholders_may_move(tmp_path: Path, entries: str) -> None:
    write(tmp_path, entries)
    assert len(compile_catalogues(tmp_path)) == 1


def test_a_changed_catalogue_is_compiled_again(tmp_path: Path) -> None:
    po = write(tmp_path, 'msgid "mole"\nmsgstr "taupe"\n')
    (mo,) = compile_catalogues(tmp_path)
    before = mo.read_bytes()
    po.write_text(HEADER + 'msgid "mole"\nmsgstr "la taupe"\n', "utf-8")
    compile_catalogues(tmp_path)
    assert mo.read_bytes() != before
    assert {file.name for file in mo.parent.iterdir()} == {"moleworks.po", "moleworks.mo"}


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param("mole = taupe\n", id="no catalogue at all"),
        pytest.param('msgid "mole"\nmsgstr "taupe\n', id="open quote"),
        pytest.param('#, python-format\nmsgid "%(n)d moles"\nmsgstr "%(m)d taupes"\n', id="other name"),
        pytest.param('msgid "{n} moles"\nmsgstr "{m} taupes"\n', id="other name in braces"),
        pytest.param('msgid "{n} moles"\nmsgstr "des taupes"\n', id="placeholder lost"),
        pytest.param('msgid "moles"\nmsgstr "{n} taupes"\n', id="placeholder from nowhere"),
        pytest.param('msgid "{n} moles"\nmsgstr "{n taupes"\n', id="open brace"),
        pytest.param(
            'msgid "{n} mole"\nmsgid_plural "{n} moles"\nmsgstr[0] "{n} taupe"\nmsgstr[1] "{m} taupes"\n',
            id="other name in a plural",
        ),
    ],
)
def test_a_bad_catalogue_stops_the_build(tmp_path: Path, entries: str) -> None:
    po = write(tmp_path, entries)
    with pytest.raises(CatalogueError, match=r"moleworks\.po"):
        compile_catalogues(tmp_path)
    assert not po.with_suffix(".mo").exists()
