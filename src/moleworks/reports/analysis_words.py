"""Format the numbers and sentences of an analysis in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moleworks import speech
from moleworks.core.messages import N_
from moleworks.engine.advice import Line
from moleworks.engine.analysis import Analysis, Choice, Mark, Moment, SeatTotals, bounds
from moleworks.speech import setup_texts
from moleworks.speech.seat_names import default_names, seat_names
from moleworks.texts import Language

MARKS = {Mark.SLIP: N_("slip"), Mark.MISTAKE: N_("mistake"), Mark.BLUNDER: N_("blunder")}
MANY = {Mark.SLIP: N_("slips"), Mark.MISTAKE: N_("mistakes"), Mark.BLUNDER: N_("blunders")}
VERDICTS = {Mark.SLIP: N_("A slip."), Mark.MISTAKE: N_("A mistake."), Mark.BLUNDER: N_("A blunder.")}
BETTER = N_("{action} was better: a chance to win of {best} instead of {played}.")
BETTER_BY_POINTS = N_("{action} was better: {best} instead of {played}.")
PROVEN = N_("This is proven.")
HINT = N_("The hint for {name} would have been: {why}")
EXPLAINED = (
    N_("Chances: how likely each player was to win after the action, if everything lay open."),
    N_("Cost: how much worse the action was than the best one, by what its player could know then."),
    N_("Luck: how much better the dice, discs or deal fell for a player than they fall on average."),
    N_("Not explained: what the estimates miss, and what nobody could know."),
)
SLIPS = N_("A slip costs {slip} or more, a mistake {mistake}, a blunder {blunder}.")
POINTS_TOO = N_("In the first round a cost is in points of the round: {slip}, {mistake} and {blunder}.")
ESTIMATED = N_("All of this is estimated by the computer player, which may be wrong.")
PARTLY_PROVEN = N_("What is not called proven is estimated by the computer player, which may be wrong.")


class ChanceStep(NamedTuple):
    """One step from a player's first chance to the last."""

    label: str
    chance: float
    signed: bool = True
    """Whether it is a change, not a chance."""


class AnalysisNarrator(NamedTuple):
    """Describes an analysis in one language, with the players' names."""

    analysis: Analysis
    language: Language
    names: Sequence[str]

    @classmethod
    def of(cls, analysis: Analysis, language: Language) -> AnalysisNarrator:
        """A narrator with the names in the record, or default names."""
        players = analysis.players
        return cls(
            analysis, language, seat_names(analysis.record) or default_names(language, (True,) * players)
        )

    # Numbers

    def percent(self, chance: float) -> str:
        """A chance, such as `63 %`."""
        return self.language.say(N_("{number} %"), number=percent_number(chance))

    def change(self, chance: float) -> str:
        """A difference of chances with its sign, such as `+3 %`."""
        return self.language.say(N_("{number} %"), number=signed_percent_number(chance))

    def points(self, number: float) -> str:
        """A number of points, such as `0.5 points`."""
        return self.language.say(N_("{number} points"), number=self.decimal(number))

    def decimal(self, number: float) -> str:
        """A number as the language writes it."""
        return self.language.tell(speech.decimal(number))

    def cost(self, choice: Choice) -> str:
        """The cost of a choice, in points or as a chance."""
        return self.points(choice.cost) if choice.in_points else self.percent(choice.cost)

    def mark(self, mark: Mark) -> str:
        """The word for a mark, such as `blunder`."""
        return self.language.say(MARKS[mark])

    def plural_mark(self, mark: Mark) -> str:
        """The word for several of a mark, such as `Blunders`."""
        return self.language.say(MANY[mark])

    # The game

    def title(self) -> str:
        """The game, its players and the date."""
        match = self.analysis.record.match
        text = N_("{game}: {players}, {date}")
        players = ", ".join(self.names)
        return self.language.say(
            text, game=setup_texts.title(match.game.id), players=players, date=self.analysis.record.date
        )

    def ending(self) -> str:
        """How the game ended, or whose turn it is."""
        match = self.analysis.record.match
        return self.language.tell(speech.ask(match.game, match.state, self.names))

    def notes(self) -> Iterator[str]:
        """Notes to show first: unfinished game, secrets, partial analysis."""
        analysis, say = self.analysis, self.language.say
        match = analysis.record.match
        if not analysis.over:
            yield say(N_("This game is not over: it is looked at as far as it goes."))
            if match.game.has_secrets:
                yield say(
                    N_("A record holds every secret, and so does this: show it to nobody who plays on.")
                )
        if not analysis.complete:
            text = N_("The analysis was stopped early: {done} of {total} actions were looked at.")
            yield say(text, done=len(analysis.moments), total=match.ply)

    def explanations(self) -> Iterator[str]:
        """Explanations of the terms."""
        analysis, say = self.analysis, self.language.say
        chances, cost, luck, rest = map(say, EXPLAINED)
        if not analysis.by_points:
            yield chances
        yield cost
        if analysis.has_chance:
            yield luck
        if analysis.by_points:
            yield say(SLIPS, **self._bounds(in_points=True))
        else:
            yield rest
            yield say(SLIPS, **self._bounds(in_points=False))
            if analysis.counts_points:
                yield say(POINTS_TOO, **self._bounds(in_points=True))
        proven = any(moment.choice and moment.choice.proven for moment in analysis.moments)
        yield say(PARTLY_PROVEN if proven else ESTIMATED)

    def _bounds(self, in_points: bool) -> dict[str, str]:
        formatted = map(self.points if in_points else self.percent, bounds(self.analysis.settings, in_points))
        return dict(zip(("slip", "mistake", "blunder"), formatted, strict=True))

    # One action

    def describe_action(self, moment: Moment) -> str:
        """What the action did, as public knowledge."""
        match = self.analysis.record.match
        before, after = match.before(moment.ply), match.before(moment.ply + 1)
        said = speech.tell(match.game, before, moment.action, after, self.names)
        return " ".join(map(self.language.tell, said))

    def written_action(self, moment: Moment, name: str) -> str:
        """An action that was or could have been played at a moment, as a table shows it."""
        match = self.analysis.record.match
        return speech.written_action(match.game, match.before(moment.ply), name, self.language)

    def chances(self, chances: Sequence[float]) -> str:
        """Every seat's chance in one sentence."""
        parts = [f"{name} {self.percent(chance)}" for name, chance in zip(self.names, chances, strict=True)]
        return self.language.say(N_("Chances: {chances}."), chances=", ".join(parts))

    def describe_choice(self, moment: Moment, choice: Choice) -> Iterator[str]:
        """A verdict on a choice: its value in points, what was better, and why."""
        if choice.in_points and not choice.cost:
            yield self.language.say(N_("Expected: {value}."), value=self._points(moment, choice.played))
        if choice.mark is not None:
            yield self.language.say(VERDICTS[choice.mark])
        if choice.cost:
            yield self._better(moment, choice)
            if choice.proven:
                yield self.language.say(PROVEN)
            yield self.language.say(HINT, name=self.names[moment.actor], why=self._why(choice))

    def _why(self, choice: Choice) -> str:
        return self.language.tell(speech.with_player_names(choice.best.why, self.names))

    def _better(self, moment: Moment, choice: Choice) -> str:
        action = self.written_action(moment, choice.best.action)
        if choice.in_points:
            best, played = self._points(moment, choice.best), self.decimal(choice.played.value)
            return self.language.say(BETTER_BY_POINTS, action=action, best=best, played=played)
        best, played = self.percent(choice.best.value), self.percent(choice.played.value)
        return self.language.say(BETTER, action=action, best=best, played=played)

    def _points(self, moment: Moment, line: Line) -> str:
        """The value of an action in points, as its game says them."""
        match = self.analysis.record.match
        view = match.game.view(match.before(moment.ply), moment.actor)
        return self.language.tell(speech.value(match.game.id, view, line.value, proven=False))

    def luck(self, luck: Sequence[float]) -> Iterator[str]:
        """What chance gave to whom, if it gave anything."""
        if parts := self.lucky_seats(luck):
            yield self.language.say(N_("Luck: {chances}."), chances=", ".join(parts))

    def lucky_seats(self, luck: Sequence[float]) -> list[str]:
        """The luck of each seat whose rounded luck is not zero."""
        return [
            f"{self.names[seat]} {self.change(chance)}"
            for seat, chance in enumerate(luck)
            if signed_percent_number(chance) != "0"
        ]

    def describe_moment(self, moment: Moment) -> str:
        """A full description of one action."""
        parts = [self.describe_action(moment)]
        if not self.analysis.by_points:
            parts.append(self.chances(moment.chances))
        if moment.luck:
            parts += self.luck(moment.luck)
        if moment.choice:
            parts += self.describe_choice(moment, moment.choice)
        return " ".join(parts)

    # One player

    def describe_totals(self, seat: int, account: SeatTotals) -> Iterator[str]:
        """A player's totals in sentences."""
        say = self.language.say
        name = self.names[seat]
        if account.accuracy is not None:
            text = N_("{name}: accuracy {accuracy}, {sound} of {choices} choices without a mark.")
            sound = account.choices - sum(account.marks)
            yield say(
                text,
                name=name,
                accuracy=self.percent(account.accuracy),
                sound=sound,
                choices=account.choices,
            )
        else:
            yield say(N_("{name} had nothing to choose."), name=name)
        for mark in Mark:
            text = N_("{mark}: {count}.")
            yield say(text, mark=self.plural_mark(mark).capitalize(), count=account.marks[mark])
        if account.points:
            yield say(N_("Given away in points: {points}."), points=self.decimal(account.points))
        if not self.analysis.by_points:
            for part in self.chance_steps(account):
                yield say(N_("{label}: {number}."), label=part.label, number=self.step_value(part))

    def choice_rows(self, totals: Sequence[SeatTotals]) -> Iterator[tuple[str, ...]]:
        """The rows of a table of choices: a label, and a cell for each seat."""
        say = self.language.say
        yield say(N_("Choices")), *(str(account.choices) for account in totals)
        yield (
            say(N_("Accuracy")),
            *("-" if account.accuracy is None else self.percent(account.accuracy) for account in totals),
        )
        for mark in Mark:
            yield self.plural_mark(mark).capitalize(), *(str(account.marks[mark]) for account in totals)
        if any(account.points for account in totals):
            yield say(N_("Given away in points")), *(self.decimal(account.points) for account in totals)

    def chance_rows(self, totals: Sequence[SeatTotals]) -> Iterator[tuple[str, ...]]:
        """The rows of a table from the chances at the start to those at the end."""
        for step in zip(*map(self.chance_steps, totals), strict=True):
            yield step[0].label, *map(self.step_value, step)

    def chance_steps(self, account: SeatTotals) -> Iterator[ChanceStep]:
        """The steps from the chance at the start to the chance at the end."""
        say = self.language.say
        yield ChanceStep(say(N_("At the start")), account.start, signed=False)
        if self.analysis.has_chance:
            yield ChanceStep(say(N_("Luck")), account.luck)
        yield ChanceStep(say(N_("Given away")), -account.given)
        yield ChanceStep(say(N_("Gift of others")), account.received)
        yield ChanceStep(say(N_("Not explained")), account.rest)
        yield ChanceStep(say(N_("At the end")), account.end, signed=False)

    def step_value(self, part: ChanceStep) -> str:
        """The value of a step from start to end: a chance, or a change of it with its sign."""
        return self.change(part.chance) if part.signed else self.percent(part.chance)


def percent_number(chance: float) -> str:
    """A chance in whole percent.

    >>> percent_number(0.554)
    '55'
    """
    return str(round(100 * chance))


def signed_percent_number(chance: float) -> str:
    """A difference of chances in whole percent, with its sign.

    >>> signed_percent_number(0.04), signed_percent_number(-0.04), signed_percent_number(0.004)
    ('+4', '-4', '0')
    """
    rounded = round(100 * chance)
    return f"{rounded:+d}" if rounded else "0"
