"""Exports a small network of PyTorch, checks it, and compares its symbolic shapes with those that shapewright infers.

Run it with `python examples/pytorch_export.py`; needs torch, onnxscript, and shapewright. `docs/pytorch.md` explains the steps.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import shapewright
import sympy
import torch
from torch import nn


class Encoder(nn.Module):
    """A transformer layer over tokens, with a classifier."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(100, 64)
        self.layer = nn.TransformerEncoderLayer(64, 4, 128, batch_first=True)
        self.head = nn.Linear(64, 10)

    def forward(self, tokens: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.layer(self.embedding(tokens))
        return self.head(hidden.mean(1)), torch.cat([hidden, hidden.flip(1)], 1)


def export(module: nn.Module) -> torch.onnx.ONNXProgram:
    """The network with any number of texts, of at most 512 tokens."""
    sizes = {0: torch.export.Dim("N"), 1: torch.export.Dim("T", max=512)}
    program = torch.onnx.export(
        module.eval(),
        (torch.zeros(2, 8, dtype=torch.int64),),
        dynamo=True,
        dynamic_shapes=(sizes,),
        input_names=["tokens"],
        output_names=["logits", "both"],
        opset_version=18,
        verbose=False,
    )
    assert program is not None
    return program


def compare(program: torch.onnx.ONNXProgram) -> list[tuple[str, str, str, str]]:
    """The values of the graph with the shapes that PyTorch wrote, those that are inferred, and which of them says more."""
    # The declarations of inner values are what is compared.
    facts = shapewright.infer(program.model_proto, use_declared=False)
    found = []
    for node in program.model.graph:
        for value in node.outputs:
            theirs = None if value.shape is None else [size if isinstance(size, int) else size.value for size in value.shape]
            ours = facts[value.name].shape
            found.append((value.name, show(theirs), show(ours), verdict(theirs, ours)))
    return found


def show(shape: Any) -> str:
    """A shape as text."""
    return "?" if shape is None else f"[{','.join('?' if size is None else str(size) for size in shape)}]"


def verdict(theirs: Any, ours: Any) -> str:
    """Whose shape says more. A dimension that PyTorch does not name is `None`; shapewright names all."""
    if theirs is None or ours is None:
        return "same" if theirs is ours else "shapewright" if theirs is None else "PyTorch"
    if len(theirs) != len(ours):
        return "different"
    pairs = [(known, size) for known, size in zip(theirs, ours) if known is not None]
    if not all(is_equal(known, size) for known, size in pairs):
        return "different"
    return "same" if len(pairs) == len(ours) else "shapewright"


def is_equal(theirs: int | str, ours: int | shapewright.Dim) -> bool:
    """Whether two dimensions are equal for all sizes, such as `T*N` and `N*T`."""
    if isinstance(theirs, int) or isinstance(ours, int):
        return theirs == ours
    expression = ours.to_sympy()
    symbols = {symbol.name: symbol for symbol in expression.free_symbols}
    return sympy.simplify(sympy.parse_expr(theirs, symbols) - expression) == 0


def main() -> None:
    program = export(Encoder())
    report = shapewright.check(program.model_proto, expect={"logits": ("N", 10), "both": ("N", "2*T", 64)})
    print(report)
    compared = compare(program)
    print(dict(Counter(verdict for *_, verdict in compared)))
    for name, theirs, ours, better in compared:
        if better != "same":
            print(f"{name}: PyTorch {theirs}, shapewright {ours}")
    fixed = shapewright.specialize(program.model_proto, bind={"N": 1, "T": 16})
    print(shapewright.infer(fixed)["both"].shape)


if __name__ == "__main__":
    main()
