"""How a flow says which clauses it shows on the screen."""


def clauses(game, *numbers):
    """Marks a flow that would fail if these clauses of a game's order did not hold on the screen.

    `croupier rules --coverage` reads the marks from the sources: game and numbers stand as texts, on one line, right before
    the function. A test holds them against the register.
    """
    assert game and numbers, "a flow shows some clauses of a game"
    return lambda flow: flow
