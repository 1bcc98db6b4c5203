"""In a game every texture, sign and line has one meaning, and the key tells it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from manifold3d import Manifold

from moleworks import boards, press
from moleworks.games import GAMES
from moleworks.games.buddel_bande.press import solid_pieces
from moleworks.games.buddel_bande.press.relief import SYMBOLS
from moleworks.games.mole_company.press import relief as mole_company_relief
from moleworks.press import game_print_set, sections, solid, textures, touch_key
from moleworks.press.paths import Point, bounds, ellipse
from moleworks.press.sheet import BrailleLine, Role, Shape, TexturePatch
from moleworks.press.solid import export
from moleworks.press.solid.shapes import unite
from moleworks.press.touch_key import DOTTED_LINE, LINE

PRESETS = [(game, preset) for game in GAMES for preset in GAMES[game].presets]
MEANINGS = {
    "mole-hill": {
        r"cross .*": "red flower, 2 points",
        r"triangle .*": "white flower, 1 point",
        r"target .*": "centre",
        r"mole 1": "the first mole",
        r"mole 2": "the second mole",
        r"hill ([1-9]|10)": "light molehill",
        r"hill (1[1-9]|2\d)": "dark molehill, 1 point",
    },
    "mole-company": {
        r"(mole|disc) 1\..*": "sky blue",
        r"(mole|disc) 2\..*": "yellow",
        r"(mole|disc) 3\..*": "vermilion",
        r"(mole|disc) 4\..*": "black",
        r"special .*": "special space",
    },
    "buddel-bande": {
        r"(mole . |den |pawn )1": "owner: ant",
        r"(mole . |den |pawn )2": "owner: ladybird",
        r"(mole . |den |pawn )3": "owner: earthworm",
        r"(mole . |den |pawn )4": "owner: snail",
        r"(hill|hill die) c.*": "clover",
        r"(hill|hill die) l.*": "leaf",
        r"(hill|hill die) f.*": "flower",
        r"last hill": "last hill",
    },
}
"""What is drawn, by its name: the reader of this test says what it means, not the code."""


def order(game: str, preset: str | None = None, lang: str = "en") -> press.PrintOrder:
    return press.order(
        game, boards.named(game, "classic"), kind="swell", paper="a3", preset=preset, lang=lang
    )


def drawn(wanted: press.PrintOrder) -> Iterator[tuple[str, str]]:
    """Every texture on boards and pieces, with what it means there."""
    track = getattr(wanted.board, "track", "")
    for sheet in press.drawings(wanted):
        if sheet.name.startswith(("key", "calibration")):
            continue
        for item in sheet.items:
            if isinstance(item, TexturePatch):
                hill = re.fullmatch(r"hill (\d+)", item.name) if track else None
                name = f"hill {track[int(hill[1]) - 1]}" if hill else item.name
                found = [what for like, what in MEANINGS[wanted.game.id].items() if re.fullmatch(like, name)]
                assert len(found) == 1, name
                yield item.texture, found[0]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_texture_has_one_meaning_and_a_meaning_one_texture(game: str, preset: str) -> None:
    wanted = order(game, preset)
    meanings, signs = defaultdict(set), defaultdict(set)
    for texture, meaning in drawn(wanted):
        meanings[texture].add(meaning)
        signs[meaning].add(texture)
    assert all(len(found) == 1 for found in (*meanings.values(), *signs.values())), (meanings, signs)
    key = dict(game_print_set(game).touch_key(wanted))
    assert {texture: key.get(texture) for texture in meanings} == {
        texture: next(iter(found)) for texture, found in meanings.items()
    }


def test_a_second_meaning_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Special spaces with the texture of a team, as they once were."""
    monkeypatch.setattr(mole_company_relief, "SPECIAL", textures.DOTTED)
    with pytest.raises(AssertionError, match="special space"):
        test_a_texture_has_one_meaning_and_a_meaning_one_texture("mole-company", "tactile-pro")


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_key_names_every_sample_once(game: str, preset: str, lang: str) -> None:
    key = game_print_set(game).touch_key(order(game, preset, lang))
    samples, meanings = zip(*key, strict=True)
    assert len(set(samples)) == len(samples)
    assert len(set(meanings)) == len(meanings)


def test_letters_on_pieces_and_dice_are_in_the_key() -> None:
    wanted = order("buddel-bande")
    key = dict(game_print_set("buddel-bande").touch_key(wanted))
    letters = {
        item.text
        for sheet in press.drawings(wanted)
        if sheet.name.startswith(("pieces", "dice"))
        for item in sheet.items
        if isinstance(item, BrailleLine)
    }
    assert letters == {"s", "m", "l", "a", "d", "e"}
    assert letters <= key.keys()


def test_the_raised_shovel_is_in_the_key() -> None:
    """Its outline on the plate and in the key is the same, and the key says it in words, too."""
    wanted = order("mole-company")
    plate, blade = (
        shape.path
        for sheet in press.drawings(wanted)
        for shape in sheet.items
        if isinstance(shape, Shape) and shape.role == Role.RAISED
        if shape.name in ("shovel", "sign of golden shovel")
    )
    assert len(plate.segments) == len(blade.segments)
    (found,) = (text for section in sections.key(wanted) for text in section.paragraphs if "shovel" in text)
    assert found == "blade of a shovel: golden shovel"


def lines_to_the_hole(wanted: press.PrintOrder) -> list[bool]:
    """Whether each line that meets the last hole is dotted."""
    (blue,) = (sheet for sheet in press.drawings(wanted) if sheet.name == "board-4")
    return [
        bool(item.dash)
        for item in blue.items
        if isinstance(item, Shape) and item.role == Role.RAISED and item.name.startswith("line ")
    ]


@pytest.mark.parametrize(("preset", "dotted"), [("tactile", 0), ("tactile-pro", 3), ("ravensburger", 3)])
def test_dotted_and_solid_lines_can_be_felt_and_are_in_the_key(preset: str, dotted: int) -> None:
    wanted = order("mole-company", preset)
    lines = lines_to_the_hole(wanted)
    assert (len(lines), sum(lines)) == (6, dotted)
    key = dict(game_print_set("mole-company").touch_key(wanted))
    assert LINE in key
    assert (DOTTED_LINE in key) == bool(dotted)


def test_a_dotted_line_has_spots_that_fingers_tell_apart() -> None:
    _, step = touch_key.dotted(Point(0, 0), Point(9.5, 0))
    assert touch_key.SPOT_STEP <= step < 2 * touch_key.SPOT_STEP


def test_swell_paper_is_printed_by_the_tactile_rules_unless_others_are_chosen() -> None:
    assert order("mole-company").setup.preset == "tactile"
    assert order("mole-company", "ravensburger").setup.preset == "ravensburger"
    colour = press.order("mole-company", boards.named("mole-company", "classic"))
    assert colour.setup.preset == "ravensburger"


@pytest.mark.parametrize("texture", [textures.CROSS, textures.TRIANGLE, textures.BAR, textures.TARGET])
def test_every_sign_stays_inside_its_outline(texture: str) -> None:
    outline = ellipse(0, 0, 5)
    for mark in textures.marks(texture, outline):
        assert bounds(outline).grown(0.01).contains(bounds(mark.path, mark.width)), texture


SOLID_MEANINGS = {
    "mole-hill": {
        r"cross(?!-)": "red flower",
        r"triangle": "white flower",
        r"ring with a dot": "centre",
        r"crater": "light molehill",
        r"cross-hatch": "dark molehill",
    },
    "mole-company": {
        r"cross(?!-)": "special space",
        r"ring(?! with)": "space|hole",
        r"dot\b": "dotted line",
    },
    "buddel-bande": {
        r"triangle": "clover",
        r"bar\b": "leaf",
        r"cross(?!-)": "flower",
        r"ring with a dot": "last hill",
        r"smooth": "ant",
        r"stripes": "ladybird",
        r"dots": "earthworm",
        r"cross-hatch": "snail",
        r"square": "dog",
        r"pit\b": "mole",
    },
}
"""What surfaces of 3D parts mean, as the reader of this test says."""


@pytest.mark.parametrize("game", SOLID_MEANINGS)
def test_a_sign_on_3d_parts_has_one_meaning(game: str) -> None:
    order = solid.order(
        game, boards.named(game, "classic"), preset="tactile-pro" if game == "mole-company" else None
    )
    clauses = [part for told in export.game_solids(game).touch_key(order) for part in told.split("; ")]
    for sign, meaning in SOLID_MEANINGS[game].items():
        found = [clause for clause in clauses if re.search(rf"\b{sign}", clause)]
        assert found, sign
        assert [clause for clause in found if not re.search(rf": .*({meaning})", clause)] == []


def test_the_dog_on_the_die_is_not_felt_as_a_flower() -> None:
    """The outline of a square leaves the middle of the face as it is; a cross cuts it."""
    faces = {letter: unite(solid_pieces._face(letter, SYMBOLS)) for letter in ("D", "f")}
    middle = Manifold.cylinder(1, 0.5)
    assert (faces["f"] ^ middle).volume() > 0.1
    assert (faces["D"] ^ middle).is_empty()
    assert not faces["D"].is_empty()
