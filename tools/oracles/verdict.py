"""Compares the shapes that two tools infer for a value."""
from .sizes import Unbound, evaluate, interval

# Ordered from the worst. The verdict on a shape is the worst verdict on its dimensions.
# OTHER: both give one dimension for all sizes of the inputs, but not the same one. Both are fully precise, and at most one
# of them is right, unless something in the model makes them equal.
CONTRADICTION, LESS, OTHER, SAME, MORE = "contradiction", "less precise", "another expression", "same", "more precise"
# Primes, so that different expressions have different values.
TRIALS = [(101, 7), (1009, 13), (64, 32)]


def trial_sizes(symbols, trial):
    first, step = TRIALS[trial]
    return {name: first + step * i for i, name in enumerate(sorted(symbols))}


def is_fresh(dim, known):
    """Returns whether a reference's dimension is effectively unknown: a name that no input of the model has."""
    if not isinstance(dim, str) or interval(dim) is not None:
        return False
    try:
        evaluate(dim, trial_sizes(known, 0))
        return False
    except Unbound:
        return True


def compare_dim(ours, theirs, known, bounds):
    """Compares dimensions. `known` are the symbols of the model's inputs, and `bounds` the intervals of our symbols."""
    if is_fresh(theirs, known):
        theirs = None
    # For another tool, an inferred name means no more than its interval.
    made = isinstance(ours, str) and ours not in known and ours in bounds
    mine, other = interval(bounds[ours] if made else ours), interval(theirs)
    if mine and other:
        if mine[0] > other[1] or other[0] > mine[1]:
            return CONTRADICTION
        if mine == other:
            return SAME
        return MORE if mine[0] >= other[0] and mine[1] <= other[1] else LESS
    if mine:
        # Compared with a symbol, an exact size is more precise, and any other interval less precise.
        return MORE if mine[0] == mine[1] else LESS
    if other:
        return LESS if other[0] == other[1] else MORE if other[0] <= 1 and other[1] > 2**31 else LESS
    for trial in range(len(TRIALS)):
        sizes = trial_sizes(known, trial)
        try:
            if evaluate(ours, sizes) != evaluate(theirs, sizes):
                # Both may be true in a run: `N` and `M` where they must be equal.
                return SAME if ours in known and theirs in known else OTHER
        except Unbound:
            return LESS
    return SAME


def compare(ours, theirs, known, bounds={}):
    """Compares shapes, which are lists, or None for an unknown rank. `known` and `bounds` are as for `compare_dim`."""
    if theirs is None:
        return SAME if ours is None else MORE
    if ours is None:
        return LESS
    if len(ours) != len(theirs):
        return CONTRADICTION
    verdicts = {compare_dim(a, b, known, bounds) for a, b in zip(ours, theirs)}
    return next((v for v in (CONTRADICTION, LESS, OTHER, MORE) if v in verdicts), SAME)
