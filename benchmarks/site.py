"""Measure the page without a server in Chromium: its download, both visits, answers, memory."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.bench import Bench, Measure, Option
from benchmarks.page.browser import browser, visitor
from benchmarks.report import Missing, Row

MOST_DOWNLOAD, MOST_KERNELS = 7_500_000, 60_000
MOST_COLD, MOST_SECOND, MOST_DRAWN = 2.0, 1.5, 1.0
"""Seconds: more than a bare `loadPyodide()` at both visits, and until the games are drawn."""
FIRST_ANSWER, LATER_ANSWER = 1.5, 0.5
"""Seconds until level 7 has answered."""
MOST_MEMORY = 120_000_000
"""Bytes of the worker."""
REMEMBER_MEMORIES = """
self.memories = [];
for (const name of ['instantiate', 'instantiateStreaming']) {
  const make = WebAssembly[name];
  WebAssembly[name] = async (...wish) => {
    const made = await make(...wish);
    const { memory } = (made.instance ?? made).exports;
    if (memory) self.memories.push(memory);
    return made;
  };
}
"""
"""Before the worker's script."""
BARE = """<!doctype html><script type="module">
import { loadPyodide } from './RUNTIMEpyodide.mjs';
await loadPyodide({ indexURL: new URL('./RUNTIME', location.href).href });
document.title = 'loaded';
</script>"""
"""A page that does nothing but load Python."""
TURN = ".space.target, .turn .button.main"
CHOICES = {"level": 7, "games": {"mole-hill": {"first": 0}}}
PACK = "console.log(zlib.brotliCompressSync(fs.readFileSync(process.argv[1])).length)"


class _Files(SimpleHTTPRequestHandler):
    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, and count it."""
        content = source.read()
        _Files.sent += len(content)
        outputfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _served(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _offline_files(site: Path) -> dict[str, Any]:
    """The list of the service worker."""
    worker = site / "offline_worker.js"
    if not worker.is_file():
        raise Missing(f"{site} holds no page: run scripts/site --out {site} first.")
    first = worker.read_text("utf-8").partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const OFFLINE_FILES = ").removesuffix(";"))
    return found


def _packed(file: Path) -> int:
    done = subprocess.run(["node", "-e", PACK, str(file)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def measure_download(wish: argparse.Namespace) -> Iterable[Row]:
    """Everything that a first visit loads, packed with brotli where that helps."""
    files = _offline_files(wish.site)
    paths = [wish.site / name for name in files["top"]]
    paths += [wish.site / folder / name for folder, names in files["folders"].items() for name in names]
    size = sum(min(_packed(path), path.stat().st_size) for path in paths)
    good = size <= MOST_DOWNLOAD
    yield Row("download", f"<= {MOST_DOWNLOAD / 1e6} MB", f"{size / 1e6:.2f} MB", f"{len(paths)} files", good)
    kernels = Path(__file__).parents[1] / "src" / "moleworks" / "web" / "page" / "kernels.wasm"
    size = _packed(kernels)
    yield Row("kernels", f"<= {MOST_KERNELS} B", f"{size} B", "brotli", size <= MOST_KERNELS)


def measure_visits(wish: argparse.Namespace) -> Iterable[Row]:
    """Seconds to the first legal moves against a bare `loadPyodide()`, by turns in the same run."""
    runtime = next(name for name in _offline_files(wish.site)["folders"] if name.startswith("pyodide-"))
    (wish.site / "bare.html").write_text(BARE.replace("RUNTIME", f"{runtime}/"), "utf-8")
    found: dict[str, list[float]] = {}
    with _served(wish.site) as base, browser() as started:
        for _ in range(wish.tries):
            for name, seconds in _one_try(started, base):
                found.setdefault(name, []).append(seconds)
    (wish.site / "bare.html").unlink()
    middle = {name: statistics.median(values) for name, values in found.items()}
    tries = f"median of {wish.tries}"
    for name, most in (("first visit", MOST_COLD), ("second visit", MOST_SECOND)):
        bare = middle["bare" if name == "first visit" else "bare again"]
        more = middle[name] - bare
        counted = f"{middle[name]:.2f} s, bare {bare:.2f} s; {tries}"
        yield Row(f"{name}, to legal moves", f"<= bare + {most} s", f"+ {more:.2f} s", counted, more <= most)
        drawn = middle[f"{name}, drawn"]
        yield Row(f"{name}, games drawn", f"<= {MOST_DRAWN} s", f"{drawn:.2f} s", tries, drawn <= MOST_DRAWN)
    for name, most in (("first answer", FIRST_ANSWER), ("later answers", LATER_ANSWER)):
        yield Row(f"level 7, {name}", f"<= {most} s", f"{middle[name]:.2f} s", tries, middle[name] <= most)
    sent = middle["sent again"]
    yield Row("second visit, files sent", "0 B", f"{sent:.0f} B", f"health/live aside; {tries}", sent == 0)


def _choices() -> str:
    """A script that plays Mole Hill against level 7, and shows moves at once."""
    return (
        f"localStorage.setItem('moleworks.settings', '{json.dumps({'speed': 'none'})}');"
        f"localStorage.setItem('moleworks.choices', '{json.dumps(CHOICES)}')"
    )


def _one_try(started: Any, base: str) -> Iterator[tuple[str, float]]:
    with visitor(started) as context:
        page = context.new_page()
        for name in ("bare", "bare again"):
            begun = time.perf_counter()
            page.goto(f"{base}/bare.html")
            page.wait_for_function("document.title === 'loaded'")
            yield name, time.perf_counter() - begun
    with visitor(started) as context:
        context.add_init_script(_choices())
        page = context.new_page()
        for name in ("first visit", "second visit"):
            _Files.sent = 0
            begun = time.perf_counter()
            page.goto(f"{base}/")
            page.locator(".play svg").first.wait_for()
            yield f"{name}, drawn", time.perf_counter() - begun
            page.locator(".play").first.click()
            page.locator(TURN).first.wait_for()
            yield name, time.perf_counter() - begun
            if name == "first visit":
                yield from _answers(page)
                page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        yield "sent again", max(0, _Files.sent - len(b'{"ok": false}\n'))


def measure_memory(wish: argparse.Namespace) -> Iterable[Row]:
    """What the worker keeps after answers of level 7: objects, buffers and the memory of Python."""
    with _served(wish.site) as base, browser() as started, visitor(started) as context:
        context.add_init_script(_choices())
        context.route("**/python_worker.js", _remember_memories)
        page = context.new_page()
        page.goto(f"{base}/")
        page.locator(".play").first.click()
        page.locator(TURN).first.wait_for()
        for _ in _answers(page):
            pass
        python = page.workers[0].evaluate("memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)")
        if not python:
            raise Missing("Python's memory was not found in the worker.")
        heap = _heap_of_worker(started, page)
    size = python + heap["usedSize"] + heap["backingStorageSize"]
    counted = f"Python {python / 1e6:.0f} MB; without compiled code"
    good = size <= MOST_MEMORY
    yield Row("memory of the worker", f"<= {MOST_MEMORY / 1e6:.0f} MB", f"{size / 1e6:.0f} MB", counted, good)


def _remember_memories(route: Any) -> None:
    """Let the worker count its WebAssembly memories, which the browser's figures leave out."""
    reply = route.fetch()
    route.fulfill(response=reply, body=REMEMBER_MEMORIES + reply.text())


def _heap_of_worker(started: Any, page: Any) -> Any:
    """The browser's own figures of the only worker."""
    session, answers = started.new_browser_cdp_session(), []
    session.on("Target.receivedMessageFromTarget", lambda event: answers.append(json.loads(event["message"])))
    (worker,) = session.send("Target.getTargets", {"filter": [{"type": "worker"}]})["targetInfos"]
    attached = session.send("Target.attachToTarget", {"targetId": worker["targetId"], "flatten": False})
    question = json.dumps({"id": 1, "method": "Runtime.getHeapUsage"})
    session.send("Target.sendMessageToTarget", {"sessionId": attached["sessionId"], "message": question})
    while not (found := [answer["result"] for answer in answers if answer.get("id") == 1]):
        page.wait_for_timeout(50)
    return found[0]


def _answers(page: Any) -> Iterator[tuple[str, float]]:
    """Play on, and time how long the computer takes."""
    for name in ("first answer", "later answers", "later answers"):
        asked = page.locator("main").get_attribute("data-seq")
        page.locator(TURN).first.click(force=True)
        begun = time.perf_counter()
        page.wait_for_function(
            "asked => Number(document.querySelector('main').dataset.seq) > Number(asked) + 1"
            " && document.querySelector('.space.target')",
            arg=asked,
        )
        yield name, time.perf_counter() - begun


SITE = Option("--site", Path("build/site"), "the folder that scripts/site wrote", Path)
BENCH = Bench(
    "site",
    __doc__,
    "the page without a server",
    (
        Measure("download", measure_download),
        Measure("visits", measure_visits, (Option("--tries", 3, "visits: how often"),)),
        Measure("memory", measure_memory),
    ),
    files="the table",
    options=(SITE,),
)
main = BENCH.main
