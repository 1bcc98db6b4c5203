"""Whoever can be sent into the arena: our own players by name, programs, and classes by their import path."""

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

from moleworks.engine import Engine, EngineFailed, words
from moleworks.games.game import N_, Complaint, Message
from moleworks.players import LEVELS, Sight, ladder, state
from moleworks.players.imagined import imagined
from moleworks.players.ladder import Mover

PATIENCE = 60.0
"""Seconds that a program may take for one answer, where nothing is said."""
FAULTS = (Exception, SystemExit)
"""What the code of others may raise; Ctrl-C is none of it."""
BUDGET = re.compile(r"([0-9]+(?:\.[0-9]+)?)s|([1-9][0-9]*)n|level([1-9])")
PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Entrants:
    """Finds players: `level3` and all of the ladder, engines by the name given to them, `module:Class`.

    It may be sent to other processes; each starts the engines it needs, once, and finds classes in the same
    folder as the first one, if there is such a folder where it is.
    """

    def __init__(
        self,
        engines: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
        folder: str | None = None,
    ) -> None:
        self.engines, self.patience = dict(engines or {}), patience
        self._folder = folder or str(Path.cwd())
        self._running: dict[str, Engine] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Entrants, (self.engines, self.patience, self._folder)

    def __call__(self, game: str, name: str) -> Mover:
        who, _, budget = name.partition("@")
        if who in self.engines:
            effort = _effort(name, budget)
            self._engine(who, game)
            return lambda sight, seed: self._ask(who, sight, effort, seed)
        if by_path(name):
            reach(self._folder)
            return _seated(loaded(name), name)
        return ladder.mover(game, name)

    def close(self) -> None:
        """Send all engines away."""
        for engine in self._running.values():
            engine.close()
        self._running.clear()

    def _engine(self, who: str, game: str) -> Engine:
        """The engine of that name, started if need be; one that cannot play the game is found out at once."""
        if who not in self._running:
            engine = Engine(words(self.engines[who]), self.patience)
            try:
                engine.ask("new", game=game)
            except EngineFailed as failure:
                engine.kill()
                raise _named(who, failure) from failure
            self._running[who] = engine
        return self._running[who]

    def _ask(self, who: str, sight: Sight, effort: Mapping[str, float], seed: int) -> str:
        engine = self._engine(who, sight.setup.game)
        # What a seat does not know is drawn by the seed too: an engine that looks plays alike everywhere.
        match = imagined(sight, Random(seed))
        try:
            engine.ask("new", **match.terms())
            engine.ask("play", actions=match.names)
            return str(engine.ask("best", seed=seed, **effort)["action"])
        except EngineFailed as failure:
            # It may be anywhere by now: another game has a new one.
            self._running.pop(who).kill()
            raise _named(who, failure) from failure
        except (TypeError, KeyError) as error:
            raise EngineFailed(N_("The engine names no action.")) from error


def parted(text: str, number: int) -> tuple[str, str]:
    """An engine as a command line names it: `NAME=COMMAND`, or a command alone, which is called engine1.

    >>> parted("digger=my-engine --fast", 1), parted("my-engine --size=3", 2)
    (('digger', 'my-engine --fast'), ('engine2', 'my-engine --size=3'))
    """
    name, given, command = text.partition("=")
    if given and NAME.fullmatch(name):
        return name, command
    return f"engine{number}", text


def checked(engines: Mapping[str, str], patience: object) -> None:
    """A complaint if a name or the patience will not do; whether they start is found out by starting them."""
    for name in engines:
        taken = name in {"best", *ladder.TIMELESS}
        if taken or not NAME.fullmatch(name):
            raise Complaint(
                N_("An engine cannot be called {name}: take a name of your own, in small letters."),
                name=name[:40],
            )
    if not isinstance(patience, int | float) or not 0 < patience <= 1e6:
        raise Complaint(
            N_("The patience is a number of seconds above 0, not {given}."), given=str(patience)[:40]
        )


def by_path(name: str) -> bool:
    """Whether a player is code of somebody else, which runs in our process."""
    return ":" in name


def reach(folder: str) -> None:
    """Modules in a folder can be imported, as with `python -m`; after all others, so that none is hidden."""
    if folder not in sys.path and "" not in sys.path:
        sys.path.append(folder)


def loaded(path: str) -> Any:
    """What an import path such as `my.bots:Digger` names."""
    if not PATH.fullmatch(path):
        raise Complaint(
            N_("A player of your own is named by its import path, such as bots:Digger; {name} is none."),
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


def text_of(path: str) -> bytes:
    """The source of the module that an import path names: another text is another player."""
    reach(str(Path.cwd()))
    spec = importlib.util.find_spec(path.partition(":")[0])
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return b""
    return Path(spec.origin).read_bytes()


def _effort(name: str, budget: str) -> dict[str, float]:
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


def _named(who: str, failure: EngineFailed) -> EngineFailed:
    told = EngineFailed(failure.message.text, **failure.message.values)
    told.place = Message("{name}", {"name": who})
    return told


def _seated(found: Any, path: str) -> Mover:
    """A new one for each seat of each game: a class is made, a function is asked as it is."""
    if not inspect.isclass(found):
        if not callable(found):
            raise _no_player(path)
        return _said(found, path)
    try:
        bot = found()
    except FAULTS as error:
        raise Complaint(
            N_("The player {name} cannot be made without arguments: {reason}."),
            name=path[:80],
            reason=f"{type(error).__name__}: {error}",
        ) from error
    if callable(getattr(bot, "choose", None)):
        return lambda sight, seed: _chosen(bot, sight, seed)
    if callable(bot):
        return _said(bot, path)
    raise _no_player(path)


def _said(mover: Callable[[Sight, int], Any], path: str) -> Mover:
    del path
    return lambda sight, seed: str(mover(sight, seed))


def _no_player(path: str) -> Complaint:
    return Complaint(
        N_(
            "{name} is no player: it has no choose(view, legal), and cannot be called"
            " with a sight and a seed."
        ),
        name=path[:80],
    )


def _chosen(bot: Any, sight: Sight, seed: int) -> str:
    """As at a table (docs/bots.md); the module `random` is seeded, so that simple bots play alike again."""
    here, game = state(sight), sight.game
    legal = [game.name(here, action) for action in game.legal(here)]
    before = random.getstate()
    random.seed(seed)
    try:
        bot.seat, bot.sight = sight.seat, lambda: sight
        return str(bot.choose(sight.view, legal))
    finally:
        random.setstate(before)
