"""Parts of a model that is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._model import Model


class Part:
    """A reference to a graph, a node, or a value of a model. Two references to the same part are equal."""

    __slots__ = ("_model", "_ref")

    _ref: Any

    def __init__(self, model: Model, ref: Any) -> None:
        self._model = model
        self._ref = ref

    @property
    def model(self) -> Model:
        """The model."""
        return self._model

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and bool(self._ref == other._ref)

    def __hash__(self) -> int:
        return hash(self._ref)

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} refers to a model, and is not pickled; pickle the Model")
