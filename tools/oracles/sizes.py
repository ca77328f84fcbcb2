"""Parses dimensions in the tools' notations, as intervals and as expressions over symbols."""
import fractions
import math
import re

UNBOUNDED = math.inf


class Unbound(Exception):
    """An expression contains a symbol whose size is unknown."""


class _Parser:
    """Evaluates `2*N+1`, `floor((H - 1)/2)`, `max(a, b)`, `Mod(a, 2)`, ... Any text can be the name of a symbol."""

    FUNCTIONS = {
        "floor": lambda a: fractions.Fraction(math.floor(a)),
        "ceil": lambda a: fractions.Fraction(math.ceil(a)),
        "ceiling": lambda a: fractions.Fraction(math.ceil(a)),
        "min": min,
        "max": max,
        "mod": lambda a, b: a % b,
    }

    def __init__(self, text, sizes):
        names = "|".join(re.escape(n) for n in sorted(sizes, key=len, reverse=True) if n)
        pattern = (rf"(?P<symbol>(?:{names})(?![\w]))|" if names else "") + r"(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_][\w.:/@#]*)|(?P<op>\*\*|//|.)"
        self.tokens = [(m.lastgroup, m.group()) for m in re.finditer(pattern, text) if m.group().strip()]
        self.at, self.sizes = 0, sizes

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else None

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            sign = self.take()[1]
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self):
        value = self.power()
        while self.peek() in ("*", "/", "//", "%"):
            sign = self.take()[1]
            other = self.power()
            if sign != "*" and other == 0:
                raise Unbound("division by zero")
            value = {"*": lambda: value * other, "/": lambda: value / other, "%": lambda: value % other}.get(
                sign, lambda: fractions.Fraction(value // other))()
        return value

    def power(self):
        if self.peek() == "-":
            self.take()
            return -self.power()
        value = self.atom()
        if self.peek() in ("**", "^"):
            self.take()
            value = value ** int(self.power())
        return value

    def atom(self):
        if self.at >= len(self.tokens):
            raise Unbound("unexpected end of text")
        kind, text = self.take()
        if kind == "number":
            return fractions.Fraction(text)
        if text == "(":
            value = self.sum()
            self.take()
            return value
        function = self.FUNCTIONS.get(text.lower())
        if function and self.peek() == "(":
            self.take()
            arguments = [self.sum()]
            while self.peek() == ",":
                self.take()
                arguments.append(self.sum())
            self.take()
            return function(*arguments)
        if kind == "symbol" and self.sizes[text] is not None:
            return fractions.Fraction(self.sizes[text])
        raise Unbound(text)


def evaluate(text, sizes):
    """Returns the value of an expression whose symbols have these sizes."""
    if sizes.get(text) is not None:
        return sizes[text]
    parser = _Parser(text, sizes)
    value = parser.sum()
    if parser.at != len(parser.tokens):
        raise Unbound(text)
    return int(value) if value.denominator == 1 else value


def interval(dim):
    """Returns the bounds of `4`, `"1..4"`, `"2.."`, `"..4"`, `"?"`, or None; None for a symbol or an expression."""
    if dim is None or dim == "?":
        return 0, UNBOUNDED
    if isinstance(dim, int):
        return dim, dim
    bounds = re.fullmatch(r"(\d*)\.\.(\d*)", dim)
    if bounds:
        return int(bounds[1] or 0), int(bounds[2]) if bounds[2] else UNBOUNDED
    return None


class Symbols:
    """The sizes of a model's symbols in one run. A symbol is bound at its first use."""

    def __init__(self, bounds, sizes):
        self.bounds = {name: interval(text) or (0, UNBOUNDED) for name, text in bounds.items()}
        self.sizes = {**dict.fromkeys(self.bounds), **sizes}

    def holds(self, dim, size):
        """Returns whether a dimension may have this size."""
        bounds = interval(dim)
        if bounds is None and self.sizes.get(dim) is None and dim in self.bounds:
            self.sizes[dim] = size
            bounds = self.bounds[dim]
        if bounds is None:
            try:
                return evaluate(dim, self.sizes) == size
            except Unbound:
                return True
        return bounds[0] <= size <= bounds[1]

    def exact(self, dim):
        """Returns the size of a dimension if only one is possible."""
        bounds = interval(dim)
        if bounds:
            return bounds[0] if bounds[0] == bounds[1] else None
        try:
            return evaluate(dim, self.sizes)
        except Unbound:
            return None


def contains(shape, real, symbols):
    """Returns whether a shape (None for an unknown rank) may be this list of sizes."""
    if shape is None or real is None:
        return True
    return len(shape) == len(real) and all(symbols.holds(d, s) for d, s in zip(shape, real))


def show(shape):
    return "[...]" if shape is None else "[" + ",".join("?" if d is None else str(d) for d in shape) + "]"
