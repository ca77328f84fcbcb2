"""Fixtures of the tests."""

from __future__ import annotations

import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

BAD = """<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3,4] x) => (float[N,4] y) <int64[1] axes = {3}> {
    [rmin] y = ReduceMin <keepdims = 0> (x, axes)
}"""

GOOD = """<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[M,3] y) {
  twice = Concat <axis = 0> (x, x)
  y = Abs (twice)
}"""


@pytest.fixture
def testdata() -> pathlib.Path:
    """The models of the repository."""
    return ROOT / "testdata"


@pytest.fixture
def bad() -> str:
    """A model with one error."""
    return BAD


@pytest.fixture
def good() -> str:
    """A model without a finding."""
    return GOOD
