"""Takes the place of Speech Dispatcher's Python module: Orca imports it, and its speech goes to a file.

Each line of `MOLEWORKS_SPEECH_LOG` is a JSON object: `time`, `kind` ("say" or "cut") and `text`. A text is
cut if Orca cancels speech before a voice of `CHARACTERS_A_SECOND` would have ended.
"""

from __future__ import annotations

import html
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import NamedTuple

CHARACTERS_A_SECOND = 16.0
"""A usual rate of speech."""

TAGS = re.compile("<[^>]*>")


class SSIPError(Exception):
    """As in the real module; never raised."""


class SSIPCommunicationError(SSIPError):
    """As in the real module; never raised."""


class SpawnError(SSIPError):
    """As in the real module; never raised."""


class CallbackType:
    """Events of speech."""

    INDEX_MARK = "index_marks"
    BEGIN = "begin"
    END = "end"
    CANCEL = "cancel"
    PAUSE = "pause"
    RESUME = "resume"


class DataMode:
    """Whether texts have markup."""

    TEXT = "text"
    SSML = "ssml"


class Priority:
    """Of messages."""

    IMPORTANT = "important"
    TEXT = "text"
    MESSAGE = "message"
    NOTIFICATION = "notification"
    PROGRESS = "progress"


class PunctuationMode:
    """Which punctuation is named."""

    ALL = "all"
    NONE = "none"
    SOME = "some"
    MOST = "most"


class Scope:
    """Whose speech a command is about."""

    SELF = "self"
    ALL = "all"


class Spoken(NamedTuple):
    """A text, when it would have been spoken, and who wants to know that it was."""

    text: str
    ends: float
    tell: Callable[[str], object]
    timer: Timer


class SSIPClient:
    """Logs texts; `cancel` logs what would not have been heard to its end."""

    def __init__(self, name: str, component: str = "default", **_: object) -> None:
        self._spoken: list[Spoken] = []

    def _write(self, kind: str, text: str) -> None:
        line = json.dumps({"time": time.time(), "kind": kind, "text": text})
        with Path(os.environ["MOLEWORKS_SPEECH_LOG"]).open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def speak(
        self, text: str, callback: Callable[[str], object] | None = None, event_types: object = None
    ) -> None:
        """Log a text without its markup. Orca waits for the end of one if it reads a whole page."""
        plain = " ".join(html.unescape(TAGS.sub(" ", text)).split())
        now = time.time()
        self._spoken = [spoken for spoken in self._spoken if spoken.ends > now]
        ends = max([now, *(spoken.ends for spoken in self._spoken)]) + len(plain) / CHARACTERS_A_SECOND
        tell = callback or (lambda _: None)
        timer = Timer(ends - now, tell, [CallbackType.END])
        timer.daemon = True
        timer.start()
        self._spoken.append(Spoken(plain, ends, tell, timer))
        self._write("say", plain)

    def char(self, char: str) -> None:
        """Log a character."""
        self._write("say", char)

    def key(self, key: str) -> None:
        """Log a key's name."""
        self._write("say", key)

    def cancel(self, scope: str = Scope.SELF) -> None:
        """Log what would still be spoken."""
        now = time.time()
        stopped, self._spoken = self._spoken, []
        for spoken in stopped:
            spoken.timer.cancel()
            if spoken.ends > now:
                self._write("cut", spoken.text)
                spoken.tell(CallbackType.CANCEL)

    stop = cancel

    def list_output_modules(self) -> tuple[str, ...]:
        """None to choose from."""
        return ()

    def list_synthesis_voices(self) -> tuple[tuple[str, str, str], ...]:
        """One voice."""
        return (("none", "en", "none"),)

    def get_rate(self) -> int:
        """The middle."""
        return 0

    get_pitch = get_volume = get_rate

    def get_language(self) -> str:
        """Of the voice."""
        return "en"

    def __getattr__(self, name: str) -> Callable[..., None]:
        """All other commands change only how it sounds."""
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *_, **__: None
