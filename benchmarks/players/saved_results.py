"""Save and load results of benchmarks, in files named after everything that the results depend on.

So an interrupted benchmark continues, and results of other rules or other players never count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks import report
from moleworks import arena, engine
from moleworks.arena import store
from moleworks.arena.progress import Display
from moleworks.games import Complaint

UNFIXED = ("games", "patience")
"""Parts of a plan that may differ from those of a saved file, which is then continued."""
COMPILING = 300.0


def measure_once(folder: Path, name: str, game: str, measure: Callable[[], Any]) -> Any:
    """The saved result for this version of a game and its player, as JSON; measured if there is none."""
    path = folder / f"{name}-{_mark(store.versions(game))}.json"
    if path.exists():
        try:
            return json.loads(path.read_text("utf-8"))
        except ValueError:
            _set_aside(path)
    found = measure()
    store.write_atomically(path, json.dumps(found))
    return found


def run_plan(args: argparse.Namespace, plan: arena.ArenaPlan, name: str) -> arena.Report:
    """The report on a plan, with all games played; a saved file may have more of them."""
    path: Path = args.folder / f"{name}-{_plan_mark(plan)}.json"
    if path.exists():
        try:
            plan = plan._replace(games=max(plan.games, store.load(path).plan.games))
        except Complaint:
            _set_aside(path)
    if not {"random", *engine.references(plan.game)}.issuperset(plan.players):
        # Players with a few milliseconds for a move do not wait for the compiler.
        engine.player(plan.game).warm_up(COMPILING)
    return arena.run(plan, path, processes=args.processes, watch=Display(report.CONSOLE))


def _plan_mark(plan: arena.ArenaPlan) -> str:
    fixed = {name: part for name, part in store.plan_data(plan).items() if name not in UNFIXED}
    return _mark(store.versions(plan.game, plan.players), fixed)


def _mark(versions: Mapping[str, str], plan: Mapping[str, Any] | None = None) -> str:
    """A digest of rules and players, the same for every version of Python."""
    decisive = {name: versions[name] for name in store.DECISIVE if name in versions}
    return hashlib.sha256(json.dumps([decisive, plan], sort_keys=True).encode()).hexdigest()[:12]


def _set_aside(path: Path) -> None:
    """Rename a file that cannot be read, so that it can be looked at later."""
    aside = path.with_suffix(".aside")
    path.replace(aside)
    text = f"{path.name} is damaged: it is set aside as {aside.name}, and this is measured anew."
    report.say(text, markup=False, soft_wrap=True)
