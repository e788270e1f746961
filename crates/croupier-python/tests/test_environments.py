"""Environments: Gymnasium's own checker, tables in a batch against single ones, results against exact odds."""

import warnings

import croupier
import croupier.environments as environments
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

IDS = [id for id in gymnasium.registry if id.startswith("croupier/")]


def test_every_game_with_decisions_or_dice_has_one():
    wanted = [game for game in croupier.games() if game.choices or not game.decks]
    assert len(IDS) == len(wanted) == 3


@pytest.mark.parametrize("id", IDS)
def test_gymnasiums_checker_finds_nothing(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("id", IDS)
def test_a_seed_gives_the_same_again(id):
    def play(seed):
        env = gymnasium.make_vec(id, num_envs=7)
        env.action_space.seed(1)
        seen = [env.reset(seed=seed)[0]]
        for _ in range(60):
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            seen += [observation, reward, terminated, truncated, info["final_obs"]]
        return np.concatenate([np.ravel(part).astype(float) for part in seen])

    assert np.array_equal(play(3), play(3))
    assert not np.array_equal(play(3), play(4))


@pytest.mark.parametrize("id", IDS)
def test_a_batch_of_one_is_the_single_table(id):
    single, batch = gymnasium.make(id).unwrapped, gymnasium.make_vec(id, num_envs=1)
    assert batch.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    first, _ = single.reset(seed=9)
    same, _ = batch.reset(seed=9)
    assert np.array_equal(first, same[0])
    single.action_space.seed(2)
    ended = False
    for _ in range(200):
        action = single.action_space.sample()
        one = single.step(action)
        many = batch.step(np.array([action]))
        assert np.array_equal(one[0], many[4]["final_obs"][0])
        assert (one[1], one[2], one[3]) == (many[1][0], many[2][0], many[3][0])
        if one[2] or one[3]:
            ended = True
            if isinstance(single, environments.BettingEnv):
                break
            assert np.array_equal(single.reset()[0], many[0][0])
    assert ended or isinstance(single, environments.BettingEnv)


def test_always_war_loses_what_the_odds_say():
    env = gymnasium.make_vec("croupier/CasinoWar-v0", num_envs=1000)
    env.reset(seed=1)
    rounds, rewards = 0, []
    while rounds < 400_000:
        _, reward, over, _, _ = env.step(np.zeros(1000, dtype=np.uint8))
        rounds += over.sum()
        rewards.append(reward[over])
    results = np.concatenate(rewards)
    exact = float(croupier.odds("casino-war", strategy="war")["initial"].ev)
    assert abs(results.mean() - exact) < 5 * results.std() / len(results) ** 0.5


def test_cards_are_seen_by_name():
    env = environments.DecisionEnv("casino-war")
    env.reset(seed=5)
    seen, _, over, _, _ = env.step(0)
    assert environments.CARD_NAMES[seen[1]] != "" and environments.CARD_NAMES[seen[5]] != ""
    assert len(set(environments.CARD_NAMES)) == 53
    assert bool(seen[0]) == (not over)


def test_wagers_that_the_rules_refuse_are_counted():
    env = environments.BettingEnv("craps", unit=500)
    observation, _ = env.reset(seed=1)
    assert observation[0] == 60_000 and observation[1] == 0
    behind = env.bet({"behind-win-line": 1})
    _, reward, _, _, info = env.step(behind)
    assert info["refused"] == 1 and reward == 0


def test_actions_that_are_none_are_errors():
    env = environments.DecisionEnv("casino-war")
    env.reset(seed=1)
    with pytest.raises(croupier.Error, match="no action 7"):
        env.step(7)
    with pytest.raises(croupier.Error, match="no decisions"):
        environments.DecisionEnv("craps")
    with pytest.raises(croupier.Error, match="no dice"):
        environments.BettingEnv("casino-war")


def best(position: croupier.Position):
    """What a position is worth to who always takes the best action; cards of one rank are alike here."""
    if position.is_terminal():
        return position.returns()[0]
    if position.current_player() == 0:
        return max(best(position.child(action)) for action in position.legal_actions())
    ranks = {}
    for action, probability in position.chance_outcomes():
        known = ranks.setdefault(position.action_to_string(action)[0], [action, 0])
        known[1] += probability
    return sum(probability * best(position.child(action)) for action, probability in ranks.values())


def test_walking_all_positions_is_counting_the_odds():
    war = croupier.odds("casino-war", strategy="war")
    assert best(croupier.Position("casino-war", {"initial": 1000})) == 1000 * war["initial"].ev
    assert best(croupier.Position("casino-war", {"initial": 1000, "tie": 1000})) == 1000 * (
        war["tie"].ev + war["initial"].ev
    )


def test_positions_of_dice():
    position = croupier.Position("craps", {"win-line": 1000})
    assert sum(probability for _, probability in position.chance_outcomes()) == 1
    for roll in ("2-2", "3-3", "1-3"):
        position.apply_action(position.action(roll))
    assert position.is_terminal() and position.returns() == [1000]
    assert position.history()[1:] == ['{"roll":[2,2]}', '{"roll":[3,3]}', '{"roll":[1,3]}']
    with pytest.raises(croupier.Error, match="no action 3"):
        position.apply_action(3)
