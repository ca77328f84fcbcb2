"""Signatures of all operators, as `cargo run --example signatures` prints them."""
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Parameter:
    def __init__(self, given):
        self.name, self.types, self.presence = given["name"], given["types"], given["presence"]
        # A parameter of its own with several types varies like a variable.
        self.variable = given["variable"] or (self.name if len(self.types) > 1 else None)


class Signature:
    def __init__(self, given):
        self.dialect, self.domain, self.name = given["dialect"], given["domain"], given["name"]
        self.since, self.until = given["since"], given["until"]
        self.inputs = [Parameter(p) for p in given["inputs"]]
        self.outputs = [Parameter(p) for p in given["outputs"]]

    @property
    def key(self):
        return f"{self.domain or ''}:{self.name}-{self.since}"

    @staticmethod
    def formal(formals, position):
        """Returns the parameter at a position; a variadic last one represents all that follow."""
        if position < len(formals):
            return formals[position]
        return formals[-1] if formals and formals[-1].presence.startswith("variadic") else None

    def variable(self, position, output=False):
        """Returns the variable of an input or output whose type varies, and None for all others."""
        found = self.formal(self.outputs if output else self.inputs, position)
        return None if found is None or found.presence == "variadic of any types" else found.variable

    def allowed(self):
        """Returns the types of each variable, in the order of inputs and outputs."""
        found = {}
        for formal in self.inputs + self.outputs:
            if formal.variable and formal.types and formal.presence != "variadic of any types":
                found.setdefault(formal.variable, formal.types)
        return found


def load(path=None):
    """Returns all signatures, from a file or from the program's own example."""
    if path:
        lines = pathlib.Path(path).read_text().splitlines()
    else:
        command = ["cargo", "run", "-q", "--example", "signatures"]
        lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [Signature(json.loads(line)) for line in lines]
