"""Write the list of parts: how many of each, on which plate, and what the textures mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from moleworks.core.messages import N_
from moleworks.press.solid.order import SolidOrder
from moleworks.press.solid.plates import MeshedModel
from moleworks.speech import setup_texts


def parts_list(
    order: SolidOrder, models: Sequence[MeshedModel], plates: Sequence[str], key: Iterable[str]
) -> str:
    """The text file of a set: what to print how often, on which plates, and what each surface means."""
    return "\n".join(_lines(order, models, plates, key)) + "\n"


def _lines(
    order: SolidOrder, models: Sequence[MeshedModel], plates: Sequence[str], key: Iterable[str]
) -> Iterator[str]:
    say = order.language.say
    titles = order.board.title
    title = titles.get(order.language.code) or titles.get("en") or next(iter(titles.values()))
    yield f"{order.game_title}, {title}"
    if layout := setup_texts.layout_source(order.game.id, order.board):
        yield order.language.tell(layout)
    yield ""
    total = sum(meshed.model.copies for meshed in models)
    yield say(N_("Parts: {total}, of {kinds} kinds. Print so many of each:"), total=total, kinds=len(models))
    yield ""
    digits = max(len(str(meshed.model.copies)) for meshed in models)
    for meshed in models:
        wide, deep, high = (f"{length:.0f}" for length in meshed.size)
        yield say(
            N_("{count} × {part} ({wide} × {deep} × {high} mm): {file}, picture: {picture}"),
            count=str(meshed.model.copies).rjust(digits),
            part=meshed.model.title,
            wide=wide,
            deep=deep,
            high=high,
            file=f"{order.name}-{meshed.model.name}.stl",
            picture=f"{order.name}-{meshed.model.name}.svg",
        )
    yield ""
    yield say(N_("The same parts by colour, as many as it takes, on beds of {bed} mm:"), bed=int(order.bed))
    yield ""
    yield from plates
    yield ""
    yield say(N_("Print everything as it lies, without supports, at 100 %, in layers of 0.2 mm or finer."))
    if any(meshed.model.tiles > 1 for meshed in models):
        yield say(N_("Boards in several parts lock like a jigsaw: press the knobs in from above."))
    yield ""
    yield say(N_("What you feel:"))
    yield ""
    yield from key
