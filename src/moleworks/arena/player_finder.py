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
from moleworks.engine import LEVELS, Effort, Knowledge, player, player_names, state
from moleworks.engine.determinize import sampled_match
from moleworks.engine.external_engine import EngineFailed, EngineProcess, split_command
from moleworks.engine.player_names import BEST, ChooseAction, ValuedAction

NUMBERED = "#"
"""Follows the name of a player that plays against itself, before a number."""
PATIENCE = 60.0
"""Default seconds that a program may take for one answer."""
FAULTS = (Exception, SystemExit)
"""Errors of other people's code that are caught; Ctrl-C is not."""
BUDGET = re.compile(r"([0-9]+(?:\.[0-9]+)?)s|([1-9][0-9]*)n|level([1-9])")
PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
NAME = re.compile(r"[a-z][a-z0-9_-]*")


class TimedPlayer:
    """A player that keeps to a number of seconds, if the game has a clock; else to its usual effort."""

    def __init__(self, ask: Callable[[Knowledge, int, float | None], str]) -> None:
        self.ask = ask
        """(knowledge, seed, seconds or None): names an action."""

    def __call__(self, knowledge: Knowledge, seed: int) -> str:
        """An action, with the usual effort."""
        return self.ask(knowledge, seed, None)


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
        engine_options: Mapping[str, Mapping[str, str]] | None = None,
        values: bool = False,
    ) -> None:
        """With `values`, computer players say how they value an action."""
        self.engines, self.patience = dict(engines or {}), patience
        self.engine_options = {name: dict(options) for name, options in (engine_options or {}).items()}
        self.values = values
        self._folder = folder or str(Path.cwd())
        self._running: dict[str, EngineProcess] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return PlayerFinder, (
            self.engines,
            self.patience,
            self._folder,
            self.engine_options,
            self.values,
        )

    def __call__(self, game: str, name: str) -> ChooseAction:
        """A player of this game by name; `Complaint` if there is none."""
        name = name.partition(NUMBERED)[0]
        who, _, budget = name.partition("@")
        if who in self.engines:
            effort = _parse_effort(name, budget)
            self._engine(who, game)

            def ask(knowledge: Knowledge, seed: int, seconds: float | None) -> str:
                clocked = seconds is not None and not budget
                return self._ask(who, knowledge, {"seconds": seconds} if clocked else effort, seed)

            return TimedPlayer(ask)
        if is_import_path(name):
            add_import_folder(self._folder)
            return _make_player(import_player(name), name)
        named = player_names.player_named(game, name)
        if name == BEST:
            return TimedPlayer(self._best(game, named))
        return self._with_values(game, name) or named

    def _best(self, game: str, usual: ChooseAction) -> Callable[[Knowledge, int, float | None], str]:
        """The strongest player, which takes the time that its clock allows."""

        def ask(knowledge: Knowledge, seed: int, seconds: float | None) -> str:
            if seconds is None and not self.values:
                return usual(knowledge, seed)
            effort = Effort(level=LEVELS[-1]) if seconds is None else Effort(seconds=seconds)
            return player_names.advised_action(game, knowledge, effort, seed)

        return ask

    def _with_values(self, game: str, name: str) -> ChooseAction | None:
        """A computer player that values its actions; None if it need not or cannot."""
        effort = player_names.effort_of(name) if self.values else None
        if effort is None:
            return None
        return lambda knowledge, seed: player_names.advised_action(game, knowledge, effort, seed)

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
                for option, value in self.engine_options.get(who, {}).items():
                    engine.ask("option", name=option, value=value)
                engine.ask("new", game=game)
            except EngineFailed as failure:
                engine.kill()
                raise _name_engine(who, failure) from failure
            self._running[who] = engine
        return self._running[who]

    def _ask(self, who: str, knowledge: Knowledge, effort: Mapping[str, Any], seed: int) -> str:
        engine = self._engine(who, knowledge.setup.game)
        # What a seat does not know is drawn by the seed too: an engine that looks plays alike everywhere.
        match = sampled_match(knowledge, Random(seed))
        try:
            engine.ask("new", **match.setup_data())
            engine.ask("play", actions=match.names)
            return _told_action(engine.ask("best", seed=seed, **effort), knowledge)
        except EngineFailed as failure:
            # Its state is unknown now: the next game starts a new one.
            self._running.pop(who).kill()
            raise _name_engine(who, failure) from failure
        except (TypeError, KeyError) as error:
            raise EngineFailed(N_("The engine names no action.")) from error


def _told_action(told: Mapping[str, Any], knowledge: Knowledge) -> str:
    """The action that an engine names, with its value if it tells one: see docs/protocol.md."""
    action, value = str(told["action"]), told.get("value")
    if not isinstance(value, int | float):
        return action
    searched = told.get("searched")
    depth = searched.get("depth") if isinstance(searched, Mapping) else None
    in_points = player(knowledge.setup.game).in_points(knowledge.view)
    return ValuedAction(action, depth if type(depth) is int else 0, float(value), is_chance=not in_points)


def parse_engine(text: str, number: int) -> tuple[str, str]:
    """Split `NAME=COMMAND`; a command alone is called engine1, engine2 and so on.

    >>> parse_engine("digger=my-engine --fast", 1), parse_engine("my-engine --size=3", 2)
    (('digger', 'my-engine --fast'), ('engine2', 'my-engine --size=3'))
    """
    name, given, command = text.partition("=")
    if given and NAME.fullmatch(name):
        return name, command
    return f"engine{number}", text


def check_engines(
    engines: Mapping[str, str], patience: object, options: Mapping[str, Mapping[str, str]]
) -> None:
    """Check names and patience. Whether the engines start is not checked here."""
    for name in options:
        if name not in engines:
            raise Complaint(N_("There is no engine {name} to give options to."), name=name[:40])
    for name in engines:
        taken = name in {BEST, *player_names.WITHOUT_BUDGET}
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


def _make_player(found: Any, path: str) -> ChooseAction:
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
        return TimedPlayer(lambda knowledge, seed, seconds: _choose(bot, knowledge, seed, seconds))
    if callable(bot):
        return _returning_text(bot)
    raise _no_player(path)


def _returning_text(choose: Callable[[Knowledge, int], Any]) -> ChooseAction:
    return lambda knowledge, seed: str(choose(knowledge, seed))


def _no_player(path: str) -> Complaint:
    return Complaint(
        N_(
            "{name} is no player: it has no choose(view, legal), and cannot be called"
            " with knowledge and a seed."
        ),
        name=path[:80],
    )


def _choose(bot: Any, knowledge: Knowledge, seed: int, seconds: float | None) -> str:
    """Ask a bot as in docs/bots.md; `random` is seeded, so that simple bots repeat their games."""
    here, game = state(knowledge), knowledge.game
    legal = [game.name(here, action) for action in game.legal(here)]
    before = random.getstate()
    random.seed(seed)
    try:
        bot.seat, bot.knowledge, bot.seconds = knowledge.seat, lambda: knowledge, seconds
        return str(bot.choose(knowledge.view, legal))
    finally:
        random.setstate(before)
