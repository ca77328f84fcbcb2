"""Sets of type combinations as a few products of sets."""


def grown(start, universe, refused):
    """Returns a product that contains a combination, none that is refused, and as many others as are found greedily."""
    sides = [[one] for one in start]
    for at, types in enumerate(universe):
        for name in types:
            if name in sides[at]:
                continue
            wider = sides[:at] + [[name]] + sides[at + 1:]
            if not any(all(t in side for t, side in zip(combination, wider)) for combination in refused):
                sides[at].append(name)
    return [[t for t in types if t in side] for types, side in zip(universe, sides)]


def cover(combinations, universe, refused):
    """Returns products that contain all combinations and none that is refused."""
    rest, products = set(combinations), []
    refused = set(refused) - rest
    for combination in combinations:
        if combination not in rest:
            continue
        # The order of the variables decides which product is found; the widest one wins.
        found = [grown(combination, universe, refused)]
        backwards = grown(combination[::-1], universe[::-1], {c[::-1] for c in refused})[::-1]
        found.append(backwards)
        best = max(found, key=lambda product: sum(inside(c, product) for c in rest))
        products.append(best)
        rest = {c for c in rest if not inside(c, best)}
    return products


def inside(combination, product):
    return all(name in side for name, side in zip(combination, product))
