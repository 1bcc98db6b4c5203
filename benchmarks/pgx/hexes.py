"""Steps a second of pgx's hex on one core, by batch size; run by its own Python, which has pgx.

Arguments: the core to stay on (-1: any), then batch sizes. It prints one line of JSON for each of these.
Each step is the whole of what a learner asks for: a random legal action by the mask, the step with its reset
at the end of a game, the new mask, and the observation. All of it is one compiled loop, which spares pgx
every way back to Python; the actions are drawn by one random number a game, the cheapest way.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

if sys.argv[1] != "-1":
    os.sched_setaffinity(0, {int(sys.argv[1])})  # before JAX counts the cores

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

LEAST = 1.0
"""Seconds of the processor, all threads together, that each count takes at least."""
TRIES = 3


def drawn(mask: Any, key: Any) -> Any:
    """A legal action, each alike: the mask's n-th."""
    ahead = jnp.cumsum(mask.astype(jnp.int32), axis=-1)
    tickets = jax.random.uniform(key, (mask.shape[0], 1)) * ahead[:, -1:]
    return jnp.argmax(ahead > tickets, axis=-1)


def main() -> None:
    env = pgx.make("hex")
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def once(_: Any, carry: Any) -> Any:
        state, key, seen = carry
        key, choice, chance = jax.random.split(key, 3)
        action = drawn(state.legal_action_mask, choice)
        state = step(state, action, jax.random.split(chance, action.shape[0]))
        # Whatever nobody reads a compiler leaves out: so a little of each observation is read.
        return state, key, seen + state.observation.sum(dtype=jnp.int32)

    @jax.jit
    def run(state: Any, key: Any, steps: int) -> Any:
        return jax.lax.fori_loop(0, steps, once, (state, key, jnp.int32(0)))

    for size in map(int, sys.argv[2:]):
        key = jax.random.PRNGKey(1)
        state = jax.jit(init)(jax.random.split(key, size))
        state, key, _ = jax.block_until_ready(run(state, key, 2))
        steps = 8
        while True:
            began = time.process_time()
            state, key, _ = jax.block_until_ready(run(state, key, steps))
            if (took := time.process_time() - began) >= LEAST:
                break
            steps = max(steps + 1, int(steps * min(8.0, 1.2 * LEAST / took)))
        rates = [size * steps / took]
        for _ in range(TRIES - 1):
            began = time.process_time()
            state, key, _ = jax.block_until_ready(run(state, key, steps))
            rates.append(size * steps / (time.process_time() - began))
        print(json.dumps({"size": size, "rate": max(rates)}), flush=True)


if __name__ == "__main__":
    main()
