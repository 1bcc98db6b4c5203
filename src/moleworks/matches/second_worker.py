"""Long work in a browser: it runs in a Web Worker of its own, tells its progress, and is cancelled at once.

A browser's Python has no processes, and while it works it answers nothing else. So the worker of the match
hands long work to a second one, which runs the same package: `SecondWorker` is the side of the match,
`run_task` that of the second worker. Both are connected by `page/src/worker/`.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar

from moleworks.matches.cancellation import Cancelled, progress_told, store_progress

P = ParamSpec("P")
R = TypeVar("R")

Tell = Callable[[str], None]
"""Takes the progress of a task as text."""
Fetch = Callable[[str], Awaitable[bool]]
"""Loads a module that is missing; False if there is no such file."""


class Helper(Protocol):
    """The second worker, which the browser starts when it is first asked."""

    def ask(self, task: bytes, tell: Tell) -> Awaitable[Any]:
        """The answer of `run_task`, as a buffer of JavaScript."""

    def end(self) -> None:
        """End it at once, whatever it does; the next task starts another."""


class SecondWorker(Executor):
    """Calls functions in the second worker, one after another."""

    def __init__(self, helper: Helper) -> None:
        self._helper = helper
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()
        """The event loop alone would not keep them."""

    def submit(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call it there. A path among the arguments is its file; cancelling the future ends the work."""
        done: Future[R] = Future()
        job_file = next((each for each in args if isinstance(each, Path)), None)
        task = asyncio.ensure_future(self._run(done, pickle.dumps((function, args, kwargs)), job_file))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

        def end(future: Future[R]) -> None:
            if future.cancelled():
                task.cancel()

        done.add_done_callback(end)
        return done

    async def _run(self, done: Future[Any], task: bytes, job_file: Path | None) -> None:
        """Set the future when the second worker has answered."""

        def tell(text: str) -> None:
            if job_file is not None:
                try:
                    store_progress(job_file, text)
                except Cancelled:
                    done.cancel()

        try:
            async with self._turn:
                try:
                    answer = await self._helper.ask(task, tell)
                except asyncio.CancelledError:
                    self._helper.end()
                    raise
            result, error = pickle.loads(bytes(answer.to_py() if hasattr(answer, "to_py") else answer))
        except Exception as raised:  # noqa: BLE001 - raised again by `result`
            result, error = None, raised
        if not done.cancelled():
            done.set_exception(error) if error is not None else done.set_result(result)


async def run_task(task: bytes | memoryview, tell: Tell, fetch: Fetch) -> bytes:
    """Do a task in the second worker, and pack its result or its error."""
    function, args, kwargs = pickle.loads(task)
    for job_file in (each for each in args if isinstance(each, Path)):
        job_file.parent.mkdir(parents=True, exist_ok=True)
        job_file.touch()
    result: object = None
    error: Exception | None = None
    again = True
    with progress_told(tell):
        while again:
            again = False
            try:
                result, error = function(*args, **kwargs), None
            except ModuleNotFoundError as missing:
                error, again = missing, missing.name is not None and await fetch(missing.name)
            except Exception as raised:  # noqa: BLE001 - the caller handles it
                error = raised
    try:
        return pickle.dumps((result, error))
    except (pickle.PicklingError, TypeError, AttributeError):
        return pickle.dumps((None, RuntimeError(repr(error or result)[:1000])))
