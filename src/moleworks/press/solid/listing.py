"""The list of parts: how many of each, on which plate, and what they feel like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from moleworks.games.game import N_
from moleworks.press.solid.job import Job
from moleworks.press.solid.joints import BED
from moleworks.press.solid.plates import Made


def listing(job: Job, made: Sequence[Made], plates: Sequence[str], key: Iterable[str]) -> str:
    return "\n".join(_lines(job, made, plates, key)) + "\n"


def _lines(job: Job, made: Sequence[Made], plates: Sequence[str], key: Iterable[str]) -> Iterator[str]:
    say = job.words.say
    titles = job.board.title
    title = titles.get(job.words.code) or titles.get("en") or next(iter(titles.values()))
    yield f"{job.game.title}, {title}"
    yield ""
    total = sum(each.model.copies for each in made)
    yield say(N_("Parts: {total}, of {kinds} kinds. Print so many of each:"), total=total, kinds=len(made))
    yield ""
    digits = max(len(str(each.model.copies)) for each in made)
    for each in made:
        wide, deep, high = (f"{length:.0f}" for length in each.size)
        yield say(
            N_("{count} × {part} ({wide} × {deep} × {high} mm): {file}"),
            count=str(each.model.copies).rjust(digits),
            part=each.model.title,
            wide=wide,
            deep=deep,
            high=high,
            file=f"{job.name}-{each.model.name}.stl",
        )
    yield ""
    yield say(N_("The same parts by colour, as many as it takes, on beds of {bed} mm:"), bed=int(BED))
    yield ""
    yield from plates
    yield ""
    yield say(N_("Print everything as it lies, without supports, at 100 %, in layers of 0.2 mm or finer."))
    if any(each.model.tiles > 1 for each in made):
        yield say(N_("Boards in several parts lock like a jigsaw: press the knobs in from above."))
    yield ""
    yield say(N_("What you feel:"))
    yield ""
    yield from key
