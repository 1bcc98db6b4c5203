"""A game's picture, what stands below it, and what its signs mean; one entry a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from moleworks import speech
from moleworks.games import Setup, View
from moleworks.games.game import N_
from moleworks.record import Match
from moleworks.terminal import draw_buddel_bande, draw_mole_company, draw_mole_hill
from moleworks.terminal.colours import SHAPES, TEAMS
from moleworks.terminal.screen import Screen
from moleworks.texts import Language, language


class Scene(NamedTuple):
    """What is drawn: a view of a game, and who plays."""

    setup: Setup
    view: View
    names: Sequence[str]
    language: Language


class Artist(NamedTuple):
    picture: Callable[[Scene], list[Text]]
    below: Callable[[Scene], Iterator[Text]]
    """Short lines with what the picture cannot hold."""
    legend: str
    space: str
    """A place to look at, for example."""
    peeks: Callable[[View, View], bool] | None = None
    """Where players know different things: whether the mover may have learned one, by what everybody sees."""


def picture(match: Match, state: Any, seat: int | None) -> list[Text]:
    """The board alone, as a seat may see it, or everybody (None)."""
    nobody = Scene(match.setup, match.game.view(state, seat), (), language("en"))
    return ARTISTS[match.game.id].picture(nobody)


def present(screen: Screen, match: Match, state: Any, names: Sequence[str], seat: int | None) -> bool:
    """How things stand, as a seat may know it: drawn (then it is True), or in plain sentences."""
    scene = Scene(match.setup, match.game.view(state, seat), names, screen.language)
    artist = ARTISTS[match.game.id]
    drawn = [] if screen.plain else artist.picture(scene)
    width = max((line.cell_len for line in drawn), default=0)
    if screen.is_narrower(width):
        screen.say(N_("The drawing needs {width} columns, so here it is in words."), width=width)
        drawn = []
    if not drawn:
        for message in speech.position(match.game, state, names, seat):
            screen.tell(message)
        return False
    screen.write()
    screen.draw(drawn)
    for line in artist.below(scene):
        screen.write(line)
    screen.write()
    return True


def _lawn(scene: Scene) -> list[Text]:
    return draw_mole_hill.picture(scene.setup.board, scene.view)


def _below_lawn(scene: Scene) -> Iterator[Text]:
    view, board, say = scene.view, scene.setup.board, scene.language.say
    mole = view["round"] - 1
    yield Text(
        say(
            N_("Round {round}: {mole} is the mole, {gardener} the gardener."),
            round=view["round"],
            mole=scene.names[mole],
            gardener=scene.names[1 - mole],
        )
    )
    dug = len(view["hills"])
    points = ", ".join(f"{name} {score}" for name, score in zip(scene.names, view["scores"], strict=True))
    yield Text(
        say(
            N_("Molehills: {count} of {total}, {dark} of them dark. Points: {points}."),
            count=dug,
            total=board.light + board.dark,
            dark=max(0, dug - board.light),
            points=points,
        )
    )


def _hexagon(scene: Scene) -> list[Text]:
    view = scene.view
    if not scene.setup.options["specials"]:
        view = view | {"specials": []}
    return draw_mole_company.picture(scene.setup.board.side, view)


def _below_hexagon(scene: Scene) -> Iterator[Text]:
    view, say = scene.view, scene.language.say
    taken = {name for moles in view["moles"] for name in moles} & set(view["holes"])
    yield Text(
        say(
            N_("Board {level} of 4. Holes taken: {count} of {total}."),
            level=view["level"],
            count=len(taken),
            total=len(view["holes"]),
        )
    )
    for seat, name in enumerate(scene.names):
        discs = " ".join(map(str, view["left"][seat]))
        text = N_("{name}: moles {count}, discs face down {discs}")
        told = say(text, name=name, count=len(view["moles"][seat]), discs=discs)
        yield _labelled(seat, told)


def _burrow(scene: Scene) -> list[Text]:
    return draw_buddel_bande.picture(scene.setup.board, scene.view)


def _below_burrow(scene: Scene) -> Iterator[Text]:
    say, moles = scene.language.say, scene.view["moles"]
    waiting = [
        draw_buddel_bande.chip(name, mole.get("owner")) for name, mole in moles.items() if mole["at"] == 0
    ]
    if waiting:
        yield Text(" ").join([Text(say(N_("Haystack:"))), *waiting])
    last = len(scene.setup.board.track) + 1
    for seat, name in enumerate(scene.names):
        home = [mole for mole, seen in moles.items() if seen["at"] == last and seen["owner"] == seat]
        told = say(
            N_("{name} ({animal}): home {moles}"),
            name=name,
            animal=scene.language.tell(speech.animal(seat)),
            moles=" ".join(home) or "–",
        )
        yield _labelled(seat, told)


def _labelled(seat: int, told: str) -> Text:
    """A line about a player, behind the sign of the team."""
    return Text.assemble((f" {SHAPES[seat]} ", TEAMS[seat]), f" {told}")


ARTISTS: Mapping[str, Artist] = {
    "mole-hill": Artist(
        _lawn,
        _below_lawn,
        N_("(•.•) mole, ╭─╮ light hill, ▟█▙ dark hill, ✿2 ❀1 flowers, (◎) centre, ━ ┃ rods"),
        "c3",
    ),
    "mole-company": Artist(
        _hexagon,
        _below_hexagon,
        N_("( ) hole, [ ] special space, ● ▲ ■ ◆ moles by team, ··· dotted line"),
        "c3",
    ),
    "buddel-bande": Artist(
        _burrow,
        _below_burrow,
        N_("♣ clover, ♠ leaf, ❁ flower, dog, home (type them so), ● ▲ ■ ◆ owner, if known"),
        "S1",
        draw_buddel_bande.peeks,
    ),
}

RULES: Mapping[str, tuple[str, int]] = {
    "mole-hill": ("MH", 10),
    "mole-company": ("MC", 13),
    "buddel-bande": ("BB", 13),
}
"""The letters before the numbers of a game's rules, and the last number."""
