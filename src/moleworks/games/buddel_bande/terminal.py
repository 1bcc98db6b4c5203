"""Draw Buddel Bande in the terminal: a winding tunnel of hills with their symbols, the moles and the dog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from moleworks.core.game import View
from moleworks.core.messages import N_
from moleworks.games.buddel_bande.board import SIZES, BuddelBandeBoard, board_of
from moleworks.games.buddel_bande.piece_names import animal
from moleworks.games.buddel_bande.view_types import BuddelBandeView, moles_at, moles_at_home, own_view
from moleworks.speech.emblems import emblem
from moleworks.speech.table_settings import chosen_settings
from moleworks.terminal.canvas import Canvas
from moleworks.terminal.colours import DEEP, EARTH, GOLD, INK, IVORY, LAWN, LOAM, SHAPES, STRAW, TEAMS
from moleworks.terminal.game_drawing import DrawingContext, team_line

WIDE, HIGH = 8, 3
"""From one hill to the next, and from one bend to the next."""
LONGEST = 9
"""The most hills in one row."""

SYMBOLS: Mapping[str, str] = {"c": "♣", "l": "♠", "f": "❁"}
STYLES: Mapping[str, str] = {"c": f"{INK} on {LAWN}", "l": f"{INK} on {LOAM}", "f": f"{IVORY} on {DEEP}"}
WALL = f"{LOAM} on {EARTH}"
MOLE, DOG = f"bold {INK} on {IVORY}", f"bold {IVORY} on #b3243a"
HOME = f"bold {INK} on {GOLD}"

LEGEND = N_("♣ clover, ♠ leaf, ❁ flower, dog, home (type them so), ● ▲ ■ ◆ owner, if known")
EXAMPLE_PLACE = "7"
DOG_LABELS = {"en": "dog", "fr": "chi", "de": "Hnd"}
"""By language, in three letters: there is room for no more."""
HOME_LABELS = {"en": " home  ", "fr": "tanière", "de": "  Bau  "}
"""By language, in seven letters."""


def picture(scene: DrawingContext) -> list[Text]:
    """The board in a view."""
    tags = "hidden_tags" not in chosen_settings(scene.names)
    return draw_board(board_of(scene.setup), own_view(scene.view), scene.language.code, tags=tags)


def below(scene: DrawingContext) -> Iterator[Text]:
    """The moles in the haystack, and who has which at home."""
    say, view = scene.language.say, own_view(scene.view)
    waiting = moles_at(view, 0)
    tags = "hidden_tags" not in chosen_settings(scene.names)
    if waiting and tags:
        chips = [chip(name, view["moles"][name].get("owner")) for name in waiting]
        yield Text(" ").join([Text(say(N_("Haystack:"))), *chips])
    elif waiting:
        yield from _haystack_places(view, scene.setup.players, say(N_("Haystack:")))
    for seat, name in enumerate(scene.names):
        home = moles_at_home(view, seat, board_of(scene.setup).last)
        told = say(
            N_("{name} ({animal}): home {moles}"),
            name=name,
            animal=scene.language.tell(animal(emblem(scene.names, seat))),
            moles=" ".join(name if tags else name[0] for name in home) or "–",
        )
        yield team_line(seat, told)


def caption(view: View) -> Iterator[str]:
    """The dice if they are rolled, and the number of the turn."""
    view = own_view(view)
    if view["dice"]:
        yield f"Dice: {view['dice']}."
    yield f"Turn {view['turn']}."


def _haystack_places(view: BuddelBandeView, players: int, title: str) -> Iterator[Text]:
    """The moles in the haystack by their places, which are numbered above; an empty place is a dot."""
    slots = range(1, players + 1)
    yield Text(f"{title}  {'   '.join(map(str, slots))}")
    for size in SIZES:
        chips = [
            chip(size, None) if view["moles"][f"{size}{slot}"]["at"] == 0 else Text(" · ") for slot in slots
        ]
        yield Text(" ").join([Text(" " * len(title)), *chips])


def draw_board(
    board: BuddelBandeBoard, view: BuddelBandeView, code: str = "en", *, tags: bool = True
) -> list[Text]:
    """Draw the tunnel; a mole has its owner's shape only if the view knows the owner.

    Without tags a mole shows its size only.
    """
    track = board.track
    rows = -(-board.last // LONGEST)
    across = -(-board.last // rows)
    canvas = Canvas(across * WIDE + 3, rows * HIGH + 1)
    _tunnel(canvas, rows, across)
    by_hill = {
        mole["at"]: (name if tags else name[0], mole.get("owner")) for name, mole in view["moles"].items()
    }
    for hill, symbol in enumerate(track, 1):
        x, y = _place(hill, across)
        canvas.put(x, y, f"{hill:>2} {SYMBOLS[symbol]}   ", STYLES[symbol])
        canvas.put(x, y + 1, " " * (WIDE - 1), STYLES[symbol])
        if hill in by_hill:
            _mole(canvas, x + 1, y + 1, *by_hill[hill])
        if hill == view["dog"]:
            canvas.put(x + 4, y + 1, DOG_LABELS.get(code, DOG_LABELS["en"]), DOG)
    x, y = _place(board.last, across)
    canvas.put(x, y, f" {''.join(SYMBOLS.values())}   ", HOME)
    canvas.put(x, y + 1, HOME_LABELS.get(code, HOME_LABELS["en"]), HOME)
    return canvas.lines()


def chip(name: str, owner: int | None) -> Text:
    """A mole's name, with its owner's shape and colour if known."""
    if owner is None:
        return Text(f" {name} ", f"{INK} on {STRAW}")
    return Text(f"{SHAPES[owner]}{name} ", TEAMS[owner])


def _mole(canvas: Canvas, x: int, y: int, name: str, owner: int | None) -> None:
    if owner is None:
        canvas.put(x, y, name, MOLE)
    else:
        canvas.put(x - 1, y, SHAPES[owner] + name, TEAMS[owner])


def _place(hill: int, across: int) -> tuple[int, int]:
    """Where a hill is drawn: to the right in the first row, back in the second, and so on."""
    row, step = divmod(hill - 1, across)
    return 2 + (step if row % 2 == 0 else across - 1 - step) * WIDE, 1 + row * HIGH


def _tunnel(canvas: Canvas, rows: int, across: int) -> None:
    """The walls; between two rows they leave one hill open, where the tunnel turns."""
    canvas.paint(0, 0, canvas.width, canvas.height, WALL)
    inside = canvas.width - 2
    canvas.put(0, 0, "╭" + "─" * inside + "╮")
    canvas.put(0, rows * HIGH, "╰" + "─" * inside + "╯")
    for row in range(rows):
        for y in (1, 2):
            canvas.put(0, 1 + row * HIGH + y - 1, "│")
            canvas.put(canvas.width - 1, 1 + row * HIGH + y - 1, "│")
        if row:
            _bend(canvas, row * HIGH, right=row % 2 == 1)


def _bend(canvas: Canvas, y: int, right: bool) -> None:
    wall = "─" * (canvas.width - 2 - WIDE)
    if right:
        canvas.put(0, y, "├" + wall + " " * (WIDE // 2) + "↓")
        canvas.put(canvas.width - 1, y, "│")
    else:
        canvas.put(0, y, "│   ↓    " + wall + "┤")
