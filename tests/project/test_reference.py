"""The reference of the Python interface can be built, and its check finds what is wrong."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from pdoc.doc import Module
from pdoc.render import env

import moleworks
from moleworks.core import game, plugin
from moleworks.record import match
from scripts import reference
from scripts.reference import References, dead_links, html_page, markdown_page

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages; in a process of its own, because every module is imported for it."""
    folder = tmp_path_factory.mktemp("reference")
    done = subprocess.run(
        [sys.executable, "scripts/reference.py", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_public_name_has_its_place(pages: Path) -> None:
    front = html_page((pages / "moleworks.html").read_text("utf-8"))
    for name in moleworks.__all__:
        assert name in front.anchors or f"moleworks/{name}.html" in front.links
    of_match = html_page((pages / "moleworks" / "record" / "match.html").read_text("utf-8"))
    assert {"Match.begin", "Match.play", "Match.legal", "CannotPlay"} <= of_match.anchors


def test_every_page_can_be_reached(pages: Path) -> None:
    to_do, reached = [pages / "moleworks.html"], set[Path]()
    while to_do:
        file = to_do.pop()
        reached.add(file)
        links = html_page(file.read_text("utf-8")).links
        targets = {(file.parent / link.partition("#")[0]).resolve() for link in links if link[0] not in "#h"}
        to_do += targets - reached - set(to_do)
    assert reached == set(pages.rglob("*.html")) - {pages / "index.html"}
    assert "url=./moleworks.html" in (pages / "index.html").read_text("utf-8")


def test_its_examples_are_right() -> None:
    assert not doctest.testmod(reference).failed


def test_what_is_no_library_and_what_is_private_has_no_page() -> None:
    names = list(reference.module_names())
    assert "moleworks" in names
    assert "moleworks.games.mole_hill.rules" in names
    assert not any(name.startswith(("moleworks.web", "moleworks.cli")) for name in names)
    assert not any("._" in name for name in names)


@pytest.fixture
def references() -> References:
    modules = (moleworks, game, plugin, match)
    for module in modules:
        reference.prepare(module)
    return References({module.__name__: Module(module) for module in modules})


@pytest.mark.parametrize(
    ("name", "module", "namespace", "target"),
    [
        ("begin", match, "Match.play", ("moleworks.record.match", "Match.begin")),
        ("CannotPlay", match, "Match.play", ("moleworks.record.match", "CannotPlay")),
        ("Setup", match, "Match", ("moleworks.core.game", "Setup")),
        ("core.game.Setup.rotations", match, "", ("moleworks.core.game", "Setup.rotations")),
        ("core.game.NOBODY", plugin, "", ("moleworks.core.game", "NOBODY")),
        ("core.plugin", match, "", ("moleworks.core.plugin", "")),
        ("e5", match, "Match", None),
        ("games", match, "Match", None),
        ("core.game.Nothing", match, "", None),
    ],
)
def test_a_name_is_found_where_a_reader_would_look(
    references: References, name: str, module: object, namespace: str, target: tuple[str, str] | None
) -> None:
    assert references.resolve(name, str(getattr(module, "__name__", "")), namespace) == target


def linked(references: References, text: str) -> str:
    context = env.from_string("").new_context({"module": references.modules[plugin.__name__]})
    context.vars.update(all_modules=references.modules, is_public=lambda _: "yes")
    return references.link(context, text, "Plugin.game", False)


def test_a_name_becomes_a_link(references: References) -> None:
    assert linked(references, "<code>core.game.Game</code>") == (
        '<code><a href="game.html#Game">core.game.Game</a></code>'
    )
    assert references.unknown == set()


def test_a_name_that_does_not_exist_is_an_error(references: References) -> None:
    for name in ("core.game.Gone", "gone.Game", "lessons.toml", "e5"):
        assert linked(references, f"<code>{name}</code>") == f"<code>{name}</code>"
    assert references.unknown == {
        "moleworks.core.plugin.Plugin.game: its docstring names `core.game.Gone`, which does not exist."
    }


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"a.md": "# Top\n[b](sub/b.md#over-there)", "sub/b.md": "## Over `there`\n[a](../a.md)"}, []),
        ({"a.md": "[b](b.md)"}, ["a.md: the link b.md leads nowhere."]),
        ({"a.md": "[b](b.md#no)", "b.md": "# B"}, ["a.md: the link b.md#no leads nowhere."]),
        ({"a.md": "# Top\n[up](#top) [down](#down)"}, ["a.md: the link #down leads nowhere."]),
        ({"a.md": "`[b](b.md)`\n```\n[c](c.md)\n```\n"}, []),
        ({"a.html": '<p id="x"></p><a class="m" href="#x">x</a>'}, []),
        ({"a.html": '<a href="#y">y</a>'}, ["a.html: the link #y leads nowhere."]),
    ],
)
def test_a_dead_link_is_found(tmp_path: Path, texts: Mapping[str, str], expected: list[str]) -> None:
    pages = {}
    for name, text in texts.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        pages[file] = (html_page if name.endswith("html") else markdown_page)(text)
    assert list(dead_links(tmp_path, pages)) == expected
