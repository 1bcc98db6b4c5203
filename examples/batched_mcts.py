"""Batched Monte Carlo tree search with a network (AlphaZero's PUCT): a tree for each game of a batch.

    python examples/batched_mcts.py --games 16384 --device cuda

With `--device cuda` it needs PyTorch and `pip install "moleworks[cuda]"`; without, NumPy is enough. Every
line of the search is for all trees. A node is a row that `Batch.save` returns: a simulation loads one of each
tree, steps it and saves the new position. Chance is drawn once for each new node, with the search's own luck.
Rows of Buddel Bande hold secrets: search there from states that agree with what a seat knows (`load_states`).
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from typing import Any

import numpy as np

from moleworks import research

EXPLORATION = 1.25


class Network:
    """Three layers with random weights, about 100,000: put your own in its place.

    It maps the planes of many games to the logits of all actions, and to the value for the seat to act.
    """

    def __init__(self, xp: Any, games: research.Batch, width: int = 96, seed: int = 0) -> None:
        random, inputs = np.random.default_rng(seed), int(np.prod(games.shape))
        self.xp, shapes = xp, ((inputs, width), (width, width), (width, games.actions + 1))
        layers = (random.normal(0, rows**-0.5, (rows, columns)) for rows, columns in shapes)
        self.layers = [xp.asarray(layer.astype(np.float32), device=games.device) for layer in layers]
        self.weights = sum(rows * columns for rows, columns in shapes)

    def __call__(self, planes: Any) -> tuple[Any, Any]:
        """Logits and values."""
        found = self.xp.asarray(planes, dtype=self.xp.float32).reshape(len(planes), -1) / 16
        for layer in self.layers[:-1]:
            found = found @ layer
            found = found * (found > 0)
        found = found @ self.layers[-1]
        return found[:, :-1], self.xp.tanh(found[:, -1])


class Search:
    """A tree for each game of a batch; the nodes of one tree are numbered after those of another."""

    def __init__(self, xp: Any, games: research.Batch, network: Network, simulations: int) -> None:
        self.xp, self.network, self.size = xp, network, simulations + 1
        self.games = here = games.copy()  # it is moved about between the nodes
        self.players, self.device = games.setup.players, games.device
        shown = here.planes, here.mask, here.seats, here.rewards, here.done
        self.planes, self.mask, self.seats, self.rewards, self.done = map(xp.from_dlpack, shown)
        self.numbers = xp.arange(len(games), device=self.device)
        self.roots = self.numbers * self.size

    def zeros(self, *shape: int, dtype: str = "float32") -> Any:
        """A number, or an array of them, for each node."""
        shape = len(self.games) * self.size, *shape
        return self.xp.zeros(shape, dtype=getattr(self.xp, dtype), device=self.device)

    def run(self, games: research.Batch, luck: int) -> Any:
        """The visits of each action at each root. With luck of its own, it cannot know the dice to come."""
        self.rows = self.zeros(games.words, dtype="int64")
        self.prior, self.visits, self.total = (self.zeros(games.actions) for _ in range(3))
        self.child = self.zeros(games.actions, dtype="int64")
        self.parent, self.action, self.seat = (self.zeros(dtype="int64") for _ in range(3))
        self.over, self.value = self.zeros(dtype="bool"), self.zeros(self.players)
        self.parent[self.roots] = self.roots
        self.games.load(games.save())
        self.games.reseed(np.arange(len(games)) + luck * len(games))
        self.expand(self.roots, self.roots)
        for simulation in range(1, self.size):
            leaf, action = self.select()
            over, new = self.over[leaf], self.roots + simulation
            self.games.load(self.rows[leaf])
            self.games.step(action)
            self.parent[new], self.action[new] = leaf, action
            self.expand(new, leaf)
            self.child[leaf, action] = self.xp.where(over, 0, new)
            self.back_up(self.xp.where(over, leaf, new), self.value[new])
        return self.visits[self.roots]

    def select(self) -> tuple[Any, Any]:
        """Go down from each root by PUCT: the last node, and the action that leads out of the tree."""
        xp, node = self.xp, self.roots
        while True:
            prior, visits = self.prior[node], self.visits[node]
            mean = self.total[node] / (visits + (visits == 0))
            bonus = EXPLORATION * prior * xp.sqrt(visits.sum(1) + 1)[:, None] / (1 + visits)
            action = xp.where(prior > 0, mean + bonus, -xp.inf).argmax(1)
            below = self.child[node, action]
            if not (below > 0).any():
                return node, action
            node = xp.where(below > 0, below, node)

    def expand(self, new: Any, leaf: Any) -> None:
        """Store where the games stand as nodes. A game that was over at its leaf keeps the value."""
        xp, was_over = self.xp, self.over[leaf][:, None]
        logits, own = self.network(self.planes)
        odds = xp.exp(logits - xp.amax(logits, 1)[:, None]) * self.mask
        self.prior[new] = odds / (odds.sum(1)[:, None] + 1e-9)
        self.rows[new] = xp.from_dlpack(self.games.save())
        self.over[new] = self.seats < 0
        self.seat[new] = seat = xp.where(self.seats < 0, 0, xp.asarray(self.seats, dtype=xp.int64))
        value = -own[:, None] / (self.players - 1) + xp.zeros_like(self.rewards)
        value[self.numbers, seat] = own
        value = xp.where(self.done[:, None], self.rewards, value)
        self.value[new] = xp.where(was_over, self.value[leaf], value)

    def back_up(self, node: Any, value: Any) -> None:
        """On the way back to each root, count a visit and add the value for the seat that acted."""
        while (below := node != self.roots).any():
            parent, action = self.parent[node], self.action[node]
            self.visits[parent, action] += below
            self.total[parent, action] += value[self.numbers, self.seat[parent]] * below
            node = self.xp.where(below, parent, node)


def main() -> None:
    """Play games against itself, and say how many positions a second the search simulates."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--game", default="mole-hill")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--device", default="cpu")
    wish = parser.parse_args()
    xp: Any = import_module("torch") if wish.device == "cuda" else np
    games = research.batch(wish.game, wish.games, seed=1, device=wish.device, auto_reset=False)
    network = Network(xp, games)
    search = Search(xp, games, network, wish.simulations)
    for move in range(1, wish.moves + 1):
        began = time.perf_counter()
        visits = search.run(games, luck=move)
        games.step(visits.argmax(1))
        rate = wish.games * wish.simulations / (time.perf_counter() - began)
        print(f"move {move}: {rate:,.0f} positions/s, a network of {network.weights:,} weights")


if __name__ == "__main__":
    main()
