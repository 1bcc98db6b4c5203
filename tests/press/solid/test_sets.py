"""Whole sets: every part is there as often as the rules say, closed, on the bed, and where it belongs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from moleworks import boards
from moleworks.games.buddel_bande.board import BuddelBandeBoard
from moleworks.games.mole_hill.board import MoleHillBoard
from moleworks.press import game_print_set, solid
from moleworks.press.sheet import GamePiece
from moleworks.press.solid import checks, export, stl, threemf
from moleworks.press.solid.mesh import Mesh, to_mesh, volume
from moleworks.press.solid.model import SolidModel
from moleworks.press.solid.order import BEDS, USUAL_BED
from moleworks.press.svg import page_title
from tests.press.solid.sets import GAMES, LANGUAGES, SMALL, files, models, order

MOST = 50_000_000


def edges(mesh: Mesh) -> Counter[tuple[int, int]]:
    """Every directed edge, counted the plain way: the checks count another way."""
    return Counter(edge for a, b, c in mesh.triangles.tolist() for edge in ((a, b), (b, c), (c, a)))


def pieces(game: str, board: str, lang: str) -> Counter[GamePiece]:
    """Counted in the files, by the names they have there."""
    titles = {model.title: model for model in models(game, board, lang).values()}
    found: Counter[GamePiece] = Counter()
    for name, content in files(game, board, lang).items():
        if name.endswith(".3mf"):
            for part in threemf.read_3mf(content):
                if piece := titles[part.name].piece:
                    found[piece] += len(part.places)
    return found


@pytest.mark.parametrize(
    ("game", "board", "lang"),
    [
        *((game, "classic", lang) for game, lang in zip(GAMES, LANGUAGES, strict=True)),
        *((*small, "en") for small in SMALL),
    ],
)
def test_every_set_is_made_and_passes(game: str, board: str, lang: str) -> None:
    """And there are as many pieces as the rules ask for; all languages are made by `scripts/bench press`."""
    written = files(game, board, lang)
    assert sum(map(len, written.values())) < MOST
    assert all(name.startswith(f"{game}-{board}-3d-{lang}-") for name in written)
    assert {name.rsplit(".", 1)[1] for name in written} == {"txt", "3mf", "stl", "svg"}
    assert pieces(game, board, lang) == game_print_set(game).piece_counts(boards.named(game, board))


@pytest.mark.parametrize(("game", "board"), SMALL)
def test_files_read_back_are_closed_bodies(game: str, board: str) -> None:
    for name, content in files(game, board).items():
        if name.endswith(".stl"):
            found = [stl.read_stl(content)]
        elif name.endswith(".3mf"):
            found = [part.mesh for part in threemf.read_3mf(content)]
        else:
            continue
        for mesh in found:
            counted = edges(mesh)
            assert set(counted.values()) == {1}, name
            assert all((b, a) in counted for a, b in counted), name
            assert volume(mesh) > 0, name
            size = np.ptp(mesh.vertices, axis=0)
            assert max(size[:2]) <= USUAL_BED, name
            assert mesh.vertices[:, 2].min() == 0, name


def test_parts_have_names_in_the_chosen_language() -> None:
    board = boards.named("mole-hill", "patch")
    assert isinstance(board, MoleHillBoard)
    for lang, rod in (("en", "Rod"), ("fr", "Bâton"), ("de", "Stab")):
        written = files("mole-hill", "patch", lang)
        names = {
            part.name
            for name, each in written.items()
            if name.endswith(".3mf")
            for part in threemf.read_3mf(each)
        }
        assert rod in names
        listed = written[f"mole-hill-patch-3d-{lang}-parts.txt"].decode()
        assert f"{board.rods} × {rod} (" in listed.replace("  ", " ")


def test_the_classic_list_says_what_the_box_holds() -> None:
    listed = files("mole-hill")["mole-hill-classic-3d-en-parts.txt"].decode()
    assert "where its flowers grow is told by one source only" in listed
    for line in ("10 × Light molehill", "12 × Dark molehill", "22 × Rod", " 1 × The lawn, part 1 of 2"):
        assert line in listed
    assert "lock like a jigsaw" in listed
    assert "lock like a jigsaw" not in files("mole-hill", "patch")["mole-hill-patch-3d-en-parts.txt"].decode()


def test_the_same_job_gives_the_same_bytes() -> None:
    again = dict(export.files(order("mole-hill", "patch")))
    assert again == files("mole-hill", "patch")


def test_options_reach_the_parts() -> None:
    def made(*, specials: bool) -> dict[str, SolidModel]:
        wanted = order("mole-company", specials=specials)
        return {model.name: model for model in export.game_solids("mole-company").models(wanted)}

    plain, special = made(specials=False), made(specials=True)
    assert [item.name for item in special["board-2"].raised if item.name.startswith("special")]
    assert not [item.name for item in plain["board-2"].raised if item.name.startswith("special")]


def test_parts_are_made_by_the_tactile_rules_unless_others_are_chosen() -> None:
    assert order("mole-company").setup.preset == "tactile"
    board = boards.named("mole-company", "classic")
    assert solid.order("mole-company", board, preset="ravensburger").setup.preset == "ravensburger"
    assert order("mole-hill").setup.preset == "blatz"


@pytest.mark.parametrize(
    ("game", "change", "tiles"),
    [
        ("mole-hill", {"columns": 9, "rows": 7}, 2),
        ("mole-hill", {"columns": 7, "rows": 9, "red": ("a9",), "white": (), "centre": None}, 2),
        ("mole-hill", {"columns": 3, "rows": 3, "red": (), "white": ("a1",), "centre": "b2"}, 1),
        ("buddel-bande", {"track": "clf" * 10}, 3),
        ("buddel-bande", {"track": "cclffl"}, 1),
    ],
)
def test_boards_of_every_size_fit_on_the_bed(game: str, change: dict[str, Any], tiles: int) -> None:
    classic = boards.named(game, "classic")
    assert isinstance(classic, MoleHillBoard | BuddelBandeBoard)
    board = classic._replace(**change)
    made = list(
        export.game_solids(game).models(order(game)._replace(setup=order(game).setup._replace(board=board)))
    )
    parts = [model for model in made if model.name.split("-")[0] == "board"]
    assert len(parts) == tiles
    for model in parts:
        assert model.body.volume() > 1000
        assert not list(checks.check_outlines(model))
        assert not list(checks.check_hollows(model))
        assert not list(checks.check_walls(model))
        mesh = to_mesh(model.body)
        lowered = mesh._replace(vertices=mesh.vertices - mesh.vertices.min(axis=0))
        assert not list(checks.check_mesh(model.title, lowered))


@pytest.mark.parametrize("bed", BEDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_board_fits_on_the_bed_and_keeps_its_gaps(game: str, bed: int) -> None:
    for model in export.game_solids(game).models(order(game)._replace(bed=bed)):
        if model.name.split("-")[0] not in {"board", "plate", "haystack", "den"}:
            continue
        left, low, _, right, high, _ = model.body.bounding_box()
        assert max(right - left, high - low) <= bed, model.name
        assert not list(checks.check_outlines(model)), model.name
        assert not list(checks.check_hollows(model)), model.name
        assert not list(checks.check_walls(model)), model.name


def test_every_part_has_a_picture_with_its_name() -> None:
    written = files("mole-hill", "patch", "de")
    parts = [name.removesuffix(".stl") for name in written if name.endswith(".stl")]
    pictures = {
        name.removesuffix(".svg"): page_title(written[name].decode())
        for name in written
        if name.endswith(".svg")
    }
    assert sorted(pictures) == sorted(parts)
    assert pictures["mole-hill-patch-3d-de-rod"] == "Stab"
