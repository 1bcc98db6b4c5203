"""Run a check on mutated inputs: guided by coverage if atheris is installed, else at random.

python -m tests.fuzz.record             until Ctrl-C or a failure
python -m tests.fuzz.rpc -runs=100000   this number of inputs; other arguments go to libFuzzer
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import cast

Check = Callable[[bytes], None]

PIECES = (
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"\\",
    b"\n",
    b"\n\n",
    b" ",
    b"*",
    b"1.",
    b"0",
    b"-",
    b"null",
    b"\xff",
)


def instrument_imports(module: str) -> AbstractContextManager[object]:
    """For the imports of fuzzed modules: lets atheris measure coverage if the harness is the main program."""
    if module != "__main__" or not find_spec("atheris"):
        return nullcontext()
    import atheris

    return cast("AbstractContextManager[object]", atheris.instrument_imports())


def run(check: Check, seeds: Sequence[bytes], arguments: Sequence[str]) -> None:
    """Run with these arguments; an input that fails the check ends the run with its traceback."""
    if find_spec("atheris"):
        fuzz_with_atheris(check, seeds, arguments)
    else:
        fuzz_at_random(check, seeds, _runs(arguments))


def fuzz_with_atheris(check: Check, seeds: Sequence[bytes], arguments: Sequence[str]) -> None:
    """Fuzz with atheris, which exits the process. A failing input is saved in the temporary folder."""
    import atheris

    def mutator(data: bytes, largest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.1:
            data = random.choice(seeds)
        changed = (
            mutate(data, seeds, random) if random.random() < 0.5 else atheris.Mutate(data, len(data) + 8)
        )
        return bytes(changed[:largest])

    artifacts = f"-artifact_prefix={Path(tempfile.gettempdir()) / 'moleworks-'}"
    atheris.Setup([sys.argv[0], artifacts, *arguments], check, custom_mutator=mutator)
    atheris.Fuzz()


def fuzz_at_random(check: Check, seeds: Sequence[bytes], runs: int | None) -> None:
    """Fuzz with random mutations, always in the same order."""
    random, done = Random(1), 0
    while runs is None or done < runs:
        check(mutate(random.choice(seeds), seeds, random))
        done += 1


def mutate(data: bytes, seeds: Sequence[bytes], random: Random) -> bytes:
    """The input with parts cut out, doubled, overwritten, or replaced by a piece of another input."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 5)):
        start = random.randint(0, len(changed))
        end = min(len(changed), start + random.randint(0, 12))
        other = random.choice(seeds)
        cut = random.randint(0, len(other))
        piece = random.choice(
            (
                b"",
                random.choice(PIECES),
                random.randbytes(2),
                other[cut : cut + 20],
                bytes(changed[start:end]) * 2,
            )
        )
        changed[start:end] = piece
    return bytes(changed)


def _runs(arguments: Sequence[str]) -> int | None:
    given = [argument.removeprefix("-runs=") for argument in arguments if argument.startswith("-runs=")]
    return int(given[0]) if given and int(given[0]) >= 0 else None
