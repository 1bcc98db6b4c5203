"""Find the players of an arena: built-in ones by name, engine programs, and classes by import path."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import random
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from moleworks.core.messages import N_, Complaint, Message
from moleworks.engine import LEVELS, Knowledge, roster, state
from moleworks.engine.determinize import sampled_match
from moleworks.engine.external_engine import EngineFailed, EngineProcess, split_command
from moleworks.engine.roster import Mover

PATIENCE = 60.0
"""Default seconds that a program may take for one answer."""
FAULTS = (Exception, SystemExit)
"""Errors of other people's code that are caught; Ctrl-C is not."""
BUDGET = re.compile(r"([0-9]+(?:\.[0-9]+)?)s|([1-9][0-9]*)n|level([1-9])")
PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
NAME = re.compile(r"[a-z][a-z0-9_-]*")


class PlayerFinder:
    """Finds players by name: built-in ones such as `level3`, engines by their given name, `module:Class`.

    It can be pickled. Each process starts the engines it needs, once, and looks for classes in the working
    folder of the first process, if that folder exists there.
    """

    def __init__(
        self,
        engines: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
        folder: str | None = None,
    ) -> None:
        self.engines, self.patience = dict(engines or {}), patience
        self._folder = folder or str(Path.cwd())
        self._running: dict[str, EngineProcess] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return PlayerFinder, (self.engines, self.patience, self._folder)

    def __call__(self, game: str, name: str) -> Mover:
        """A player of this game by name; `Complaint` if there is none."""
        who, _, budget = name.partition("@")
        if who in self.engines:
            effort = _parse_effort(name, budget)
            self._engine(who, game)
            return lambda knowledge, seed: self._ask(who, knowledge, effort, seed)
        if is_import_path(name):
            add_import_folder(self._folder)
            return _make_mover(import_player(name), name)
        return roster.mover(game, name)

    def close(self) -> None:
        """End all engines."""
        for engine in self._running.values():
            engine.close()
        self._running.clear()

    def _engine(self, who: str, game: str) -> EngineProcess:
        """The engine of that name, started if needed; `EngineFailed` if it cannot play the game."""
        if who not in self._running:
            engine = EngineProcess(split_command(self.engines[who]), self.patience)
            try:
                engine.ask("new", game=game)
            except EngineFailed as failure:
                engine.kill()
                raise _name_engine(who, failure) from failure
            self._running[who] = engine
        return self._running[who]

    def _ask(self, who: str, knowledge: Knowledge, effort: Mapping[str, float], seed: int) -> str:
        engine = self._engine(who, knowledge.setup.game)
        # What a seat does not know is drawn by the seed too: an engine that looks plays alike everywhere.
        match = sampled_match(knowledge, Random(seed))
        try:
            engine.ask("new", **match.setup_data())
            engine.ask("play", actions=match.names)
            return str(engine.ask("best", seed=seed, **effort)["action"])
        except EngineFailed as failure:
            # Its state is unknown now: the next game starts a new one.
            self._running.pop(who).kill()
            raise _name_engine(who, failure) from failure
        except (TypeError, KeyError) as error:
            raise EngineFailed(N_("The engine names no action.")) from error


def parse_engine(text: str, number: int) -> tuple[str, str]:
    """Split `NAME=COMMAND`; a command alone is called engine1, engine2 and so on.

    >>> parse_engine("digger=my-engine --fast", 1), parse_engine("my-engine --size=3", 2)
    (('digger', 'my-engine --fast'), ('engine2', 'my-engine --size=3'))
    """
    name, given, command = text.partition("=")
    if given and NAME.fullmatch(name):
        return name, command
    return f"engine{number}", text


def check_engines(engines: Mapping[str, str], patience: object) -> None:
    """Check names and patience. Whether the engines start is not checked here."""
    for name in engines:
        taken = name in {"best", *roster.WITHOUT_BUDGET}
        if taken or not NAME.fullmatch(name):
            raise Complaint(
                N_("An engine cannot be called {name}: take a name of your own, in small letters."),
                name=name[:40],
            )
    if not isinstance(patience, int | float) or not 0 < patience <= 1e6:
        raise Complaint(
            N_("The patience is a number of seconds above 0, not {given}."), given=str(patience)[:40]
        )


def is_import_path(name: str) -> bool:
    """Whether a name is an import path: other people's code that runs in our process."""
    return ":" in name


def add_import_folder(folder: str) -> None:
    """Make modules of a folder importable, as `python -m` does, but last, so that they hide no others."""
    if folder not in sys.path and "" not in sys.path:
        sys.path.append(folder)


def import_player(path: str) -> Any:
    """Import the object at a path such as `my.bots:Digger`."""
    if not PATH.fullmatch(path):
        raise Complaint(
            N_("A player of your own is named by its import path, such as bots:Digger; {name} is not one."),
            name=path[:80],
        )
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except FAULTS as error:
        raise Complaint(
            N_("The player {name} cannot be imported: {reason}."),
            name=path[:80],
            reason=f"{type(error).__name__}: {error}",
        ) from error


def module_source(path: str) -> bytes:
    """The source of the module in an import path; a changed source is another player."""
    add_import_folder(str(Path.cwd()))
    spec = importlib.util.find_spec(path.partition(":")[0])
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return b""
    return Path(spec.origin).read_bytes()


def _parse_effort(name: str, budget: str) -> dict[str, float]:
    if not budget:
        return {"level": LEVELS[-1]}
    found = BUDGET.fullmatch(budget)
    if not found:
        raise Complaint(
            N_("What an engine may spend is written {name}@0.5s, @5000n or @level3, not @{given}."),
            name=name.partition("@")[0],
            given=budget[:40],
        )
    if found[1]:
        return {"seconds": float(found[1])}
    return {"simulations": int(found[2])} if found[2] else {"level": int(found[3])}


def _name_engine(who: str, failure: EngineFailed) -> EngineFailed:
    named = EngineFailed(failure.message.text, **failure.message.values)
    named.place = Message("{name}", {"name": who})
    return named


def _make_mover(found: Any, path: str) -> Mover:
    """A player for one seat of one game: a class is instantiated, a function is called directly."""
    if not inspect.isclass(found):
        if not callable(found):
            raise _no_player(path)
        return _returning_text(found)
    try:
        bot = found()
    except FAULTS as error:
        raise Complaint(
            N_("The player {name} cannot be made without arguments: {reason}."),
            name=path[:80],
            reason=f"{type(error).__name__}: {error}",
        ) from error
    if callable(getattr(bot, "choose", None)):
        return lambda knowledge, seed: _choose(bot, knowledge, seed)
    if callable(bot):
        return _returning_text(bot)
    raise _no_player(path)


def _returning_text(mover: Callable[[Knowledge, int], Any]) -> Mover:
    return lambda knowledge, seed: str(mover(knowledge, seed))


def _no_player(path: str) -> Complaint:
    return Complaint(
        N_(
            "{name} is no player: it has no choose(view, legal), and cannot be called"
            " with a sight and a seed."
        ),
        name=path[:80],
    )


def _choose(bot: Any, knowledge: Knowledge, seed: int) -> str:
    """Ask a bot as in docs/bots.md; `random` is seeded, so that simple bots repeat their games."""
    here, game = state(knowledge), knowledge.game
    legal = [game.name(here, action) for action in game.legal(here)]
    before = random.getstate()
    random.seed(seed)
    try:
        bot.seat, bot.knowledge = knowledge.seat, lambda: knowledge
        return str(bot.choose(knowledge.view, legal))
    finally:
        random.setstate(before)
