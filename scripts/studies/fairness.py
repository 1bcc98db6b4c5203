"""Is it better to begin? Which rules are fairest? How long are games? All from games between equals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from moleworks.arena.bias import Bias, Kind, bias
from moleworks.games import GAMES
from moleworks.terminal.pages import plots
from scripts.studies.runs import Bench, Mark, equals, percent, table, title, told

LEVEL = "level2"
"""Good enough to play sensibly, quick enough to play thousands of games."""


class Case(NamedTuple):
    bias: Bias
    name: str


def cases(bench: Bench, *, defaults: bool = False) -> Iterator[Case]:
    """Every game with every preset, at the smallest and the largest table."""
    for game, rules in GAMES.items():
        for number, preset in enumerate(rules.presets):
            for players in dict.fromkeys((rules.seats[0], rules.seats[-1])):
                if defaults and number:
                    continue
                games = bench.played(game, equals(LEVEL, players), preset=preset)
                of = Kind(game, preset, "", players)
                yield Case(bias(of, [games]), f"{title(game)}, {preset}, {players} players")


def seats(bench: Bench) -> None:
    found = list(cases(bench, defaults=True))
    marks = [
        Mark(f"{title(case.bias.kind.game)}, {case.bias.kind.players} players, seat {at}", *seat[1:4])
        for case in found
        for at, seat in enumerate(case.bias.seats)
    ]
    bench.figure("seats", plots.intervals(marks, "Games won by seat", percent, bounds=(0, 1), alone=True))
    rows = [
        (case.name, at, case.bias.games, told(seat[1:4]), percent(seat.even), _verdict(seat[1:4], seat.even))
        for case in found
        for at, seat in enumerate(case.bias.seats)
    ]
    bench.write(
        "seats",
        f"""# Is it better to begin?

Seat 0 acts first. Two (or four) computer players of exactly the same strength ({LEVEL}) played every game, and everybody sat in every seat. If
the seat did not matter, each would win an even share of the games.

![Games won by seat](seats.svg)

{table(("game", "seat", "games", "won (95 %)", "even share", "so"), rows)}

The numbers in brackets are the range in which the true figure lies in 95 of 100 such studies. "Not seen" does not mean that there is
no difference: it means that so many games do not show one. Draws are shared alike. Stronger players may know better what to do with a seat
than these did.

Made by `python -m scripts.studies seats --games {bench.games}`.
""",
    )


def _verdict(figure: tuple[float, ...], even: float) -> str:
    _, low, high = figure
    if low > even:
        return "better"
    return "worse" if high < even else "not seen"


def presets(bench: Bench) -> None:
    found = list(cases(bench))
    marks, rows = [], []
    for case in found:
        most = max(case.bias.seats, key=lambda seat: abs(seat.share - seat.even))
        seat = case.bias.seats.index(most)
        off = [end - most.even for end in most[1:4]]
        marks.append(Mark(case.name, *off))
        drawn = percent(case.bias.drawn / max(1, case.bias.games))
        rows.append(
            (case.name, case.bias.games, f"seat {seat}: {told(most[1:4])}", percent(most.even), drawn)
        )
    label = "How far the most favoured or most hindered seat is from an even share"
    bench.figure("presets", plots.intervals(marks, label, percent, even=0.0, alone=True))
    bench.write(
        "presets",
        f"""# Which rules are fairest?

A *preset* is one of the printed rule sheets. For each, players of the same strength ({LEVEL}) played from every seat. The figure shows, for each
preset, the seat that was farthest from an even share, to the right if it won more, to the left if it won less. A range that covers the dashed line may be chance.

![Distance from an even share](presets.svg)

{table(("preset", "games", "farthest from even (95 %)", "even share", "drawn"), rows)}

With three or four seats some seat is always farthest, if only by chance: read a range that just misses the line with care.

Made by `python -m scripts.studies presets --games {bench.games}`.
""",
    )


def length(bench: Bench) -> None:
    rows = []
    pictures = []
    for case in cases(bench):
        plies = sorted(case.bias.plies)
        at = [plies[round(share * (len(plies) - 1))] for share in (0.05, 0.5, 0.95)]
        rows.append((case.name, case.bias.games, at[1], f"{at[0]}-{at[2]}", plies[-1]))
        of = case.bias.kind
        if of.preset == next(iter(GAMES[of.game].presets)):
            name = f"length-{of.game}-{of.players}"
            label = f"{case.name}: games by number of actions"
            bench.figure(name, plots.columns(plots.grouped(plies), label, alone=True))
            pictures.append(f"{case.name}:\n\n![{label}]({name}.svg)")
    bench.write(
        "length",
        f"""# How long are games?

Counted in *actions*: a step, a rod, a disc turned up, a move, a roll of the dice. A person takes a few seconds for most of them. Played by {LEVEL} against its equals.

{table(("game", "games", "half are shorter than", "nine of ten lie in", "longest"), rows)}

{chr(10).join(pictures)}

Mole Hill cannot go on for ever: a mole has {22} hills a round. The other two end when somebody is home, which luck may delay.

Made by `python -m scripts.studies length --games {bench.games}`.
""",
    )
