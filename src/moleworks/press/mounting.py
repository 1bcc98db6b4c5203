"""How to make a set that can be played on: cutting and folding, or mounting swell paper, and what to buy."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks.core.messages import N_
from moleworks.press.game_print_set import game_print_set
from moleworks.press.order import PrintOrder
from moleworks.press.pagination import tile_plan


def advice(order: PrintOrder) -> Iterator[str]:
    """Sentences, in the order in which things are done."""
    say = order.language.say
    if not order.swell:
        yield say(N_("Cut along solid lines, fold along dashed ones, and glue the flaps inside."))
        if has_boards_in_parts(order):
            yield say(
                N_(
                    "A board in parts is glued together: where two parts meet, cut both along the corner "
                    "marks; then lay the next part on, up to the dotted line."
                )
            )
        yield from game_print_set(order.game.id).mounting(order)
        return
    yield say(SWELLING)
    yield from game_print_set(order.game.id).mounting(order)
    yield say(
        N_(
            "The pictures of this booklet show a set in colour. Your pieces are the same, but flat: the key "
            "tells what each texture and each sign means."
        )
    )
    yield say(N_("You need, besides swell paper:"))
    yield say(
        N_("foam board, 5 mm thick, for the boards and under every piece, and glue or double-sided tape")
    )
    yield say(
        N_(
            "either self-adhesive hook tape for the board and loop tape for the pieces, in dots of 10 mm, or "
            "a steel sheet under the board and small flat magnets"
        )
    )
    yield say(N_("a sharp knife, a steel ruler, and somebody who can see to cut"))


def has_boards_in_parts(order: PrintOrder) -> bool:
    """Whether a board is larger than the paper, so that its parts are glued together."""
    boards = game_print_set(order.game.id).boards(order)
    return any(tile_plan(board.page, order.paper).parts > 1 for board in boards)


SWELLING = N_(
    "Print on swell paper with black ink or toner that contains carbon, let it dry, and pass it through a "
    "swell paper machine, the heater made for this paper. Never use a stove, an iron or a microwave. Only "
    "black rises; colours stay flat."
)
"""How swell paper is heated, in words that nobody takes for a kitchen."""
