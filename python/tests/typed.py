"""What type checkers are to find; mypy reads it, and nothing runs it."""

from __future__ import annotations

import io
import pathlib
from typing import TYPE_CHECKING

import numpy as np
import shapewright as sw

if TYPE_CHECKING:
    from typing_extensions import assert_type

    path, text = pathlib.Path("m.onnx"), "<...>"
    file = path.open("rb")

    # The kind that was given, or with `output=`, the path that was written.
    assert_type(sw.fold(b""), bytes)
    assert_type(sw.fold(b"", output="m.onnx"), str)
    assert_type(sw.fold(file), io.BytesIO)
    assert_type(sw.infer_shapes(path, output=path), str)
    assert_type(sw.infer_shapes(text, True, False, bind={"N": 3}), str)
    assert_type(sw.annotate(b"", output=path), str)
    assert_type(sw.annotate(bytearray()), bytearray)
    assert_type(sw.specialize(file, bind={"N": 1}), io.BytesIO)
    assert_type(sw.specialize(sw.load(path), bind={"N": 1}, output=path), str)
    assert_type(sw.extract(sw.load(path), outputs="y"), sw.Model)
    assert_type(sw.extract(path, outputs="y", output=path), str)
    assert_type(sw.fix(b""), sw.Fixed[bytes])
    assert_type(sw.fix(b"", output=path), sw.Fixed[str])

    # Sizes of NumPy are sizes, and a dictionary of any of them is one of sizes.
    size = np.int64(3)
    sw.infer(path, bind={"N": size, "M": "1..8"}, input_shapes={"x": (size, "N", None, sw.Dim("K"))})
    by_symbol: dict[sw.Dim, int] = {sw.Dim("N"): 3}
    by_name: dict[str, np.int64] = {"N": size}
    sw.Dim("N").subs(by_symbol)
    sw.Dim("N").subs(by_name)
    sw.Dim("N").subs({sw.Dim("N"): 3, "M": size})

    def with_or_without(output: str | None) -> None:
        assert_type(sw.fold(b"", output=output), str | bytes)
