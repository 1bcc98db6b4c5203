"""What batches on a GPU must show, on a GPU or on Numba's simulator: `test_gpu` runs this file by itself.

The simulator has a thread of Python for every thread of the GPU, so there are few games and few steps here;
`scripts/bench gpu` compares many.
"""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import cuda

from benchmarks.gpu.equality import differences, numbers, play_both
from moleworks.core import bits, cuda_bits
from moleworks.core.cuda_kernels import launchable
from moleworks.core.kernel import kernel
from moleworks.games import Complaint
from moleworks.research import Batch, batch
from moleworks.research.batches import DamagedState, IllegalAction
from moleworks.research.batches.cuda_memory import CudaMemory
from moleworks.research.batches.random_keys import keys_from_seed
from moleworks.research.batches.shared_array import SharedArray
from tests.research.setups import IDS, SETUPS

N = 5
"""Games: not a multiple of a warp of the simulator."""
random = Random(22)
WORDS = [0, *(random.getrandbits(63) >> random.randrange(60) for _ in range(60)), 1 << 32, 1 << 62, 2**63 - 1]


@pytest.fixture(autouse=True)
def short_turns() -> Iterator[None]:
    """The simulator's threads wait for each other all the time, and one of them in a busy loop."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(2e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(autouse=True)
def one_shared_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads of the simulator that ask for a shared array at the same time may get one each."""
    if not cuda_bits.SIMULATED:
        return
    from numba.cuda.np import numpy_support
    from numba.cuda.simulator.kernelapi import FakeCUDAShared

    lock = threading.Lock()

    def array(self: Any, shape: int, dtype: Any) -> Any:
        frame = sys._getframe(1)
        line = frame.f_code.co_filename, frame.f_lineno
        with lock:
            if line not in self._allocations:
                self._allocations[line] = np.empty(shape, numpy_support.as_dtype(dtype))
            return self._allocations[line]

    monkeypatch.setattr(FakeCUDAShared, "array", array)


@pytest.fixture(autouse=True)
def old_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """New memory on a GPU has any values: every cell must be written before it is read."""

    def full(_self: CudaMemory, size: int, dtype: Any) -> Any:
        return cuda.to_device(np.full(size, 9, dtype))

    monkeypatch.setattr(CudaMemory, "empty", full)


def started(number: int, steps: int, **options: Any) -> tuple[Batch, Batch]:
    """A batch after some steps on the processor, and the same on the GPU."""
    game, agreed = SETUPS[number]
    host = batch(game, N, seed=number, **agreed, **options)
    for _ in range(steps):
        host.step(host.sample())
    return host, host.to("cuda")


@kernel
def measure_sets(words: Any, found: Any) -> None:
    """Count, lowest and middle member of each word."""
    i = cuda.grid(1)
    if i < len(words) and words[i]:
        word = int(words[i])
        found[3 * i] = cuda_bits.count(word)
        found[3 * i + 1] = cuda_bits.lowest(word)
        found[3 * i + 2] = cuda_bits.nth(word, cuda_bits.count(word) // 2)


def test_sets_have_the_same_members() -> None:
    found = cuda.to_device(np.zeros(3 * len(WORDS), np.int64))
    launchable(measure_sets)[-(-len(WORDS) // 32), 32](cuda.to_device(np.array(WORDS)), found)
    expected = [
        number
        for word in WORDS
        for number in (
            (word.bit_count(), bits.lowest(word), bits.nth(word, word.bit_count() // 2))
            if word
            else (0, 0, 0)
        )
    ]
    assert found.copy_to_host().tolist() == expected


@kernel
def write_cells(words: Any, cells: Any) -> None:
    """Write each word over the second half of the one before, and a value over half of the last."""
    for n in range(len(words)):
        bits.write_bits(int(words[n]), cells, 32 * n)
    bits.write_value(200, cells, 32 * len(words))


@pytest.mark.parametrize("room", [10, 33, 64 * 40])
def test_lanes_write_the_same_cells_and_none_beyond_the_last(room: int) -> None:
    few, plain = WORDS[-20:], [7] * (64 * 42)
    write_cells(few, plain)
    kept = cuda.to_device(np.full(64 * 42, 7, np.uint8))
    launchable(write_cells)[1, cuda_bits.LANES](cuda.to_device(np.array(few)), kept[:room])
    assert kept.copy_to_host().tolist() == [*plain[:room], *[7] * (64 * 42 - room)]


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=IDS)
def test_the_same_keys_give_the_same_games(number: int) -> None:
    """From the opening, and from the middle of games, where pieces move and games end."""
    game, agreed = SETUPS[number]
    host, gpu = (batch(game, N, seed=number, device=device, **agreed) for device in ("cpu", "cuda"))
    assert (differences(host, gpu) or play_both(host, gpu, 1)) == []
    host, gpu = started(number, 21 + 9 * number)
    assert (differences(host, gpu) or play_both(host, gpu, 3)) == []


@pytest.mark.parametrize("number", [1, 5], ids=[IDS[1], IDS[5]])
def test_games_stay_finished_and_chance_is_played_for_if_one_says_so(number: int) -> None:
    options = {"auto_reset": False, "draw_chance": False}
    host, gpu = started(number, 33, **options)
    assert (differences(host, gpu) or play_both(host, gpu, 3)) == []
    game, agreed = SETUPS[1]
    host = batch(game, N, seed=3, auto_reset=False, **agreed)
    while not (host.seats == -2).any():
        host.step(host.sample())
    assert play_both(host, host.to("cuda"), 2) == []


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    host, gpu = started(0, 9)
    right = host.sample()
    for bad in (-1, gpu.actions, 10**9, int(np.flatnonzero(~host.mask[2])[0])):
        wrong = right.copy()
        wrong[2], wrong[4] = bad, -5
        with pytest.raises(IllegalAction, match=f"Action {bad} is not legal in game 2"):
            gpu.step(wrong)
        assert differences(host, gpu) == ["sample seeds"], "only one of them has drawn actions"
    gpu.step(right.astype(np.int32))
    host.step(right)
    assert differences(host, gpu) == ["sample seeds"]


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.int64])
@pytest.mark.parametrize("apart", [1, 2])
def test_actions_of_any_type_become_numbers_that_the_loops_are_compiled_for(dtype: Any, apart: int) -> None:
    """JAX has numbers of 32 bits, and PyTorch columns of arrays. A real GPU compiles for each type anew."""
    wanted = np.arange(N)
    memory = CudaMemory()
    given = cuda.to_device(np.repeat(wanted, apart).astype(dtype))[::apart]
    for array in (given, memory.given(np.repeat(wanted, apart).astype(dtype)[::apart])):
        actions = memory.words(array)
        assert actions.dtype == np.int64
        assert actions.is_c_contiguous()
        assert actions.copy_to_host().tolist() == wanted.tolist()


def test_its_arrays_are_shared_not_copied() -> None:
    _, gpu = started(0, 5)
    for name in ("mask", "planes", "seats", "rewards", "done", "winners", "points", "plies", "lengths"):
        array: Any = getattr(gpu, name)
        assert isinstance(array, SharedArray)
        assert len(array) == N
        assert array.ndim == len(array.shape)
        if array.__dlpack_device__()[0] == 1:  # the simulator's
            shared = np.from_dlpack(array)
            assert (shared.ctypes.data, shared.shape, shared.dtype) == (
                array.address,
                array.shape,
                array.dtype,
            )
            gpu.step(gpu.sample())
            np.testing.assert_array_equal(shared, array.numpy())
            assert not hasattr(array, "__cuda_array_interface__")


def test_a_capsule_that_nobody_takes_leaves_nothing() -> None:
    from moleworks.research.batches import shared_array

    _, gpu = started(0, 0)
    before = len(shared_array._shared)
    seats: Any = gpu.seats
    capsule = seats.__dlpack__(stream=None, max_version=(1, 0))
    assert len(shared_array._shared) == before + 1
    del capsule
    assert len(shared_array._shared) == before
    assert repr(seats) == "SharedArray(shape=(5,), dtype=int8)"


@pytest.mark.parametrize("copied", [copy.copy, lambda games: pickle.loads(pickle.dumps(games))])
def test_copies_go_on_alike_and_apart(copied: Callable[[Batch], Batch]) -> None:
    host, gpu = started(0, 12)
    other = copied(gpu)
    assert (other.device, other.setup, len(other)) == ("cuda", gpu.setup, N)
    gpu.step(gpu.sample())
    assert differences(host, other) == []
    host.step(host.sample())
    assert differences(host, gpu) == []
    assert differences(host, gpu.to("cpu")) == []
    assert play_both(gpu.to("cpu"), gpu, 1) == []


def test_actions_have_names_on_a_gpu_too() -> None:
    host, gpu = started(0, 6)
    assert gpu.legal(3) == host.legal(3)
    action = gpu.legal(3)[1]
    assert gpu.parse(3, gpu.name(3, action)) == action
    assert gpu.name(3, action) == host.name(3, action)


def test_reset_repeats_or_goes_on() -> None:
    host, gpu = started(5, 4)
    for keys in (None, keys_from_seed(8, N)):
        host.reset(keys)
        gpu.reset(keys)
        assert differences(host, gpu) == []


@pytest.mark.parametrize("number", [0, 4, 5], ids=[IDS[0], IDS[4], IDS[5]])
def test_some_games_are_stepped_begun_saved_and_loaded_as_on_the_processor(number: int) -> None:
    host, gpu = started(number, 14)
    np.testing.assert_array_equal(host.save(), numbers(gpu.save()))
    for mask in (np.array([False, True, False, False, True]), gpu.done):
        np.testing.assert_array_equal(host.save(numbers(mask)), numbers(gpu.save(mask)))
    rows = gpu.save([4, 1, 1])
    np.testing.assert_array_equal(host.save([4, 1, 1]), numbers(rows))
    for where in ([3, 0], [4], np.array([False, True, True, False, False])):
        actions = host.sample()[where] if isinstance(where, list) else host.sample()
        for games in (host, gpu):
            games.step(actions, where=where)
    for games in (host, gpu):
        games.reset([8, 9], where=[1, 4])
        games.reseed([5], where=[2])
    assert shown_differences(host, gpu) == []
    host.load(numbers(rows)[:2], where=[0, 3])
    gpu.load(cuda.to_device(numbers(rows)[:2]), where=cuda.to_device(np.array([0, 3], np.int32)))
    assert shown_differences(host, gpu) == []
    host.load(host.save(), where=host.done)
    gpu.load(gpu.save(), where=gpu.done)
    assert shown_differences(host, gpu) == []
    few, its = host.select([2, 0]), gpu.select([2, 0])
    assert shown_differences(few, its) == []


def shown_differences(host: Batch, gpu: Batch) -> list[str]:
    """The arrays that differ, but for the seeds of random actions: only one has drawn some."""
    return [name for name in differences(host, gpu) if name != "sample seeds"]


def test_whatever_is_wrong_is_said() -> None:
    _, gpu = started(0, 0)
    with pytest.raises(ValueError, match="a step needs 5 actions"):
        gpu.step([1, 2])
    with pytest.raises(TypeError, match="actions are whole numbers"):
        gpu.step([1.0] * N)
    for where, error, words in (
        ([0, N], IndexError, f"there is no game {N}"),
        ([3, 1, 3], ValueError, "game 3 is chosen twice"),
        ([True], ValueError, "a mask of games has 5 bools"),
    ):
        with pytest.raises(error, match=words):
            gpu.step(np.zeros(len(where), int), where=where)
    with pytest.raises(IndexError, match="there is no game 7"):
        gpu.save([7])
    with pytest.raises(IllegalAction, match="Action -4 is not legal in game 3"):
        gpu.step([-4], where=[3])
    rows = numbers(gpu.save())
    rows[2, 5] ^= 4
    with pytest.raises(DamagedState, match="Row 2 is no state"):
        gpu.load(rows)
    with pytest.raises(Complaint, match="A batch is on device “cpu” or “cuda”, not gpu"):
        gpu.to("gpu")
    np.testing.assert_array_equal(numbers(gpu.seats), [0] * N)
