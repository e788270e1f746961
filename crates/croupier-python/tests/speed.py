"""Measures how many steps the vectorised environments make in a second of one core. No test: it asserts nothing.

The time is that of the processor, so that other programs on the machine take nothing of it.
"""

import time

import croupier.environments as environments
import numpy as np

TABLES = 1000
SECONDS = 2


def measure(name: str, env: object, actions: np.ndarray) -> None:
    """Steps an environment for some seconds, and prints how many steps of a table that were in one."""
    env.reset(seed=1)
    for _ in range(20):
        env.step(actions)
    steps, began = 0, time.process_time()
    while (passed := time.process_time() - began) < SECONDS:
        for _ in range(10):
            env.step(actions)
        steps += 10 * TABLES
    print(f"{name:28} {steps / passed:12,.0f} steps a second")


def main() -> None:
    """Measures every environment."""
    for game in ("casino-war", "lucky-draw-baccarat"):
        env = environments.DecisionVectorEnv(game, num_envs=TABLES)
        measure(game, env, np.zeros(TABLES, dtype=np.uint8))
    dice = environments.BettingVectorEnv("craps", num_envs=TABLES, bankroll=6_000_000)
    bets = np.zeros((TABLES, len(dice.places)), dtype=np.uint8)
    bets[:, dice.places.index("field")] = 1
    measure("craps, field", dice, bets)


if __name__ == "__main__":
    main()
