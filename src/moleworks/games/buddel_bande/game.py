"""The game interface of Buddel Bande: action names, views and refusals.

A refusal depends on an owner only where the seat to act knows it (BB10), and no other seat is told that one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from moleworks.core.bits import members
from moleworks.core.game import CHANCE, NOBODY, ActionNames, Game, Option, Outcome, Setup, Value, View
from moleworks.core.messages import N_, Malformed, Refusal
from moleworks.games.buddel_bande import rules
from moleworks.games.buddel_bande.board import (
    FACES,
    SIZES,
    SYMBOLS,
    board_of,
    make_table,
    mole_name,
    mole_number,
)
from moleworks.games.buddel_bande.heard import denied_owners
from moleworks.games.buddel_bande.rules import (
    ACT,
    DEAL,
    DOG,
    DOG_TO,
    OVER,
    PASS,
    ROLL,
    WATCHER,
    BuddelBandePosition,
    BuddelBandeTable,
)
from moleworks.games.buddel_bande.view_types import BuddelBandeMole, BuddelBandeView, known_owners, own_view

NUMBER = "(?:0|[1-9][0-9]{0,8})"
DEAL_NAME = re.compile(r"deal:([A-Z])=([0-9]+)")
DICE_NAME = re.compile(r"=([A-Z])([a-z])")
MOLE_MOVE = re.compile(rf"([{SIZES}])({NUMBER})>({NUMBER}|home)")
DOG_MOVE = re.compile(rf"dog>({NUMBER}|home)")
PHASES = {DEAL: "deal", ROLL: "roll", ACT: "act", OVER: "over"}

THE_DIE_SAYS = (
    N_("The die shows a small mole: move a small one."),
    N_("The die shows a medium mole: move a medium one."),
    N_("The die shows a large mole: move a large one."),
    N_("The die shows a mole without the dog: move any mole."),
    N_("The die shows the dog: the dog must move."),
    N_("The die shows the dog: the dog must move."),
)
"""What to move instead, by face; the last one applies only with the option `dog` (BB4)."""

NO_SUCH_SYMBOL = (
    N_("The dog looks for clover, and hill {hill} has none."),
    N_("The dog looks for a leaf, and hill {hill} has none."),
    N_("The dog looks for a flower, and hill {hill} has none."),
)


class BuddelBandeState(NamedTuple):
    """What stays during a game, what changes, and the set-up."""

    table: BuddelBandeTable
    position: BuddelBandePosition
    setup: Setup


class BuddelBande(Game[BuddelBandeState]):
    """The rules of Buddel Bande behind the game interface; BB1 to BB13 are in `docs/rules`."""

    id = "buddel-bande"
    title = "Buddel Bande"
    player_counts = range(2, 5)
    seat_phases = frozenset(PHASES[phase] for phase in PHASES if rules.seat_acts(phase))
    rule_numbers = ("BB", 13)
    has_secrets = True
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "know_own": Option(True, (True, False)),
            "either": Option("choose", ("choose", "dog")),
            "pass": Option("unless-own", ("unless-own", "any"), unnamed="any"),
            "turn_limit": Option(1000, bounds=(1, 10000)),
        }
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = MappingProxyType({"goldsieber": {}})

    def start(self, setup: Setup) -> BuddelBandeState:
        """The state before the deal; all moles are in the haystack."""
        table = make_table(board_of(setup), setup.options, setup.players)
        return BuddelBandeState(table, rules.opening(table), setup)

    def actor(self, state: BuddelBandeState) -> int | None:
        """Chance deals and rolls; a seat acts on its roll."""
        found = rules.actor(state.position)
        return None if found == NOBODY else found

    def mover(self, state: BuddelBandeState) -> int | None:
        """The seat whose turn it is; nobody's during the deal."""
        return state.position.seat if state.position.phase in {ROLL, ACT} else None

    def phase(self, state: BuddelBandeState) -> str:
        """`deal`, `roll`, `act` or `over`."""
        return PHASES[state.position.phase]

    def legal(self, state: BuddelBandeState) -> tuple[int, ...]:
        """The phase is part of the action's number, so that numbers of different phases differ."""
        phase = state.position.phase << 6
        return tuple(phase + choice for choice in members(state.position.choices))

    def publicly_legal(self, state: BuddelBandeState) -> tuple[int, ...]:
        """A pass is among them if every move takes a mole home, whoever owns it (BB10)."""
        table, position, _ = state
        if position.phase != ACT:
            return self.legal(state)
        choices = rules.public_choices(table, position, position.face, position.symbol)
        return tuple((ACT << 6) + choice for choice in members(choices))

    def is_legality_secret(self, state: BuddelBandeState, action: int) -> bool:
        """Who may pass knows none of the moles as their own (BB10)."""
        return action == (ACT << 6) + PASS and state.setup.options["pass"] == "unless-own"

    def play(self, state: BuddelBandeState, action: int) -> BuddelBandeState:
        """Deal, roll, move a mole, move the dog or pass."""
        return BuddelBandeState(state.table, rules.play(state.table, state.position, action), state.setup)

    def odds(self, state: BuddelBandeState) -> Mapping[int, Fraction]:
        """All deals and all rolls are equally likely."""
        if self.actor(state) != CHANCE:
            return {}
        return _uniform(self.legal(state))

    def view(self, state: BuddelBandeState, seat: int | None) -> BuddelBandeView:
        """A mole's owner is in it if the seat knows it (BB1, BB7, BB8)."""
        table, position, _ = state
        return {
            "moles": {mole_name(mole): _seen(state, mole, seat) for mole in members(table.moles)},
            "dog": position.dog,
            "dice": FACES[position.face] + SYMBOLS[position.symbol] if position.phase == ACT else None,
            "phase": self.phase(state),
            "seat": self.mover(state),
            "turn": position.turns + (position.phase in {ROLL, ACT}),
        }

    def scores(self, state: BuddelBandeState) -> None:
        """None: there are no points."""
        del state  # there are no points

    def outcome(self, state: BuddelBandeState) -> Outcome | None:
        """BB12, three moles at home; BB13, the turn limit."""
        position = state.position
        if position.phase != OVER:
            return None
        if position.winner < 0:
            return Outcome("BB13", None, draw=True)
        return Outcome("BB12", position.winner, draw=False)

    def name(self, state: BuddelBandeState, action: int) -> str:
        """`deal:S=2013`, `=Sc`, `S1>7`, `S1>home`, `dog>9` or `pass`."""
        table, position, _ = state
        choice = action & 63
        if position.phase == DEAL:
            return f"deal:{SIZES[position.face]}={_order(table, choice)}"
        if position.phase == ROLL:
            return f"={FACES[choice >> 2]}{SYMBOLS[choice & 3]}"
        if choice == PASS:
            return "pass"
        if choice >= DOG_TO:
            return f"dog>{choice - DOG_TO}"
        return f"{mole_name(choice)}>{goal_name(state, choice)}"

    def attempt(self, state: BuddelBandeState, name: str) -> int | Refusal:
        """The action of that name, or the rule that forbids it; it tells the seat to act nothing new."""
        deal, dice = DEAL_NAME.fullmatch(name), DICE_NAME.fullmatch(name)
        mole, dog = MOLE_MOVE.fullmatch(name), DOG_MOVE.fullmatch(name)
        if not (deal or dice or mole or dog or name == "pass"):
            raise Malformed(
                N_("“{name}” is not an action of Buddel Bande: write M2>7 or M2>home, dog>9, or pass."),
                name=name[:40],
            )
        phase = state.position.phase
        if phase == OVER:
            return Refusal("BB12", N_("The game is over."))
        if phase == DEAL:
            if not deal:
                return Refusal("BB3", N_("The moles are still being dealt."))
            return _attempt_deal(state, deal[1], deal[2])
        if phase == ROLL:
            if not dice:
                return Refusal("BB3", N_("First the dice are rolled."))
            return _attempt_roll(dice[1], dice[2])
        if mole:
            return _attempt_mole(state, mole[1], int(mole[2]), mole[3])
        if dog:
            return _attempt_dog(state, dog[1])
        if name == "pass":
            return _attempt_pass(state)
        return Refusal("BB3", N_("The dice are rolled already: now make a move."))

    def reveals(self, before: BuddelBandeState, after: BuddelBandeState) -> bool:
        """Moves of moles that the mover knew count too, or undoing them would show everybody that it knew."""
        if before.position.places != after.position.places:
            return True
        table = before.table
        return any(
            rules.known_moles(table, before.position, seat) != rules.known_moles(table, after.position, seat)
            for seat in (WATCHER, *range(table.players))
        )

    def may_learn(self, before: View, after: View) -> bool:
        """Whether a mole moved whose owner is not public, even if the mover knew it."""
        moles = own_view(before)["moles"]
        return any(
            mole["at"] != moles[name]["at"] and "owner" not in mole
            for name, mole in own_view(after)["moles"].items()
        )

    def is_public(self, name: str) -> bool:
        """Everything but the deal, which contains the owners of the moles (BB1)."""
        return not name.startswith("deal:")

    def not_your_turn(self) -> Refusal:
        """BB3."""
        return Refusal("BB3", N_("It is not your turn."))

    def legal_bits(self, state: BuddelBandeState) -> int:
        """The rules keep the choices as a bit set already."""
        return state.position.choices << (state.position.phase << 6)

    def action_names(self, setup: Setup) -> ActionNames:
        """Every mole with every goal, every hill for the dog, all rolls and deals."""
        table = self.start(setup).table
        hills = range(1, table.last)
        act, roll, deal = ACT << 6, ROLL << 6, DEAL << 6
        seats = {
            f"{mole_name(mole)}>{goal}": act + mole
            for mole in members(table.moles)
            for goal in (*hills, "home")
        }
        seats |= {"pass": act + PASS} | {f"dog>{hill}": act + DOG_TO + hill for hill in hills}
        chance = {
            f"deal:{size}={_order(table, order)}": deal + order
            for size in SIZES
            for order in members(table.deals)
        }
        chance |= {f"={FACES[dice >> 2]}{SYMBOLS[dice & 3]}": roll + dice for dice in members(rules.DICE)}
        return ActionNames(seats, chance)

    def max_actions(self, setup: Setup) -> int:
        """The deal, and a roll and a move in each turn."""
        return len(SIZES) + 2 * self.start(setup).table.turn_limit

    def may_have_been(self, setup: Setup, name: str, view: View, heard: Sequence[str]) -> bool:
        """A deal gives no mole to a seat that passed and would have known it as its own (BB10)."""
        deal = DEAL_NAME.fullmatch(name)
        if not deal:
            return True
        denied = _denied(setup, known_owners(own_view(view))[0], tuple(heard))
        moles = {(mole_number(f"{deal[1]}{slot}"), int(seat)) for slot, seat in enumerate(deal[2], 1)}
        return self.is_consistent(name, view) and not denied & moles

    def is_consistent(self, name: str, view: View) -> bool:
        """A deal is consistent if its owners are those in the view."""
        deal = DEAL_NAME.fullmatch(name)
        if not deal:
            return True
        order = sum(int(seat) << 2 * slot for slot, seat in enumerate(deal[2]))
        owners, known = known_owners(own_view(view))
        return rules.deal_fits(len(deal[2]), SIZES.index(deal[1]), order, owners, known)


@lru_cache(maxsize=16)
def _denied(setup: Setup, owners: int, heard: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    """`denied_owners`, which all deals of a size are compared with."""
    return denied_owners(BUDDEL_BANDE.start(setup).table, owners, heard)


@lru_cache(maxsize=64)
def _uniform(actions: tuple[int, ...]) -> Mapping[int, Fraction]:
    """All deals and all rolls are equally likely (BB1, BB3)."""
    return MappingProxyType(dict.fromkeys(actions, Fraction(1, len(actions))))


def _seen(state: BuddelBandeState, mole: int, seat: int | None) -> BuddelBandeMole:
    """A mole as a seat sees it: its hill, and its owner if the seat knows it (BB1, BB7, BB8)."""
    table, position, _ = state
    at = rules.place(position, mole)
    known = rules.knows_owner(table, position, WATCHER if seat is None else seat, mole)
    return {"at": at, "owner": rules.owner(position, mole)} if known else {"at": at}


def _order(table: BuddelBandeTable, deal: int) -> str:
    """The seats in the order of a deal: `2013`."""
    seats = rules.permutation(table.players, deal)
    return "".join(str(seats >> 2 * slot & 3) for slot in range(table.players))


def goal_name(state: BuddelBandeState, mole: int) -> str:
    """The hill that the roll moves a mole to, or `home`, where some moles are already."""
    table, position, _ = state
    if rules.place(position, mole) == table.last:
        return "home"
    hill = rules.target(table, position, mole)
    return "home" if hill == table.last else str(hill)


def _attempt_deal(state: BuddelBandeState, size: str, seats: str) -> int | Refusal:
    table, position, _ = state
    due = SIZES[position.face]
    if size != due:
        text = N_("Now the moles of size {due} are dealt, not {size}.")
        return Refusal("BB1", text, {"due": due, "size": size})
    for deal in members(table.deals):
        if _order(table, deal) == seats:
            return (DEAL << 6) + deal
    text = N_("Every player gets one mole of each size: name each seat from 0 to {last} once.")
    return Refusal("BB1", text, {"last": table.players - 1})


def _attempt_roll(face: str, symbol: str) -> int | Refusal:
    if face not in FACES or symbol not in SYMBOLS:
        return Refusal("BB3", N_("The mole die shows S, M, L, A, D or E, and the hill die c, l or f."))
    return (ROLL << 6) + 4 * FACES.index(face) + SYMBOLS.index(symbol)


def _attempt_mole(state: BuddelBandeState, size: str, slot: int, hill: str) -> int | Refusal:
    table, position, _ = state
    name = {"mole": f"{size}{slot}"}
    if not 1 <= slot <= table.players:
        return Refusal("BB1", N_("In this game there is no {mole}."), name)
    mole = mole_number(f"{size}{slot}")
    goal = goal_name(state, mole)
    if position.choices >> mole & 1 and hill == goal:
        return (ACT << 6) + mole
    if not rules.moles_for_face(table, position.face) >> mole & 1:
        return Refusal("BB4", THE_DIE_SAYS[position.face])
    if rules.place(position, mole) == table.last:
        if hill != "home":
            return Refusal("BB5", N_("Moles never go back, and {mole} is at home already."), name)
        return Refusal("BB8", N_("Already at home: {mole}."), name)
    if hill != goal:
        if goal == "home":
            return Refusal("BB5", N_("This roll takes {mole} home."), name)
        return Refusal("BB5", N_("This roll takes {mole} to hill {hill}."), name | {"hill": goal})
    return Refusal("BB6", N_("The dog sits beside {mole}: it dares not move until the dog leaves."), name)


def _attempt_dog(state: BuddelBandeState, hill: str) -> int | Refusal:
    table, position, _ = state
    if hill != "home" and position.choices >> DOG_TO + int(hill) & 1:
        return (ACT << 6) + DOG_TO + int(hill)
    if position.face < DOG:
        return Refusal("BB4", THE_DIE_SAYS[position.face])
    if hill == "home" or not 1 <= int(hill) < table.last:
        return Refusal("BB11", N_("The dog goes only to the hills 1 to {last}."), {"last": table.last - 1})
    if int(hill) == position.dog:
        return Refusal("BB11", N_("The dog is at hill {hill} now: it must go to another."), {"hill": hill})
    return Refusal("BB11", NO_SUCH_SYMBOL[position.symbol], {"hill": hill})


def _attempt_pass(state: BuddelBandeState) -> int | Refusal:
    table, position, _ = state
    if position.choices >> PASS & 1:
        return (ACT << 6) + PASS
    if rules.public_choices(table, position, position.face, position.symbol) >> PASS & 1:
        return Refusal("BB10", N_("One of these moles is your own, as you know: you may not pass."))
    return Refusal("BB9", N_("You can move, so you must. You may pass only if every move takes a mole home."))


BUDDEL_BANDE = BuddelBande()
