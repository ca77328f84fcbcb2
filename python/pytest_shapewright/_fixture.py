"""The fixture `shapewright`."""

from __future__ import annotations

import difflib
import pathlib
import re
import warnings
from typing import TYPE_CHECKING

import pytest
import shapewright

from . import UPDATE, ShapewrightWarning
from ._items import line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    from shapewright._types import ModelLike, Settings, Shapes, Size
    from typing_extensions import Unpack

    _T = TypeVar("_T")

_OWNERS = pytest.StashKey[dict[pathlib.Path, str]]()
"""The tests that snapshots belong to."""


class Models:
    """What the fixture `shapewright` provides. Findings fail the test, which shows them as the command does."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._node: pytest.Item = request.node
        self._config = request.config
        self._count = 0

    def check(self, model: ModelLike, **settings: Unpack[Settings]) -> shapewright.Report:
        """Fails the test if ``shapewright.check(model, **settings)`` is not `ok`, and returns its report otherwise.

        Findings that do not fail the test are warnings of pytest, of the class `ShapewrightWarning`.
        """
        __tracebackhide__ = True
        return self._checked(model, settings)

    def expect(self, model: ModelLike, contract: Shapes, **settings: Unpack[Settings]) -> shapewright.Report:
        """Fails the test unless values provably have these types or shapes: ``{"logits": ("N", 10)}``."""
        __tracebackhide__ = True
        return self._checked(model, {**settings, "expect": contract})

    def _checked(self, model: ModelLike, settings: Settings) -> shapewright.Report:
        __tracebackhide__ = True
        report = _call(shapewright.check, model, **settings)
        if not report.ok:
            # The first line is what the summary of the run shows.
            shown, first = str(report), str((report.errors or report.findings)[0])
            pytest.fail(shown if shown.startswith(first) else f"{first}\n\n{shown}")
        for finding in report:
            # The warning is at the line of the test.
            warnings.warn(line(finding), ShapewrightWarning, stacklevel=3)
        return report

    def snapshot(
        self,
        model: ModelLike,
        name: str | None = None,
        *,
        bind: Mapping[str, Size] | None = None,
        input_shapes: Shapes | None = None,
    ) -> None:
        """Fails the test unless the types, shapes, and findings of a model are those of its snapshot.

        The snapshot is the file ``snapshots/<test module>/<test>.txt`` next to the test module, which
        ``pytest --snapshot-update`` writes.

        Args:
            model: The model.
            name: The name of the file, without its extension; by default, that of the test.
            bind: Sizes of symbolic dimensions, or intervals that contain them.
            input_shapes: Types or shapes of graph inputs.
        """
        __tracebackhide__ = True
        found = _call(shapewright.snapshot, model, bind=bind, input_shapes=input_shapes)
        path = self._path(name)
        shown = path.relative_to(self._config.rootpath) if path.is_relative_to(self._config.rootpath) else path
        if self._config.getoption(UPDATE, False):
            _write(path, found)
        elif not path.is_file():
            pytest.fail(f"there is no snapshot {shown.as_posix()}; run pytest with {UPDATE} to write it")
        elif (stored := path.read_text(encoding="utf-8")) != found:
            lines = difflib.unified_diff(stored.splitlines(), found.splitlines(), shown.as_posix(), "the model", lineterm="")
            message = f"the model differs from its snapshot; if it should, run pytest with {UPDATE}"
            pytest.fail("\n".join([message, *lines]))

    def _path(self, name: str | None) -> pathlib.Path:
        """The file of a snapshot, which no other test may have."""
        __tracebackhide__ = True
        # Parameters may be paths, so that only what is before the name of the test is one.
        module, _, test = self._node.nodeid.partition("::")
        self._count += name is None
        if name is None:
            name = test.replace("::", ".") + (f".{self._count}" if self._count > 1 else "")
        folder = self._node.path.parent / "snapshots" / pathlib.PurePath(module).stem
        path = folder / (re.sub(r"[^\w.\[\]=-]", "_", name) + ".txt")
        owner = self._config.stash.setdefault(_OWNERS, {}).setdefault(path, self._node.nodeid)
        if owner != self._node.nodeid:
            pytest.fail(f"{owner} has a snapshot {path.name}, too; pass another `name`")
        return path


def _call(function: Callable[..., _T], *arguments: Any, **keywords: Any) -> _T:
    """Calls a function of the module. The traceback of an exception ends at the line of the test."""
    __tracebackhide__ = True
    try:
        return function(*arguments, **keywords)
    except Exception as error:
        raise error.with_traceback(None) from None


def _write(path: pathlib.Path, text: str) -> None:
    """Writes a snapshot; a file that is as it should be keeps its time."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
