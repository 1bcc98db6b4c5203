"""Measure the size of the page up to the first board, its loading time, and the delay of an action."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.page.browser import GAMES, browser, match_of_two, visitor
from benchmarks.report import Row, milliseconds, quantile, say
from benchmarks.service.servers import moleworks_server, sqlite

MOST_BYTES, MOST_SECONDS, MOST_ECHO = 100_000, 1.0, 0.05
WEIGHED = """() => performance.getEntriesByType('resource')
    .filter((one) => /[.](js|css)$/.test(new URL(one.name).pathname))
    .map((one) => [new URL(one.name).pathname, one.encodedBodySize])"""
READY = """(() => {
    const look = () => {
        const there = document.querySelector('.space.target, .turn .button.main');
        if (there && document.readyState !== 'loading') window.answersAt ??= performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})();"""
ECHO = """async (number) => {
    const table = document.querySelector('.table');
    const pick = (all) => all[number % all.length];
    const offered = () => [...document.querySelectorAll('.turn .button.main, .space.target')];
    const until = (done) => new Promise((resolve) => {
        if (done()) return resolve();
        const watch = new MutationObserver(() => done() && (watch.disconnect(), resolve()));
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await until(() => offered().length > 0);
    const seq = table.dataset.seq;
    let begun = performance.now();
    pick(offered()).click();
    await until(() => table.dataset.seq !== seq || document.querySelector('.space.selected'));
    if (table.dataset.seq === seq) {
        begun = performance.now();
        pick([...document.querySelectorAll('.space.target')]).click();
        await until(() => table.dataset.seq !== seq);
    }
    return performance.now() - begun;
}"""


def measure(folder: Path, times: int, moves: int) -> Iterator[Row]:
    with moleworks_server(sqlite(folder), folder) as server, browser() as started:
        base = f"http://127.0.0.1:{server.port}"
        yield _weight(started, base)
        for game in GAMES:
            yield _arrival(started, base, game, times)
            yield _echo(started, base, game, moves)


def weigh(page: Any, base: str) -> dict[str, int]:
    """Bytes by script and style for a first match of each game, with what loads while its board appears."""
    weighed: dict[str, int] = {}
    for number, _ in enumerate(GAMES):
        page.goto(f"{base}/")
        page.locator(".play").nth(number).click()
        page.locator(".space.target, .turn .button.main").first.wait_for()
        page.wait_for_load_state("networkidle")
        for name, size in page.evaluate(WEIGHED):
            weighed[name] = max(size, weighed.get(name, 0))
    return weighed


def _weight(started: Any, base: str) -> Row:
    """Bytes of script and style for a first match of each game, in French."""
    with visitor(started, locale="fr-FR") as context:
        weighed = weigh(context.new_page(), base)
    total = sum(weighed.values())
    return Row(
        "script and style to the first playable board, all games",
        f"at most {MOST_BYTES // 1000} kB",
        f"{total / 1000:.1f} kB",
        f"{len(weighed)} files, gzip, as the browser counts them",
        0 < total <= MOST_BYTES,
    )


def _arrival(started: Any, base: str, game: str, times: int) -> Row:
    """Time from navigation until a space can be chosen, with an empty cache."""
    seconds = []
    for number in range(times + 1):
        with visitor(started) as context:
            match = match_of_two(context, base, game)
            context.add_init_script(READY)
            page = context.new_page()
            page.goto(f"{base}/#match={match}")
            page.wait_for_function("() => window.answersAt")
            if number:  # the first warms the server up
                seconds.append(page.evaluate("window.answersAt") / 1000)
    worst = max(seconds)
    say(f"{game}: {', '.join(f'{second:.2f}' for second in seconds)} s")
    return Row(
        f"navigation to a board that answers, {game}",
        f"at most {MOST_SECONDS:.1f} s",
        f"{quantile(seconds, 0.5):.2f} s, slowest {worst:.2f} s",
        f"{times} times, nothing cached",
        quantile(seconds, 0.5) <= MOST_SECONDS,
    )


def _echo(started: Any, base: str, game: str, moves: int) -> Row:
    """Time from a tap to the next position on the screen."""
    seconds: list[float] = []
    with visitor(started) as context:
        page = context.new_page()
        match = match_of_two(context, base, game)
        page.goto(f"{base}/#match={match}")
        while len(seconds) < moves:
            page.locator(".ending, .space.target, .turn .button.main").first.wait_for()
            if page.locator(".ending").count():
                match = match_of_two(context, base, game)
                page.goto(f"{base}/#match={match}")
                continue
            seconds.append(page.evaluate(ECHO, len(seconds)) / 1000)
            if page.locator(".over .seen, .over .button.main").count():
                _hand_on(page)
    return Row(
        f"a move's echo, {game}",
        f"median at most {milliseconds(MOST_ECHO)}",
        f"{milliseconds(quantile(seconds, 0.5))}, 95 % {milliseconds(quantile(seconds, 0.95))}",
        f"{len(seconds)} moves",
        quantile(seconds, 0.5) <= MOST_ECHO,
    )


def _hand_on(page: Any) -> None:
    """Close the secret that a player was shown."""
    page.locator(".over .button.main").click()
    page.locator(".over .seen").click()
