"""Is it better to begin? Which rules are fairest? All from games between equals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import NamedTuple

from moleworks.arena.bias import Bias, Kind, bias
from moleworks.games import GAMES
from moleworks.terminal.pages import plots
from scripts.studies.runs import Bench, Figure, Mark, equals, percent, table, title, told

LEVEL = "level2"
"""Good enough to play sensibly, quick enough to play thousands of games."""
RANGES = """The numbers in brackets are the ranges in which the true figures of all seats of a table lie in 95 of 100 such studies; so of twenty such tables about
one has a seat outside its range by chance."""
SLIGHT, GREAT = 0.05, 0.1
"""What a seat wins more or less than an even share, up to which that is little, and from which it is much."""


class Case(NamedTuple):
    """A game by one preset at one size of table."""

    bias: Bias

    @property
    def name(self) -> str:
        return f"{title(self.bias.kind.game)}, {self.bias.kind.preset}, {self.bias.kind.players} players"

    @property
    def table(self) -> str:
        return f"`{self.bias.kind.preset}` with {self.bias.kind.players} players"

    @property
    def short(self) -> str:
        """Beside a figure there is little room."""
        return f"{title(self.bias.kind.game)}, {self.bias.kind.preset} ({self.bias.kind.players})"

    @property
    def even(self) -> float:
        return 1 / self.bias.kind.players

    @property
    def seats(self) -> tuple[Figure, ...]:
        """What each won."""
        count = self.bias.kind.players
        return tuple(widened(Figure(seat.share, seat.low, seat.high), count) for seat in self.bias.seats)

    @property
    def farthest(self) -> int:
        """The seat that is farthest from an even share."""
        return max(range(len(self.seats)), key=lambda seat: abs(self.seats[seat].value - self.even))

    @property
    def off(self) -> Figure:
        """How far that seat is from an even share."""
        return Figure(*(end - self.even for end in self.seats[self.farthest]))


def widened(figure: Figure, seats: int) -> Figure:
    """The range that holds all seats of a table in 95 of 100 studies; of two the one follows from the other."""
    looked = seats if seats > 2 else 1
    normal = NormalDist()
    wider = normal.inv_cdf(1 - 0.025 / looked) / normal.inv_cdf(0.975)
    value, low, high = figure
    return Figure(value, max(0.0, value - wider * (value - low)), min(1.0, value + wider * (high - value)))


def cases(bench: Bench) -> Iterator[Case]:
    """Every game with every preset, at the smallest and the largest table."""
    for game, rules in GAMES.items():
        for preset in rules.presets:
            for players in dict.fromkeys((rules.seats[0], rules.seats[-1])):
                games = bench.played(game, equals(LEVEL, players), preset=preset)
                yield Case(bias(Kind(game, preset, "", players), [games]))


def by_game(found: Sequence[Case]) -> dict[str, list[Case]]:
    return {game: [case for case in found if case.bias.kind.game == game] for game in GAMES}


def seats(bench: Bench) -> None:
    found = list(cases(bench))
    marks = [Mark(case.short, *case.seats[0], case.even) for case in found]
    label = "Games won by seat 0, who begins"
    bench.figure("seats", plots.intervals(marks, label, percent, alone=True))
    most = max(len(case.seats) for case in found)
    rows = [
        (
            case.name,
            case.bias.games,
            *(told(seat) for seat in case.seats),
            *["-"] * (most - len(case.seats)),
            percent(case.even),
            _word(case.seats[0], case.even),
        )
        for case in found
    ]
    answers = "\n".join(f"- **{title(game)}**: {beginning(of)}" for game, of in by_game(found).items())
    head = ("game", "games", *(f"seat {seat} won" for seat in range(most)), "even share", "to begin is")
    bench.write(
        "seats",
        f"""# Is it better to begin?

{answers}

Seat 0 acts first. Two (or four) computer players of exactly the same strength ({LEVEL}) played every game, and everybody sat in every seat. If
the seat did not matter, each would win an even share of the games: the dashed lines. In brackets is the number of players.

![{label}](seats.svg)

{table(head, rows)}

{RANGES} "Not seen" does not mean that there is no difference: it means that so many games do not show one. Draws are shared alike. Stronger
players may know better what to do with a seat than these did.

{bench.made("seats", GAMES)}
""",
    )


def beginning(found: Sequence[Case]) -> str:
    """Whether it is better to begin a game, in a few sentences."""
    told_of = [
        f"By {case.table} it is {_word(case.seats[0], case.even)} to begin: seat 0 won {told(case.seats[0])} of the "
        f"games, where {percent(case.even)} would be even."
        for case in found
        if _seen(case.seats[0], case.even)
    ]
    rest = [case for case in found if not _seen(case.seats[0], case.even)]
    if rest:
        most = max(abs(end - case.even) for case in rest for end in case.seats[0][1:])
        told_of.append(
            f"{'Otherwise it' if told_of else 'It'} was not seen that it is better or worse to begin; if it is, then by no more "
            f"than {100 * most:.0f} games in 100 or so."
        )
    return " ".join(told_of)


def _seen(figure: Figure, even: float) -> bool:
    return not figure.low <= even <= figure.high


def _word(figure: Figure, even: float) -> str:
    """
    >>> _word(Figure(0.67, 0.64, 0.69), 0.5), _word(Figure(0.52, 0.49, 0.55), 0.5), _word(Figure(0.46, 0.43, 0.49), 0.5)
    ('much better', 'not seen', 'a little worse')
    """
    if not _seen(figure, even):
        return "not seen"
    off = abs(figure.value - even)
    much = "much " if off >= GREAT else "a little " if off < SLIGHT else ""
    return much + ("better" if figure.value > even else "worse")


def presets(bench: Bench) -> None:
    found = list(cases(bench))
    marks = [Mark(case.short, *case.off) for case in found]
    rows = []
    for case in found:
        seat, won = case.farthest, case.seats[case.farthest]
        drawn = percent(case.bias.drawn / max(1, case.bias.games))
        so = f"seat {seat} {_word(won, case.even)}" if _seen(won, case.even) else "not seen"
        rows.append((case.name, case.bias.games, f"seat {seat}: {told(won)}", percent(case.even), so, drawn))
    label = "How far the most favoured or most hindered seat is from an even share"
    bench.figure("presets", plots.intervals(marks, label, points, even=0.0, alone=True))
    answers = "\n".join(f"- **{title(game)}**: {fairest(of)}" for game, of in by_game(found).items())
    bench.write(
        "presets",
        f"""# Which rules are fairest?

{answers}

A *preset* is one of the printed rule sheets. Rules are fair if it does not matter where one sits. For each preset, players of the same strength ({LEVEL}) played from every seat. The
figure shows the seat that was farthest from an even share, to the right if it won more games than that, to the left if it won fewer. A range that covers the dashed line may be chance. In brackets is the number of
players; the table says which seat it is.

![{label}](presets.svg)

{table(("preset", "games", "farthest from even", "even share", "so", "drawn"), rows)}

{RANGES} With four seats some seat is always farthest, if only by chance.

{bench.made("presets", GAMES)}
""",
    )


def points(share: float) -> str:
    """A difference of shares.

    >>> points(0.05), points(-0.1), points(0)
    ('+5', '-10', '0')
    """
    return f"{100 * share:+.0f}" if round(100 * share) else "0"


def fairest(found: Sequence[Case]) -> str:
    """Which presets of a game are fair, and which are not, in a few sentences."""
    unfair = [case for case in found if _seen(case.off, 0.0)]
    by_preset = dict.fromkeys(case.bias.kind.preset for case in found)
    worst = {
        preset: max((abs(case.off.value) for case in unfair if case.bias.kind.preset == preset), default=0.0)
        for preset in by_preset
    }
    fair = [f"`{preset}`" for preset, off in worst.items() if not off]
    told_of = []
    if len(fair) == len(worst):
        which = f"`{'`, `'.join(worst)}`"
        start = (
            f"in none of {which} a seat was"
            if len(worst) > 1
            else f"with {which}, the only preset, no seat was"
        )
        most = max(abs(end) for case in found for end in case.off)
        told_of.append(
            f"{start} seen to be favoured or hindered; if one is, then by no more than {100 * most:.0f} games in 100 or so."
        )
        if len(worst) > 1:
            told_of.append("Which of them is fairest was not seen.")
    elif fair:
        told_of.append(
            f"{', '.join(fair)} {'is' if len(fair) == 1 else 'are'} fairest: no seat was seen to be favoured."
        )
    else:
        told_of.append(f"fairest is `{min(worst, key=lambda preset: worst[preset])}`, though not quite fair.")
    for case in sorted(unfair, key=lambda case: abs(case.off.value)):
        off = abs(case.off.value)
        how = "badly unfair" if off >= GREAT else "a little unfair" if off < SLIGHT else "unfair"
        told_of.append(
            f"{case.table} is {how}: seat {case.farthest} won "
            f"{told(case.seats[case.farthest])} of the games, where {percent(case.even)} would be even."
        )
    text = " ".join(told_of)
    return text[0].upper() + text[1:]
