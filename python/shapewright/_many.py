"""`check_many`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sized
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

from . import _shapewright
from ._arguments import settings, warn
from ._errors import ShapewrightError
from ._models import is_path, read
from ._report import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping
    from concurrent.futures import Future

    from ._findings import Level
    from ._types import ModelLike, Names, Shapes, Size

_M = TypeVar("_M", bound="ModelLike")
_T = TypeVar("_T")

_AHEAD = 4
"""How many models are taken in advance for each thread, so that a large one makes no thread wait."""

_LOGGED = 100
"""How many models are checked between two messages where there is no progress bar."""


@overload
def check_many(
    models: Iterable[_M],
    *,
    workers: int | None = ...,
    progress: bool = ...,
    errors: Literal["raise"] = ...,
    select: Names = ...,
    extend_select: Names = ...,
    ignore: Names = ...,
    severity: Mapping[str, Level] | None = ...,
    min_level: Level | None = ...,
    target: Names = ...,
    bind: Mapping[str, Size] | None = ...,
    input_shapes: Shapes | None = ...,
    expect: Shapes | None = ...,
    config: str | os.PathLike[str] | bool | None = ...,
) -> Iterator[tuple[_M, Report]]: ...
@overload
def check_many(
    models: Iterable[_M],
    *,
    workers: int | None = ...,
    progress: bool = ...,
    errors: Literal["yield"],
    select: Names = ...,
    extend_select: Names = ...,
    ignore: Names = ...,
    severity: Mapping[str, Level] | None = ...,
    min_level: Level | None = ...,
    target: Names = ...,
    bind: Mapping[str, Size] | None = ...,
    input_shapes: Shapes | None = ...,
    expect: Shapes | None = ...,
    config: str | os.PathLike[str] | bool | None = ...,
) -> Iterator[tuple[_M, Report | ShapewrightError]]: ...
def check_many(
    models: Iterable[_M],
    *,
    workers: int | None = None,
    progress: bool = False,
    errors: Literal["raise", "yield"] = "raise",
    select: Names = (),
    extend_select: Names = (),
    ignore: Names = (),
    severity: Mapping[str, Level] | None = None,
    min_level: Level | None = None,
    target: Names = (),
    bind: Mapping[str, Size] | None = None,
    input_shapes: Shapes | None = None,
    expect: Shapes | None = None,
    config: str | os.PathLike[str] | bool | None = None,
) -> Iterator[tuple[_M, Report | ShapewrightError]]:
    """Checks models in threads, and yields each with its report, in the order in which they are given.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (float[3] y) { y = Abs (x) }'
    >>> models = [text, text.replace("Abs", "Abz")]
    >>> [report.ok for model, report in shapewright.check_many(models)]
    [True, False]

    The models may be a generator, such as ``pathlib.Path("models").rglob("*.onnx")``: only a few are held at a time.
    Directories among the paths are skipped, with a warning of the logger ``shapewright``.

    Args:
        models: The models.
        workers: The number of threads; by default, one for each processor that is available.
        progress: Whether there is a progress bar of tqdm, if it is installed; otherwise, the logger ``shapewright`` gets a
            message at level ``INFO`` after every 100 models.
        errors: What happens if a file cannot be read: ``"raise"`` ends the iteration with the `FileError`, and ``"yield"``
            yields it in place of the report.
        select: As for `check`.
        extend_select: As for `check`.
        ignore: As for `check`.
        severity: As for `check`.
        min_level: As for `check`.
        target: As for `check`.
        bind: As for `check`.
        input_shapes: As for `check`.
        expect: As for `check`.
        config: As for `check`.

    Raises:
        FileError: A file cannot be read.
        TypeError: The models are one model, or no iterable.
        ValueError: An argument has no meaning, or a configuration is not valid.
    """
    _require_several(models)
    if errors not in ("raise", "yield"):
        raise ValueError(f"unknown value `{errors}` of errors; expected raise or yield")
    if workers is not None and not hasattr(workers, "__index__"):
        raise TypeError(f"`workers` is {type(workers).__name__}; expected an integer")
    if workers is not None and workers < 1:
        raise ValueError(f"the number of workers is {workers}; expected at least 1")
    given = settings(
        select=select,
        extend_select=extend_select,
        ignore=ignore,
        severity=severity,
        min_level=min_level,
        target=target,
        bind=bind,
        input_shapes=input_shapes,
        expect=expect,
        config=config,
    )
    # What is wrong with them is an error of this call, and not of the first model.
    given.validate()
    files = _Files(models)
    done = _in_threads(files, lambda model: _shapewright.check(read(model, whole=False), given), workers or _processors())
    reports = _reports(done, errors == "yield")
    return _shown(reports, files) if progress else reports


def _require_several(models: object) -> None:
    """Refuses one model, and what is none."""
    if isinstance(models, (str, bytes, os.PathLike)):
        hint = f'; for a folder, pass pathlib.Path({os.fspath(models)!r}).rglob("*.onnx")' if os.path.isdir(models) else ""
        raise TypeError(f"models is one {type(models).__name__}; expected an iterable of models{hint}")
    # These are iterables of numbers and of lines.
    if isinstance(models, (bytearray, memoryview)) or hasattr(models, "read"):
        raise TypeError(f"models is one {type(models).__name__}; expected an iterable of models, such as [model]")
    if not isinstance(models, Iterable) and not hasattr(models, "__getitem__"):
        raise TypeError(f"models is {type(models).__name__}; expected an iterable of models, such as [model]")


class _Files(Generic[_M]):
    """Models without the directories among them."""

    def __init__(self, models: Iterable[_M]) -> None:
        self._models = models
        self._skipped = 0

    def __iter__(self) -> Iterator[_M]:
        for model in self._models:
            if is_path(model) and os.path.isdir(folder := cast("str", model)):
                self._skipped += 1
                pattern = f'pathlib.Path({os.fspath(folder)!r}).rglob("*.onnx")'
                warn([f"`{os.fspath(folder)}` is a directory and is skipped; `{pattern}` are the models in it"])
            else:
                yield model

    @property
    def total(self) -> int | None:
        """The number of models as far as it is known; it decreases with each directory."""
        return len(self._models) - self._skipped if isinstance(self._models, Sized) else None


def _processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_threads(
    models: Iterable[_M], work: Callable[[_M], _T], workers: int
) -> Generator[tuple[_M, Future[_T]], None, None]:
    """Yields models with what `work` returns for them, or will, in order."""
    from collections import deque
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(workers, thread_name_prefix="shapewright")
    waiting: deque[tuple[_M, Future[_T]]] = deque()
    try:
        for model in models:
            waiting.append((model, pool.submit(work, model)))
            if len(waiting) > _AHEAD * workers:
                yield waiting.popleft()
        yield from waiting
    finally:
        # After Ctrl-C, what is running ends by itself, and nothing else begins.
        pool.shutdown(wait=False, cancel_futures=True)


def _reports(
    done: Generator[tuple[_M, Future[_shapewright.Checked]], None, None], yield_errors: bool
) -> Generator[tuple[_M, Report | ShapewrightError], None, None]:
    """Makes reports of what was done. A warning about the settings is logged once, and not for each model."""
    logged: set[str] = set()
    try:
        for model, future in done:
            error = future.exception()
            if yield_errors and isinstance(error, ShapewrightError):
                yield model, error
                continue
            checked = future.result()
            warn([warning for warning in checked.warnings if warning not in logged])
            logged.update(checked.warnings)
            yield model, Report(checked)
    finally:
        done.close()


def _shown(reports: Generator[_T, None, None], files: _Files[Any]) -> Generator[_T, None, None]:
    """Shows the progress."""
    try:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            yield from _logged(reports, files)
        else:
            with tqdm(total=files.total, desc="check", unit=" models") as bar:
                for report in reports:
                    bar.total = files.total
                    bar.update()
                    yield report
    finally:
        reports.close()


def _logged(reports: Iterable[_T], files: _Files[Any]) -> Iterator[_T]:
    """Logs the progress."""
    import logging

    for number, report in enumerate(reports, 1):
        total = files.total
        if number % _LOGGED == 0 or number == total:
            of = "" if total is None else f" of {total}"
            logging.getLogger("shapewright").info("checked %d%s models", number, of)
        yield report
