"""The pytest plugin: models as tests, and the fixture `shapewright` for contracts and snapshots.

pytest imports this package in every run, so it is not part of the package ``shapewright``, whose native module it loads only
when a model is checked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Generator
    from typing import Any

    from ._fixture import Models
    from ._items import ModelFile

__all__ = ["Models", "ShapewrightWarning"]

UPDATE = "--snapshot-update"


def __getattr__(name: str) -> Any:
    """`Models` loads the module, so it is imported when it is used."""
    if name != "Models":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ._fixture import Models

    return Models


class ShapewrightWarning(pytest.PytestWarning):
    """A finding that does not fail the test of its model."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that makes models tests."""
    group = parser.getgroup("shapewright")
    group.addoption("--shapewright", action="store_true", help="Check ONNX and OpenVINO IR models as tests.")
    parser.addini("shapewright", type="bool", default=False, help="Whether models are tests in every run.")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser) -> Generator[None]:
    """Adds the option that updates snapshots, unless another plugin has it, whose option then applies here, too."""
    yield
    if early_config.getoption(UPDATE, None) is None:
        group = parser.getgroup("shapewright")
        group.addoption(
            UPDATE, action="store_true", dest="shapewright_snapshot_update", help="Write the snapshots of models."
        )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker of the tests."""
    config.addinivalue_line("markers", "shapewright: the check of a model file, which --shapewright collects.")


def pytest_collect_file(file_path: pathlib.Path, parent: pytest.Collector) -> ModelFile | None:
    """Collects a model. Of files that are not given on the command line, those are models that the command searches for."""
    if not _is_enabled(parent.config):
        return None
    if not parent.session.isinitpath(file_path) and not _is_model(file_path):
        return None
    if file_path.suffix == ".py":
        return None
    from ._items import ModelFile

    return ModelFile.from_parent(parent, path=file_path)


def _is_enabled(config: pytest.Config) -> bool:
    return bool(config.getoption("shapewright") or config.getini("shapewright"))


def _is_model(path: pathlib.Path) -> bool:
    """Whether a file is one that the command searches directories for."""
    extension = path.suffix.lower()
    if extension != ".xml":
        return extension in (".onnx", ".onnxtxt")
    with path.open("rb") as file:
        start = file.read(1 << 16)
    # UTF-16 and UTF-32 are ASCII with zeros in between.
    return re.search(rb"<(net|layer)[\s/>]", start.replace(b"\0", b"")) is not None


@pytest.fixture
def shapewright(request: pytest.FixtureRequest) -> Models:
    """Checks of models: `check`, `expect` for contracts, and `snapshot`; their findings fail the test."""
    from ._fixture import Models

    return Models(request)
