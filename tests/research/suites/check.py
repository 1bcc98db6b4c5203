"""Train with a library on our environments, as its manual does: `test_suites` runs this in its own venv.

python check.py sb3|torchrl|rllib
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import gymnasium

import moleworks.research.gymnasium  # noqa: F401 - registers the environments
from moleworks.research.pettingzoo import env

GAMES = ("mole-hill", "mole-company", "buddel-bande")


def single(game: str) -> Any:
    """One agent against a random opponent."""
    return gymnasium.make(f"moleworks/{game}-v0", opponent="random")


def sb3(game: str) -> None:
    """Stable-Baselines3's checker, and MaskablePPO: it learns, and plays a whole game by legal actions."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.env_checker import check_env

    check_env(single(game).unwrapped)
    table = single(game)
    model = MaskablePPO("MultiInputPolicy", table, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    model.learn(128)
    observation, _ = table.reset(seed=2)
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=get_action_masks(table))
        observation, _, over, _, info = table.step(action)
        assert "refused" not in info, info


def torchrl(game: str) -> None:
    """TorchRL's checker of specifications, and rollouts by masks, for one agent and for all seats."""
    from torchrl.envs import GymWrapper, PettingZooWrapper, check_env_specs

    check_env_specs(GymWrapper(single(game), categorical_action_encoding=True))
    table = PettingZooWrapper(env(game, illegal="refuse"), use_mask=True)
    check_env_specs(table)
    assert len(table.rollout(20, break_when_any_done=False)) == 20


def rllib(game: str) -> None:
    """An iteration of RLlib's PPO with an agent in each seat, who learn one policy."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.connectors.env_to_module import FlattenObservations
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune.registry import register_env

    register_env(game, lambda _: PettingZooEnv(env(game)))
    config = PPOConfig().environment(game)
    config.env_runners(
        num_env_runners=0,
        env_to_module_connector=lambda env, spaces, device: FlattenObservations(multi_agent=True),
    )
    config.training(train_batch_size=64, minibatch_size=32, num_epochs=1)
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *_, **__: "shared")
    algorithm = config.build_algo()
    assert algorithm.train()["env_runners"]["num_env_steps_sampled"] >= 64
    algorithm.stop()


def main() -> None:
    """Check all games with one library; a warning that our code causes is an error."""
    warnings.filterwarnings("error", module=r"moleworks\b")
    check = {"sb3": sb3, "torchrl": torchrl, "rllib": rllib}[sys.argv[1]]
    for game in GAMES:
        check(game)
        print(game, "passed")


if __name__ == "__main__":
    main()
