"""Values of whole rounds and their certificates, against a plain search and with damaged claims."""

from __future__ import annotations

import ast
import inspect
from random import Random
from types import ModuleType

import pytest

from moleworks.core.bits import members
from moleworks.core.game import Setup
from moleworks.core.messages import Complaint
from moleworks.engine.solving.run import SolveRun
from moleworks.engine.solving.workers import in_this_process
from moleworks.games.mole_hill.rules import EAST, NORTH, OVER, ROD, lay_rod
from moleworks.games.mole_hill.solve import certificate, checker, flower_check
from moleworks.games.mole_hill.solve.checker import mirrors
from moleworks.games.mole_hill.solve.game_solver import SOLVER
from moleworks.games.mole_hill.solve.symmetry import different_starts, part_of, symmetries
from tests.games.mole_hill.player.positions import plain_value, random_position
from tests.games.mole_hill.solve.lawns import SilentWatcher, lawn_setup, plain_round, solved, table_of

CORNERS = ("a1", "c1", "a3", "c3")
LAWNS = {
    "3x3, 4 hills": lawn_setup(3, 3, 4),
    "3x3, 4 hills, centre": lawn_setup(3, 3, 4, "b2"),
    "3x3, 4 hills, white corners": lawn_setup(3, 3, 4, None, (), CORNERS),
    "3x3, 4 hills, centre, red corner, edges": lawn_setup(3, 3, 4, "b2", ("a1",), (), "edges"),
    "4x3, 4 hills, red corner": lawn_setup(4, 3, 4, None, ("a1",)),
}


@pytest.mark.parametrize("setup", LAWNS.values(), ids=LAWNS.keys())
def test_values_are_those_of_a_plain_search_and_their_certificates_hold(setup: Setup) -> None:
    found = solved(setup)
    assert found.at_least == found.at_most == plain_round(table_of(setup))
    assert SOLVER.check(setup, found.at_least, found.at_most, found.lines) == len(found.lines) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup",
    [
        lawn_setup(3, 3, 6, "b2", (), CORNERS),
        lawn_setup(4, 3, 8, "b2", ("a1",)),
        lawn_setup(4, 3, 8, None, (), ("a1", "d1", "a3", "d3"), "edges"),
    ],
)
def test_certificates_of_larger_lawns_hold(setup: Setup) -> None:
    found = solved(setup)
    assert found.at_least == found.at_most
    assert SOLVER.check(setup, found.at_least, found.at_most, found.lines) == len(found.lines)


def test_a_certificate_proves_no_more_than_it_says() -> None:
    setup = lawn_setup(3, 3, 4, "b2", (), CORNERS)
    found = solved(setup)
    low, high, lines = found.at_least, found.at_most, found.lines
    with pytest.raises(Complaint):
        SOLVER.check(setup, low + 1, high, lines)
    with pytest.raises(Complaint):
        SOLVER.check(setup, low, high - 1, lines)
    other = lawn_setup(3, 3, 4)
    with pytest.raises(Complaint):
        SOLVER.check(other, low, high, lines)


def test_a_damaged_claim_is_found() -> None:
    """Plans with one edge less, or refusals with one rod less, mostly fail; some were too careful."""
    setup = lawn_setup(3, 3, 6, "b2", (), CORNERS)
    found = solved(setup)
    refused = tried = 0
    for at, line in enumerate(found.lines):
        mark, hills, mole, east, north = line.split()
        for kind, edges in enumerate((int(east, 16), int(north, 16))):
            for edge in members(edges):
                fewer = f"{edges & ~(1 << edge):x}"
                changed = " ".join((mark, hills, mole, east if kind else fewer, fewer if kind else north))
                tried += 1
                try:
                    SOLVER.check(
                        setup,
                        found.at_least,
                        found.at_most,
                        (*found.lines[:at], changed, *found.lines[at + 1 :]),
                    )
                except Complaint:
                    refused += 1
    assert tried > 100
    assert refused > tried * 0.9


def test_claims_are_found_by_their_edges_as_by_looking_at_each() -> None:
    dice = Random(5)

    def edges() -> tuple[int, int]:
        return dice.getrandbits(6) & dice.getrandbits(6), dice.getrandbits(62) & dice.getrandbits(
            62
        ) & 7 << 59

    for number in range(60):
        claims = certificate.PlaceClaims()
        every = [edges() for _ in range(number)]
        for each in every:
            claims.add(each)
        assert list(claims) == every
        for _ in range(20):
            east, north = edges()
            within = (each for each in every if not (each[0] & ~east or each[1] & ~north))
            one = (
                each for each in every if (each[0] & east).bit_count() + (each[1] & north).bit_count() <= 1
            )
            assert claims.first_within((east, north)) == next(within, None)
            assert claims.first_naming_one((east, north)) == next(one, None)


def test_a_missing_claim_is_found() -> None:
    """Most claims are needed; some stand beside a stronger one."""
    setup = lawn_setup(3, 3, 6, "b2", (), CORNERS)
    found = solved(setup)
    missed = 0
    for at in range(len(found.lines)):
        lines = (*found.lines[:at], *found.lines[at + 1 :])
        try:
            SOLVER.check(setup, found.at_least, found.at_most, lines)
        except Complaint:
            missed += 1
    assert missed > len(found.lines) * 0.8
    with pytest.raises(Complaint, match="no plan"):
        SOLVER.check(setup, found.at_least, found.at_most, [])


@pytest.mark.parametrize(
    "line", ["", "+ 1 0", "* 1 0 0 0", "+ 1 x 0 0", "+ 1 1 0 0", "+ 1 0 0 fff", "+ -1 0 0 0", "+ fff 0 0 0"]
)
def test_a_line_that_is_no_claim_is_refused(line: str) -> None:
    with pytest.raises(Complaint, match="no claim"):
        SOLVER.check(lawn_setup(3, 3, 4), 0, 4, [line])


def test_a_rod_never_helps_the_mole() -> None:
    """The lemma on which the solver and its certificates rest, by plain search of positions near the end."""
    dice, pairs = Random(23), 0
    for setup in (lawn_setup(4, 3, 6, "b2", ("a1",)), lawn_setup(4, 3, 6, None, ("d3",), (), "edges")):
        table = table_of(setup)
        for _ in range(20):
            position = random_position(table, dice, table.supply - 2)
            value = plain_value(table, position)
            for rod in [
                *(EAST + n for n in members(position.east)),
                *(NORTH + n for n in members(position.north)),
            ]:
                more = lay_rod(table, position, rod)
                more = more._replace(
                    phase=position.phase if more.phase != OVER or position.phase == ROD else OVER
                )
                if more.reach == 0:
                    continue
                assert plain_value(table, more) <= value
                pairs += 1
    assert pairs > 200


CHECKER = (checker, flower_check, certificate)


@pytest.mark.parametrize("module", CHECKER, ids=lambda module: module.__name__.rpartition(".")[2])
def test_the_checker_shares_nothing_with_the_solver_but_the_rules(module: ModuleType) -> None:
    """And the names of its claims. Bit sets and complaints are everybody's."""
    shared = {"moleworks.core.bits", "moleworks.core.messages", "moleworks.games.mole_hill"}
    allowed = shared | {"moleworks.games.mole_hill.rules"} | {part.__name__ for part in CHECKER}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Import):
            assert not [name.name for name in node.names if name.name.startswith("moleworks")]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("moleworks"):
            assert node.module in allowed
            if node.module == "moleworks.games.mole_hill":
                assert [name.name for name in node.names] == ["rules"]


def test_the_checkers_mirrors_are_the_solvers_symmetries() -> None:
    for setup in (*LAWNS.values(), lawn_setup(4, 4, 8, None, ("b2", "c3")), lawn_setup(5, 4, 8, "c2")):
        table = table_of(setup)
        found = {tuple(moved[square] for square in members(table.squares)) for moved in mirrors(table)}
        assert found == set(symmetries(table))


def test_symmetries_keep_flowers_centre_and_starts() -> None:
    assert len(symmetries(table_of(lawn_setup(3, 3, 4, "b2", (), CORNERS)))) == 8
    assert len(symmetries(table_of(lawn_setup(4, 3, 4)))) == 4
    assert len(symmetries(table_of(lawn_setup(3, 3, 4, None, ("a1",))))) == 2
    assert len(symmetries(table_of(lawn_setup(4, 3, 4, "b2", ("a1",))))) == 1
    assert different_starts(table_of(lawn_setup(3, 3, 4, "b2", (), CORNERS))) == [0, 1, 4]


def test_a_mole_within_a_part_proves_a_lower_bound_of_the_whole_lawn() -> None:
    setup = lawn_setup(4, 3, 6, "b2", ("a1",))
    whole = solved(setup)
    run = SolveRun(setup, SilentWatcher(), None, "a1-c3")
    workers = in_this_process(setup, (), "a1-c3")
    run.narrow(workers, lambda: False)
    found = run.certificate(workers)
    workers.close()
    assert 0 < found.at_least <= whole.at_least
    assert found.at_most == SOLVER.bounds(setup)[1]
    assert SOLVER.check(setup, found.at_least, found.at_most, found.lines) == len(found.lines)


@pytest.mark.parametrize("part", ["", "a1", "a1-z9", "a1-b2-c3"])
def test_a_part_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(Complaint, match="part of a lawn"):
        part_of(table_of(lawn_setup(4, 3, 6)), part)
