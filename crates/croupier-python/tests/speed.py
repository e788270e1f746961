"""Measures how many steps a second the vectorised environments make on one core. No test: it asserts nothing."""

import os
import time

import croupier.environments as environments
import numpy as np

TABLES = 1000
SECONDS = 3


def measure(name: str, env: object, actions: np.ndarray) -> None:
    """Steps an environment for some seconds, and prints how many steps of a table that were in one."""
    env.reset(seed=1)
    for _ in range(20):
        env.step(actions)
    steps, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < SECONDS:
        for _ in range(10):
            env.step(actions)
        steps += 10 * TABLES
    print(f"{name:28} {steps / passed:12,.0f} steps a second")


def main() -> None:
    """Measures every environment."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for game in ("casino-war", "lucky-draw-baccarat"):
        env = environments.DecisionVectorEnv(game, num_envs=TABLES)
        measure(game, env, np.zeros(TABLES, dtype=np.uint8))
    dice = environments.BettingVectorEnv("craps", num_envs=TABLES, bankroll=6_000_000)
    bets = np.zeros((TABLES, len(dice.places)), dtype=np.uint8)
    bets[:, dice.places.index("field")] = 1
    measure("craps, field", dice, bets)


if __name__ == "__main__":
    main()
