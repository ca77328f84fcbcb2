"""How the names of many records are related."""


def short(index):
    return f"v{index}"


def alike(index):
    """Long, with everything but the end in common."""
    return f"{'encoder.layer.attention.self.' * 8}{index}"


def reversed_digits(index):
    """Near each other in spelling, far from each other in order."""
    return f"v{str(index)[::-1]:0<9}"


def same(_index):
    return "same"


def empty(_index):
    return ""


ALL = {"short": short, "alike": alike, "reversed": reversed_digits, "same": same, "empty": empty}
