"""Find games: the built-in ones, and those of other packages by their entry points.

A game is imported when it is first used. Entry points are read only to list all games, or to find an id that
is not built in, because that takes longer than importing the rules of a game.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

from moleworks.core.game import MAX_PLAYERS, AnyGame, Game
from moleworks.core.messages import N_, BadSetup, Complaint, Message
from moleworks.core.plugin import API_VERSION, Plugin

logger = logging.getLogger(__name__)

BUILT_IN: Mapping[str, str] = {
    "mole-hill": "moleworks.games.mole_hill.plugin:PLUGIN",
    "mole-company": "moleworks.games.mole_company.plugin:PLUGIN",
    "buddel-bande": "moleworks.games.buddel_bande.plugin:PLUGIN",
}
"""The import path of the plug-in record, by id. This is the only list of games."""

ENTRY_POINTS = "moleworks.games"
"""The entry point group of games in other packages: the name is the id, the object is the plug-in record."""

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_ID = 40

T = TypeVar("T")

_loaded: dict[str, Plugin] = {}
"""Plug-in records that were loaded, by id."""
_parts: dict[tuple[str, str], tuple[object]] = {}
"""Loaded parts by id and field, in a tuple because a part can be None."""


class UnknownGame(BadSetup, KeyError):
    """An id that no game has."""

    def __init__(self, id_: str) -> None:
        text = N_("There is no game {game}; there are {known}.")
        super().__init__(text, game=id_[:LONGEST_ID], known=", ".join(ids()))


class PluginError(Complaint):
    """A game that cannot be used because its package is broken."""


class MissingPart(Complaint):
    """A part that a game does not have."""


class _EntryPoint(NamedTuple):
    """The import path of a plug-in record, and the package that it belongs to."""

    path: str
    package: str


def ids() -> tuple[str, ...]:
    """The ids of all games that can be used, the built-in ones first."""
    return (*BUILT_IN, *(id_ for id_ in _entry_points()[0] if problem(id_) is None))


def plugin(id_: str) -> Plugin:
    """The plug-in record of a game; `UnknownGame` if no game has the id, `PluginError` if it is broken."""
    if id_ in BUILT_IN:
        return _load_record(id_, BUILT_IN[id_], "moleworks")
    if not (ID.fullmatch(id_) and len(id_) <= LONGEST_ID) or id_ not in _entry_points()[0]:
        raise UnknownGame(id_)
    broken = problem(id_)
    if broken is not None:
        raise broken
    return _load_record(id_, *_entry_points()[0][id_])


@cache
def game(id_: str) -> AnyGame:
    """The rules of a game."""
    return _game(plugin(id_))


def part(id_: str, name: str, kind: type[T]) -> T | None:
    """A part of a game by its field in the plug-in record; None if the game does not have it.

    `kind` is the protocol or class that the part has to implement.
    """
    known = _parts.get((id_, name))
    if known is None:
        known = _parts[id_, name] = (_part(plugin(id_), name, kind),)
    return cast("T | None", known[0])


def required_part(id_: str, name: str, kind: type[T]) -> T:
    """A part that has no default; raises `MissingPart` if the game does not have it."""
    found = part(id_, name, kind)
    if found is None:
        raise MissingPart(
            N_("The game {game} does not bring what is needed for this: {part}."), game=id_, part=name
        )
    return found


def loaded() -> tuple[Plugin, ...]:
    """The plug-in records that this process has loaded."""
    return tuple(_loaded.values())


def problems() -> tuple[PluginError, ...]:
    """Why games of other packages cannot be used, one error for each."""
    accepted, duplicates = _entry_points()
    return (*duplicates, *(broken for id_ in accepted if (broken := problem(id_)) is not None))


@cache
def problem(id_: str) -> PluginError | None:
    """Why a game of another package cannot be used; None if it can."""
    entry_point = _entry_points()[0][id_]
    try:
        _game(_load_record(id_, *entry_point))
    except PluginError as error:
        found = error
    # A package can do anything when it is imported; other games must stay usable.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        found = _plugin_error(id_, entry_point.package, f"{type(error).__name__}: {error}")
    else:
        return None
    _loaded.pop(id_, None)
    logger.warning("%s", found)
    return found


def reload() -> None:
    """Clear all caches, so that packages that were installed in the meantime are found."""
    for function in (_entry_points, problem, _load_record, game):
        function.cache_clear()
    _loaded.clear()
    _parts.clear()


@cache
def _entry_points() -> tuple[Mapping[str, _EntryPoint], tuple[PluginError, ...]]:
    """The entry points of other packages by id, and errors for unusable ids."""
    if not _any_package_names_the_group():
        return {}, ()
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes longer to import than the rules

    accepted: dict[str, _EntryPoint] = {}
    wrong = []
    found = entry_points(group=ENTRY_POINTS)
    for entry in sorted(found, key=lambda entry: (entry.dist.name if entry.dist else "", entry.name)):
        package = entry.dist.name if entry.dist else entry.module
        if not (ID.fullmatch(entry.name) and len(entry.name) <= LONGEST_ID):
            reason = N_("a game's id has small letters, digits and hyphens only, {longest} at most")
            wrong.append(_bad_id(entry.name, package, reason, longest=LONGEST_ID))
        elif entry.name in BUILT_IN:
            wrong.append(_bad_id(entry.name, package, N_("Moleworks has a game with this id")))
        elif entry.name in accepted:
            reason = N_("the package {other} has a game with this id")
            wrong.append(_bad_id(entry.name, package, reason, other=accepted[entry.name].package))
        else:
            accepted[entry.name] = _EntryPoint(entry.value, package)
    for error in wrong:
        logger.warning("%s", error)
    return accepted, tuple(wrong)


def _any_package_names_the_group() -> bool:
    """Whether an installed package may have games.

    Most have none, and looking into their files takes a tenth of the time of importing `importlib.metadata`.
    """
    others = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    if "importlib.metadata" in sys.modules or others != [PathFinder]:
        return True
    for folder in map(Path, sys.path):
        if folder.is_file():  # a zip file
            return True
        for file in folder.glob("*.*-info/entry_points.txt"):
            if ENTRY_POINTS in file.read_text("utf-8", errors="replace"):
                return True
    return False


def _bad_id(id_: str, package: str, reason: str, **values: object) -> PluginError:
    return _plugin_error(id_[:LONGEST_ID], package, Message(reason, values))


def _plugin_error(id_: str, package: str, reason: object) -> PluginError:
    text = N_("The game {game} of the package {package} cannot be used: {reason}.")
    return PluginError(text, game=id_, package=package, reason=reason)


@cache
def _load_record(id_: str, path: str, package: str) -> Plugin:
    found = _load(path)
    if not isinstance(found, Plugin):
        raise _plugin_error(id_, package, f"{path} is no moleworks.core.plugin.Plugin")
    if found.api != API_VERSION:
        reason = (
            f"it is made for version {found.api} of the game interface, and this is version {API_VERSION}"
        )
        raise _plugin_error(id_, package, reason)
    if found.id != id_:
        raise _plugin_error(id_, package, f"its record has the id {found.id!r}")
    _loaded[id_] = found
    return found


def _game(record: Plugin) -> AnyGame:
    found = _part(record, "game", Game)
    if found is None or found.id != record.id:
        raise _plugin_error(record.id, record.package, f"{record.game} is not its game")
    if not all(1 <= players <= MAX_PLAYERS for players in found.player_counts):
        reason = f"games are for 1 to {MAX_PLAYERS} players, and this one is for {found.player_counts}"
        raise _plugin_error(record.id, record.package, reason)
    # A game only ever gets its own states, so dropping their type is safe.
    return cast(AnyGame, found)


def _part(record: Plugin, name: str, kind: type[T]) -> T | None:
    path = getattr(record, name)
    if path is None:
        return None
    try:
        found = _load(path)
    except (Exception, SystemExit) as error:
        if record.id in BUILT_IN:
            raise
        reason = f"{path}: {type(error).__name__}: {error}"
        raise _plugin_error(record.id, record.package, reason) from error
    if not isinstance(found, kind):
        missing = [member for member in _members(kind) if not hasattr(found, member)]
        reason = f"{path} is no {kind.__module__}.{kind.__name__}"
        if missing:
            reason += f": it lacks {', '.join(missing)}"
        raise _plugin_error(record.id, record.package, reason)
    return found


def _members(kind: type[object]) -> list[str]:
    return sorted(name for name in getattr(kind, "__protocol_attrs__", vars(kind)) if name[0] != "_")


def _load(path: str) -> object:
    module, _, name = path.partition(":")
    found: object = import_module(module)
    for part_name in name.split(".") if name else ():
        found = getattr(found, part_name)
    return found


class _Games(Mapping[str, AnyGame]):
    """All games by id; each is loaded when it is first used."""

    def __getitem__(self, id_: str) -> AnyGame:
        return game(id_)

    def __iter__(self) -> Iterator[str]:
        return iter(ids())

    def __len__(self) -> int:
        return len(ids())

    def __contains__(self, id_: object) -> bool:
        if not isinstance(id_, str):
            return False
        try:
            plugin(id_)
        except (KeyError, PluginError):
            return False
        return True


GAMES: Mapping[str, AnyGame] = _Games()
"""Every game by its id.

>>> GAMES["mole-hill"].title
'Mole Hill'
"""
