"""The rules of Worm Hunt (WH1-WH6) behind the game interface of Moleworks.

WH1  Two to four players. Each is dealt a favourite number from 2 to 6; nobody else sees it.
WH2  On their turn, players dig: they roll a die. A 2 to 6 adds so many worms to the pile before them.
WH3  A 1 is a stone: the pile is lost, and the next player is to move.
WH4  After a find, players dig again, or stop and keep the pile. They cannot stop before they have dug.
WH5  The game ends when a kept pile brings somebody to the goal, or when 300 dice were rolled.
WH6  Then the favourites are shown: each die of one's own favourite is worth 2 more worms. Most worms win.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple, cast

from moleworks.core.game import CHANCE, ActionNames, Game, Option, Outcome, Setup, Value, View
from moleworks.core.messages import N_, Malformed, Refusal

STONE, FACES = 1, range(1, 7)
FAVOURITES = range(2, 7)
BONUS = 2
MOST_DICE = 300
DIG, STOP, ROLL, DEAL = 0, 1, 10, 20
"""Actions: dig, stop, ROLL + face, DEAL + favourite."""
ROLL_NAME = re.compile(r"=([1-6])")
DEAL_NAME = re.compile(r"deal:([0-3])=([2-6])")


class WormHuntState(NamedTuple):
    setup: Setup
    favourites: tuple[int, ...] = ()
    """By seat, as far as they are dealt."""
    seat: int = 0
    rolling: bool = False
    pile: int = 0
    kept: tuple[int, ...] = ()
    found: tuple[tuple[int, ...], ...] = ()
    """By seat, how often each face from 1 to 6 was rolled."""
    over: bool = False


class WormHuntView(View):
    """What a seat may know; `favourites` has None where it may not."""

    favourites: list[int | None]
    pile: int
    kept: list[int]
    found: list[list[int]]


class WormHunt(Game[WormHuntState]):
    id = "worm-hunt"
    title = "Worm Hunt"
    player_counts = range(2, 5)
    seat_phases = frozenset({"dig"})
    rule_numbers = ("WH", 6)
    has_secrets = True
    options: ClassVar[Mapping[str, Option]] = MappingProxyType({"goal": Option(25, bounds=(5, 100))})
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType(
        {"garden": {}, "sprint": {"goal": 12}}
    )

    def start(self, setup: Setup) -> WormHuntState:
        players = setup.players
        return WormHuntState(setup, kept=(0,) * players, found=((0,) * 6,) * players)

    def actor(self, state: WormHuntState) -> int | None:
        if state.over:
            return None
        return CHANCE if self._dealing(state) or state.rolling else state.seat

    def mover(self, state: WormHuntState) -> int | None:
        return None if state.over or self._dealing(state) else state.seat

    def phase(self, state: WormHuntState) -> str:
        if state.over:
            return "over"
        if self._dealing(state):
            return "deal"
        return "roll" if state.rolling else "dig"

    def legal(self, state: WormHuntState) -> tuple[int, ...]:
        match self.phase(state):
            case "deal":
                return tuple(DEAL + number for number in FAVOURITES)
            case "roll":
                return tuple(ROLL + face for face in FACES)
            case "dig":
                return (DIG, STOP) if state.pile else (DIG,)
        return ()

    def play(self, state: WormHuntState, action: int) -> WormHuntState:
        if action >= DEAL:
            return state._replace(favourites=(*state.favourites, action - DEAL))
        if action >= ROLL:
            return self._rolled(state, action - ROLL)
        return state._replace(rolling=True) if action == DIG else self._stopped(state)

    def odds(self, state: WormHuntState) -> Mapping[int, Fraction]:
        if self.actor(state) != CHANCE:
            return {}
        legal = self.legal(state)
        return dict.fromkeys(legal, Fraction(1, len(legal)))

    def view(self, state: WormHuntState, seat: int | None) -> WormHuntView:
        dealt = [*state.favourites, *[None] * (state.setup.players - len(state.favourites))]
        return {
            "favourites": [
                number if state.over or owner == seat else None for owner, number in enumerate(dealt)
            ],
            "pile": state.pile,
            "kept": list(state.kept),
            "found": [list(faces) for faces in state.found],
            "phase": self.phase(state),
            "seat": self.mover(state),
        }

    def scores(self, state: WormHuntState) -> tuple[int, ...]:
        if not state.over:
            return state.kept
        return tuple(
            worms + BONUS * faces[favourite - 1]
            for worms, faces, favourite in zip(state.kept, state.found, state.favourites, strict=True)
        )

    def outcome(self, state: WormHuntState) -> Outcome | None:
        if not state.over:
            return None
        scores = self.scores(state)
        best = [seat for seat, worms in enumerate(scores) if worms == max(scores)]
        return Outcome("WH6", best[0], draw=False) if len(best) == 1 else Outcome("WH6", None, draw=True)

    def name(self, state: WormHuntState, action: int) -> str:
        if action >= DEAL:
            return f"deal:{len(state.favourites)}={action - DEAL}"
        if action >= ROLL:
            return f"={action - ROLL}"
        return "dig" if action == DIG else "stop"

    def attempt(self, state: WormHuntState, name: str) -> int | Refusal:
        deal, roll = DEAL_NAME.fullmatch(name), ROLL_NAME.fullmatch(name)
        if not deal and not roll and name not in {"dig", "stop"}:
            raise Malformed(N_("“{name}” is no action of Worm Hunt: type dig or stop."), name=name[:40])
        phase = self.phase(state)
        if phase == "over":
            return Refusal("WH5", N_("The game is over."))
        if phase == "deal":
            wanted = len(state.favourites)
            if deal and int(deal[1]) == wanted:
                return DEAL + int(deal[2])
            return Refusal("WH1", N_("First everybody is dealt a favourite number."))
        if phase == "roll":
            return ROLL + int(roll[1]) if roll else Refusal("WH2", N_("The die is still rolling."))
        if deal or roll:
            return Refusal("WH2", N_("No die is rolling: dig first."))
        if name == "stop" and not state.pile:
            return Refusal("WH4", N_("There is no pile to keep yet: dig first."))
        return DIG if name == "dig" else STOP

    def not_your_turn(self) -> Refusal:
        return Refusal("WH2", N_("It is not your turn."))

    def action_names(self, setup: Setup) -> ActionNames:
        deals = {
            f"deal:{seat}={number}": DEAL + number for seat in range(setup.players) for number in FAVOURITES
        }
        rolls = {f"={face}": ROLL + face for face in FACES}
        return ActionNames({"dig": DIG, "stop": STOP}, deals | rolls)

    def max_actions(self, setup: Setup) -> int:
        """The deals, and for each die a dig, the roll and perhaps a stop."""
        return setup.players + 3 * MOST_DICE

    def is_public(self, name: str) -> bool:
        """All but the deal (WH1)."""
        return not name.startswith("deal:")

    def is_consistent(self, name: str, view: View) -> bool:
        deal = DEAL_NAME.fullmatch(name)
        if not deal or "favourites" not in view:
            return True
        known = cast(WormHuntView, view)["favourites"][int(deal[1])]
        return known is None or known == int(deal[2])

    def reveals(self, before: WormHuntState, after: WormHuntState) -> bool:
        return after.over and not before.over

    def _dealing(self, state: WormHuntState) -> bool:
        return len(state.favourites) < state.setup.players

    def _rolled(self, state: WormHuntState, face: int) -> WormHuntState:
        found = list(state.found)
        found[state.seat] = tuple(
            count + (number == face) for number, count in enumerate(found[state.seat], 1)
        )
        dice = sum(map(sum, found))
        after = state._replace(rolling=False, found=tuple(found), over=dice == MOST_DICE)
        if face == STONE:
            return after._replace(pile=0, seat=self._next(state))
        return after._replace(pile=state.pile + face)

    def _stopped(self, state: WormHuntState) -> WormHuntState:
        kept = tuple(worms + state.pile * (seat == state.seat) for seat, worms in enumerate(state.kept))
        over = kept[state.seat] >= int(state.setup.options["goal"])
        return state._replace(kept=kept, pile=0, over=over, seat=self._next(state))

    def _next(self, state: WormHuntState) -> int:
        return (state.seat + 1) % state.setup.players


WORM_HUNT = WormHunt()
