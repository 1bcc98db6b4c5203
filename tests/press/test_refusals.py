"""What cannot be printed is refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks import boards, press
from moleworks.games import Complaint
from moleworks.games.buddel_bande.board import BuddelBandeBoard
from moleworks.games.mole_hill.board import MoleHillBoard
from moleworks.press import checks, pagination
from moleworks.press.paths import Box
from moleworks.press.sheet import PrintSheet


def board(**changes: Any) -> MoleHillBoard:
    classic = boards.named("mole-hill", "classic")
    assert isinstance(classic, MoleHillBoard)
    return classic._replace(**changes)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"paper": "a5"}, "There is no paper a5; there are a4, a3, letter."),
        ({"kind": "gold"}, "There is no kind gold; there are color, ink-saver, large-18, large-24, swell."),
        ({"preset": "chess"}, "chess"),
        ({"options": {"rounds": 7}}, "rounds"),
    ],
)
def test_wishes_are_checked(wish: dict[str, Any], reason: str) -> None:
    with pytest.raises(Complaint, match=reason):
        press.order("mole-hill", board(), **wish)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(Complaint, match="There is no game chess"):
        press.order("chess", board())


def test_squares_without_room_for_their_gaps_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest lawn just fits on A4; wider gaps than ours would not."""
    from moleworks.games.mole_hill.press import relief

    order = press.order("mole-hill", board(), kind="swell", paper="a4")
    assert relief.relief_layout(order).cell >= 20
    monkeypatch.setattr(relief, "GAP", 9.0)
    with pytest.raises(press.PrintError, match=r"Squares would be .* mm; with their gaps they need"):
        press.make_set(order)


def test_relief_is_never_glued_together() -> None:
    order = press.order("mole-hill", board(), kind="swell", paper="a4")
    large = PrintSheet("board", "Board", Box(0, 0, 400, 300), (), swell=True)
    with pytest.raises(checks.PrintError, match="relief cannot be glued together"):
        list(pagination.paginate(order, large))
    assert len(list(pagination.paginate(order, large._replace(swell=False)))) == 4


@pytest.mark.parametrize("paper", ["a4", "a3", "letter"])
@pytest.mark.parametrize("kind", ["color", "swell"])
def test_the_longest_track_is_printed(paper: str, kind: str) -> None:
    classic = boards.named("buddel-bande", "classic")
    assert isinstance(classic, BuddelBandeBoard)
    track = classic._replace(track="clf" * 10)
    press.make_set(press.order("buddel-bande", track, kind=kind, paper=paper))


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (9, 7), (7, 9), (3, 9), (9, 3)])
def test_lawns_of_every_shape_are_printed(columns: int, rows: int) -> None:
    lawn = board(columns=columns, rows=rows, red=("a1",), white=("b2",), centre="c3", light=2, dark=3, rods=5)
    for kind in ("color", "swell"):
        press.make_set(press.order("mole-hill", lawn, kind=kind, paper="letter"))
