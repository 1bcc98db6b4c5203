"""What was measured before, in files that are named after all that it hangs on.

So an interrupted benchmark goes on where it was, and what other rules or other players did never counts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks import report
from moleworks import arena, players
from moleworks.arena import store
from moleworks.arena.progress import Display
from moleworks.games import Complaint

FREE = ("games", "patience")
"""Parts of a plan that a file need not share with it: what is kept is gone on with."""
COMPILING = 300.0


def once(folder: Path, name: str, game: str, measure: Callable[[], Any]) -> Any:
    """What was measured of this version of a game and its player; JSON."""
    path = folder / f"{name}-{_mark(store.versions(game))}.json"
    if path.exists():
        try:
            return json.loads(path.read_text("utf-8"))
        except ValueError:
            _set_aside(path)
    found = measure()
    store.replace(path, json.dumps(found))
    return found


def played(wish: argparse.Namespace, plan: arena.Plan, name: str) -> arena.Report:
    """The report on a plan, when all of it is played; more games than asked for are welcome."""
    path: Path = wish.folder / f"{name}-{_plan_mark(plan)}.json"
    if path.exists():
        try:
            plan = plan._replace(games=max(plan.games, store.load(path).plan.games))
        except Complaint:
            _set_aside(path)
    if not {"random", *players.references(plan.game)}.issuperset(plan.players):
        # Who thinks for a few milliseconds must find what is compiled, or plays by other means for a minute.
        players.player(plan.game).warm_up(COMPILING)
    return arena.run(plan, path, processes=wish.processes, watch=Display(report.CONSOLE))


def _plan_mark(plan: arena.Plan) -> str:
    fixed = {name: part for name, part in store.plan_data(plan).items() if name not in FREE}
    return _mark(store.versions(plan.game, plan.players), fixed)


def _mark(versions: Mapping[str, str], plan: Mapping[str, Any] | None = None) -> str:
    """The same for the same rules and players, whatever Python runs them."""
    decisive = {name: versions[name] for name in store.DECISIVE if name in versions}
    return hashlib.sha256(json.dumps([decisive, plan], sort_keys=True).encode()).hexdigest()[:12]


def _set_aside(path: Path) -> None:
    """A file that cannot be read holds up nobody, and is there for whoever wants to see."""
    aside = path.with_suffix(".aside")
    path.replace(aside)
    text = f"{path.name} is damaged: it is set aside as {aside.name}, and this is measured anew."
    report.say(text, markup=False, soft_wrap=True)
