"""Routes for learning: lessons, numbered rules, and positions to try actions in. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from moleworks import boards, rulebook, speech
from moleworks.core import registry
from moleworks.core.game import CHANCE, AnyGame, Setup, Value
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.lessons import Example, LessonSetup, Step, book, translate
from moleworks.matches import client_messages
from moleworks.matches.commands import SeatNumber
from moleworks.matches.log import MatchLog
from moleworks.matches.message_types import AtMessage, RefusedMessage
from moleworks.matches.print_jobs import PrintRequest
from moleworks.matches.store.rows import Entry
from moleworks.record import Match
from moleworks.record.match import CannotPlay
from moleworks.replay.outcome_data import MatchOutcome, outcome_by_rule
from moleworks.replay.setup_data import SetupReply, setup_reply
from moleworks.speech.seat_names import spoken_names
from moleworks.speech.second_person import you
from moleworks.texts import Language
from moleworks.web import narration
from moleworks.web.api.common import MatchId
from moleworks.web.api.match_words import SentenceReply
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import get, post

GameId = Annotated[str, Meta(description="The id of a game.")]
PresetName = Annotated[str | None, Meta(description="The preset of the rulebook.", max_length=40)]
PlayerNumber = Annotated[
    int | None, Meta(description="For how many players; without it, for every number.", ge=2, le=4)
]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
MAX_ACTIONS = 200
"""More than any lesson or example has, and few enough to replay quickly."""
MAX_ANSWERS = 12


class PositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the set-up, with a board that comes with the game, and the actions since."""

    game: Name
    board: Name = "classic"
    players: Annotated[int, Meta(ge=2, le=4)] | None = None
    preset: Name | None = None
    options: Annotated[dict[Name, Value], Meta(max_length=10)] = {}
    rotations: Annotated[list[int], Meta(max_length=8)] | None = None
    actions: Annotated[list[Name], Meta(max_length=MAX_ACTIONS)] = []

    def match(self) -> Match:
        """The match with all actions of the request played."""
        match = Match.begin(
            self.game,
            board=self.board,
            players=self.players,
            preset=self.preset,
            options=self.options,
            rotations=self.rotations,
        )
        match.play(self.actions)
        return match


class TryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that a seat tries, or none, and the actions of others and chance after it."""

    position: PositionRequest
    seat: SeatNumber = 0
    action: Name | None = None
    then: Annotated[list[Name], Meta(max_length=MAX_ANSWERS)] = []


class TryReply(msgspec.Struct, frozen=True):
    """The position after it (`at`, as in a match), or why it is not allowed (`refused`).

    `outcome`: how the game ended, if a rule ended it in this position.
    """

    setup: SetupReply
    at: AtMessage | None
    refused: RefusedMessage | None
    outcome: MatchOutcome | None


class AroundRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of a position."""

    position: PositionRequest
    space: Name
    seat: SeatNumber = 0


class LessonPosition(msgspec.Struct, frozen=True):
    """A position as `POST /api/try` reads it."""

    game: str
    board: str
    players: int
    preset: str | None
    options: dict[str, Value]
    rotations: list[int] | None
    actions: list[str]


class LessonStep(msgspec.Struct, frozen=True):
    """A step of a lesson: what to do, which actions count (`want`; none: any), and what follows."""

    position: LessonPosition
    seat: int
    text: str
    done: str
    hint: str
    want: list[str]
    then: list[str]


class StrategyLessonReply(msgspec.Struct, frozen=True):
    """A short lesson in strategy."""

    id: str
    title: str
    steps: list[LessonStep]


class RuleExample(msgspec.Struct, frozen=True):
    """A position to try a rule in, and actions to try, legal or not, in words."""

    position: LessonPosition
    seat: int
    text: str
    tries: dict[str, str]


class RuleWithExamples(msgspec.Struct, frozen=True):
    """A numbered rule with examples."""

    number: str
    title: str
    text: str
    examples: list[RuleExample]


class PresetOptions(msgspec.Struct, frozen=True):
    """The options of a preset, by the number of players."""

    preset: str
    options: dict[str, dict[str, Value]]


class RuleOption(msgspec.Struct, frozen=True):
    """An option: the number of its rule, and its values (none if it is a number)."""

    option: str
    rule: str
    values: list[Value]


class RulebookBlock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A block of the rulebook: a `paragraph`, `points` (`items`), a `figure` (`name`), or a `question`.

    `text` is the paragraph, the description of the figure, or the answer.
    """

    kind: Literal["paragraph", "points", "figure", "question"]
    text: str = ""
    items: list[str] = []
    name: str = ""
    question: str = ""


class RulebookFigure(msgspec.Struct, frozen=True):
    """A figure of the rulebook by its name, as SVG."""

    name: str
    svg: str


class RulebookSection(msgspec.Struct, frozen=True):
    """A section of the rulebook. That of the numbered rules, `rules`, has no blocks: they are apart."""

    id: str
    title: str
    blocks: list[RulebookBlock]


class RuleBook(msgspec.Struct, frozen=True):
    """The rulebook of a preset; all rules by number, the options, and all presets."""

    sections: list[RulebookSection]
    rules: list[RuleWithExamples]
    options: list[RuleOption]
    presets: list[PresetOptions]


@get("/lessons/{game}")
async def lesson(game: GameId, caller: Caller) -> list[LessonStep]:
    """A lesson of about two minutes, step by step, in the caller's language."""
    found = book(game)
    return [
        _step(step, lesson_position(game, found.laid, before), caller.words)
        for step, before in found.lesson()
    ]


@get("/lessons/{game}/strategy")
async def strategy(game: GameId, caller: Caller) -> list[StrategyLessonReply]:
    """The lessons in strategy, in the caller's language."""
    return [
        StrategyLessonReply(
            each.id,
            translate(each.title, caller.words),
            [
                _step(step, lesson_position(game, step.laid, (step.actions or "").split()), caller.words)
                for step in each.steps
            ],
        )
        for each in book(game).strategy
    ]


@get("/rules/{game}")
async def rules(
    game: GameId, caller: Caller, preset: PresetName = None, players: PlayerNumber = None
) -> RuleBook:
    """The rulebook and the numbered rules, in the caller's language, and how the presets differ.

    With a preset, rules and examples are only those of that preset; without one, all are given.
    """
    agreed = GAMES[game].setup(boards.named(game, "classic"), players, preset)
    sections = rulebook.rulebook(agreed, caller.words, None if players else tuple(GAMES[game].player_counts))
    if preset is not None:
        return _rule_book(agreed, sections, caller.words)
    numbered = [
        RuleWithExamples(
            number=rule.number,
            title=translate(rule.title, caller.words),
            text=translate(rule.text, caller.words),
            examples=[_example(game, example, caller.words) for example in rule.examples],
        )
        for rule in book(game).rules
    ]
    return _rule_book(agreed, sections, caller.words, numbered)


@get("/matches/{match}/rules")
async def rules_of_match(match: MatchId, context: AppContext, caller: Caller) -> RuleBook:
    """The rulebook as it was agreed for a match: its preset, its own options, its players and its board."""
    live, _ = await context.enter(match, caller)
    setup = live.log.match.setup
    return _rule_book(setup, rulebook.rulebook(setup, caller.words), caller.words)


@get("/rules/{game}/figures")
async def figures(
    game: GameId, context: AppContext, caller: Caller, preset: PresetName = None
) -> list[RulebookFigure]:
    """The drawings of a rulebook; a game that draws none has none."""
    return await _figures(GAMES[game].setup(boards.named(game, "classic"), None, preset), context, caller)


@get("/matches/{match}/rules/figures")
async def figures_of_match(match: MatchId, context: AppContext, caller: Caller) -> list[RulebookFigure]:
    """The drawings of the rulebook of a match, with its board and for its players."""
    live, _ = await context.enter(match, caller)
    return await _figures(live.log.match.setup, context, caller)


async def _figures(setup: Setup, context: AppContext, caller: Caller) -> list[RulebookFigure]:
    if registry.plugin(setup.game).press is None:
        return []
    request = PrintRequest(
        boards.data(setup.game, setup.board),
        "a4",
        "figures",
        caller.words.code,
        setup.preset,
        dict(setup.options),
        players=setup.players,
    )
    printed = await context.print_jobs.get(request)
    return [RulebookFigure(page.name, page.svg) for page in printed.pages]


def _rule_book(
    agreed: Setup,
    sections: Sequence[rulebook.Section],
    words: Language,
    numbered: list[RuleWithExamples] | None = None,
) -> RuleBook:
    """The sections with the numbered rules in them, or with others, and how the presets differ."""
    game = agreed.game
    options = [
        RuleOption(option, rule.number, list(GAMES[game].options[option].values))
        for rule in book(game).rules
        for option in rule.options
    ]
    if numbered is None:
        numbered = [_agreed_rule(agreed, rule, words) for rule in _numbered(sections)]
    return RuleBook(
        list(map(_section, sections)),
        numbered,
        options,
        [_preset_options(GAMES[game], preset) for preset in GAMES[game].presets],
    )


@post("/try")
async def attempt(data: TryRequest, caller: Caller) -> TryReply:
    """Try an action in a position, by the rules; nothing is stored."""
    match = data.position.match()
    if data.seat >= match.setup.players:
        raise Complaint(N_("There is no seat {seat} at this table."), seat=data.seat)
    setup = setup_reply(match, caller.words, [data.seat], match.ply)
    if data.action is not None:
        try:
            match.play([data.action])
        except CannotPlay as error:
            names = _names(match, data.seat, caller.words)
            cause = narration.table_complaint(error.cause, match.game, names)
            refused = client_messages.refused_message(cause, caller.words, None)
            return TryReply(setup, None, refused, None)
    match.play(data.then)
    at = _at_message(match, len(data.position.actions), data.seat, caller.words)
    return TryReply(setup, at, None, outcome_by_rule(match.outcome))


@post("/try/around")
async def around(data: AroundRequest, caller: Caller) -> SentenceReply:
    """What is around a space of a position, in one sentence."""
    match = data.position.match()
    if data.space not in speech.places(match.game, match.state) or data.seat >= match.setup.players:
        raise Complaint(N_("There is no place {place} on this board."), place=data.space)
    names = _names(match, data.seat, caller.words)
    return SentenceReply(
        caller.words.tell(speech.neighbours(match.game, match.state, data.space, names, data.seat))
    )


def _at_message(match: Match, known: int, seat: int, words: Language) -> AtMessage:
    """The `at` message of a match, for a client that knew its first `known` actions."""
    log = MatchLog(match, 0.0, waiting=False)
    log.seq = match.ply
    actors = [match.game.actor(match.before(ply)) for ply in range(match.ply)]
    entries = [
        Entry(seq, None if actor == CHANCE else actor, name, None, 0.0)
        for seq, (name, actor) in enumerate(zip(match.names, actors, strict=True), start=1)
    ]
    at = client_messages.at_message(log, (seat,), entries[known:])
    narrator = narration.Narrator((seat,), words, narration.NarrationOptions(""))
    return narrator.narrate(at, log, _names(match, seat, words))


def _names(match: Match, seat: int, words: Language) -> tuple[str, ...]:
    names = spoken_names(words, tuple(other == seat for other in range(match.setup.players)))
    return tuple(you(words) if other == seat else name for other, name in enumerate(names))


def lesson_position(game: str, laid: LessonSetup, actions: list[str]) -> LessonPosition:
    """A position as `POST /api/try` reads it."""
    return LessonPosition(game, laid.board, laid.players, laid.preset, laid.options, laid.rotations, actions)


def _section(section: rulebook.Section) -> RulebookSection:
    return RulebookSection(
        section.id, section.title, [*map(_block, section.blocks)] if section.id != "rules" else []
    )


def _block(block: rulebook.Block) -> RulebookBlock:
    match block:
        case rulebook.Points(items):
            return RulebookBlock("points", items=list(items))
        case rulebook.Figure(name, alt):
            return RulebookBlock("figure", alt, name=name)
        case rulebook.Question(question, answer):
            return RulebookBlock("question", answer, question=question)
        case rulebook.Paragraph(text) | rulebook.NumberedRule(text=text):
            return RulebookBlock("paragraph", text)


def _numbered(sections: Iterable[rulebook.Section]) -> Iterator[rulebook.NumberedRule]:
    for section in sections:
        yield from (block for block in section.blocks if isinstance(block, rulebook.NumberedRule))


def _agreed_rule(agreed: Setup, rule: rulebook.NumberedRule, words: Language) -> RuleWithExamples:
    examples = [_example(agreed.game, example.as_agreed(agreed), words) for example in rule.examples]
    return RuleWithExamples(rule.number, rule.title, rule.text, examples)


def _preset_options(game: AnyGame, preset: str) -> PresetOptions:
    resolved = {str(players): game.preset_options(preset, players) for players in game.player_counts}
    return PresetOptions(
        preset,
        {name: {players: chosen[name] for players, chosen in resolved.items()} for name in game.options},
    )


def _step(step: Step, position: LessonPosition, words: Language) -> LessonStep:
    return LessonStep(
        position=position,
        seat=step.seat,
        text=translate(step.text, words),
        done=translate(step.done, words),
        hint=translate(step.hint, words),
        want=step.want,
        then=step.then.split(),
    )


def _example(game: str, example: Example, words: Language) -> RuleExample:
    match = example.match(game)
    tries = {
        name: words.tell(speech.action(match.game, match.state, name))
        for name in (*example.allowed, *example.refused)
    }
    position = lesson_position(game, example.laid, match.names)
    return RuleExample(position, example.seat, translate(example.text, words), tries)


ROUTES = (lesson, strategy, rules, figures, rules_of_match, figures_of_match, attempt, around)
