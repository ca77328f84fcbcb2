"""Models that are edited."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, Any, cast

from . import _shapewright
from ._arguments import output_path
from ._check import check, readable, require_complete
from ._errors import FileError, ModelError
from ._graph import Graph
from ._models import read
from ._node import Node
from ._public import public
from ._show import convert, print_model

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._report import Report
    from ._shapewright import GraphRef, NodeRef
    from ._types import External, ModelLike, Parts, Settings


class Origin:
    """A file that a model was read from, as it was then."""

    __slots__ = ("_path", "_state")

    def __init__(self, path: str) -> None:
        self._path = path
        self._state = self._now()

    def _now(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        try:
            now = os.stat(self._path)
        except OSError:
            return None
        return (now.st_dev, now.st_ino), (now.st_size, now.st_mtime_ns)

    def require_unchanged(self) -> None:
        """Refuses a file that was overwritten in place, whose bytes are mapped.

        One that was removed, or that another file took the place of, is still there for those who have it open.

        Raises:
            FileError: It was changed.
        """
        before, now = self._state, self._now()
        if before is not None and now is not None and before[0] == now[0] and before[1] != now[1]:
            raise FileError(f"{self._path} has changed since it was loaded; load it again")


@public
class OperatorSets(MutableMapping[str, int]):
    """The operator sets that an ONNX model imports: versions by domain. Changes change the model.

    >>> import shapewright
    >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }')
    >>> model.opsets["com.microsoft"] = 1
    >>> dict(model.opsets)
    {'': 18, 'com.microsoft': 1}
    """

    __slots__ = ("_model",)

    def __init__(self, model: Model) -> None:
        self._model = model

    def _all(self) -> dict[str, int]:
        # Of two imports of a domain, the first one applies.
        return dict(reversed(self._model._reader.opsets()))

    def __getitem__(self, domain: str) -> int:
        return self._all()[domain]

    def __setitem__(self, domain: str, version: int) -> None:
        self._model._editor.set_opset(domain, version)

    def __delitem__(self, domain: str) -> None:
        if not self._model._editor.remove_opset(domain):
            raise KeyError(domain)

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._model._reader.opsets()))

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"OperatorSets({dict(self)!r})"


@public
class Metadata(MutableMapping[str, str]):
    """The metadata of a model. Changes change the model.

    >>> import shapewright
    >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }')
    >>> model.metadata["task"] = "detection"
    >>> model.metadata
    Metadata({'task': 'detection'})
    >>> del model.metadata["task"]
    >>> len(model.metadata)
    0
    """

    __slots__ = ("_model",)

    def __init__(self, model: Model) -> None:
        self._model = model

    def _all(self) -> dict[str, str]:
        return dict(self._model._reader.metadata())

    def __getitem__(self, key: str) -> str:
        return self._all()[key]

    def __setitem__(self, key: str, value: str) -> None:
        self._model._editor.set_metadata(key, value)

    def __delitem__(self, key: str) -> None:
        if not self._model._editor.remove_metadata(key):
            raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"Metadata({dict(self)!r})"


@public
class Model:
    """A model that is edited, as `load` returns it. The file that it was read from does not change.

    What is not edited keeps its bytes when the model is written. Types and shapes are inferred when they are first asked
    for; after an edit, only what depends on it is inferred again. Functions of this module take the model as it is now, such
    as ``shapewright.infer(model)`` and ``shapewright.inspect(model)``.

    Several threads may use a model: every call is atomic. While a transaction is open, edits by other threads raise
    `ShapewrightError`.

    >>> import numpy as np, shapewright
    >>> text = '''<ir_version: 9, opset_import: ["" : 18]>
    ... g (float[N,3] x) => (float[N,3] y) { h = Identity (x)  y = Neg (h) }'''
    >>> model = shapewright.load(text)
    >>> for node in model.graph:
    ...     if node.op_type == "Identity":
    ...         node.output.replace_uses_with(node.inputs[0])
    ...         node.remove()
    >>> print(model.to_text())
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3] x) => (float[N,3] y) { y = Neg (x) }
    >>> model.check().ok
    True
    """

    __slots__ = ("__weakref__", "_editor", "_origin", "_place", "_reader", "_unproved")

    def __init__(self, handle: _shapewright.ModelHandle, origin: Origin | None = None) -> None:
        self._reader, self._editor = _shapewright.edit(handle)
        self._origin = origin
        self._place = handle.place
        # Whether the file was read completely is found when the model is first written.
        self._unproved: _shapewright.ModelHandle | None = handle

    @property
    def name(self) -> str:
        """The path that the model was read from, or ``<bytes>`` and the like."""
        return self._reader.name

    @property
    def format(self) -> str:
        """The format: ``onnx`` or ``openvino-ir``."""
        return self._reader.format

    @property
    def graph(self) -> Graph:
        """The main graph."""
        main = self._reader.main()
        if main is None:
            raise ModelError(f"{self.name} has no main graph")
        return Graph(self, main)

    @property
    def graphs(self) -> tuple[Graph, ...]:
        """All graphs: the main graph, functions, and bodies."""
        return tuple(Graph(self, ref) for ref in self._reader.graphs())

    @property
    def functions(self) -> tuple[Graph, ...]:
        """ONNX: the functions of the model."""
        return tuple(graph for graph in self.graphs if graph.kind == "function")

    def all_nodes(self) -> Iterator[Node]:
        """The nodes of all graphs that the model has now, without those that are removed before their turn.

        >>> import shapewright
        >>> text = '''<ir_version: 9, opset_import: ["" : 18]> g (bool c, float[3] x) => (y) {
        ...     y = If (c) <then_branch = t () => (a) { a = Abs (x) }, else_branch = e () => (b) { b = Neg (x) }> }'''
        >>> [node.op_type for node in shapewright.load(text).all_nodes()]
        ['If', 'Abs', 'Neg']
        """
        return itertools.chain.from_iterable([iter(graph) for graph in self.graphs])

    @property
    def ir_version(self) -> int | None:
        """ONNX: the version of the format, which can be set. OpenVINO IR: the version of the file."""
        return self._reader.ir_version()

    @ir_version.setter
    def ir_version(self, version: int) -> None:
        self._editor.set_ir_version(version)

    @property
    def opsets(self) -> OperatorSets:
        """ONNX: the operator sets that the model imports."""
        return OperatorSets(self)

    @property
    def metadata(self) -> Metadata:
        """The metadata of the model, which can be changed."""
        return Metadata(self)

    def set_metadata(self, key: str, value: str) -> None:
        """Sets an entry of the metadata.

        >>> import shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }')
        >>> model.set_metadata("task", "classification")
        >>> model.metadata
        Metadata({'task': 'classification'})
        """
        self._editor.set_metadata(key, value)

    def unique_name(self, stem: str) -> str:
        """A name that occurs nowhere in the model: the stem, or the stem with a number.

        >>> import shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }')
        >>> model.unique_name("x"), model.unique_name("z")
        ('x_1', 'z')
        """
        return self._editor.unique_name(stem)

    def remove_unused_functions(self) -> int:
        """ONNX: removes the functions that no graph calls, not even through other functions. Returns their number."""
        return self._editor.remove_unused_functions()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Model]:
        """Makes several edits, all of them or none: an exception takes back everything that was edited within.

        Nodes and values that were added within are removed then. Transactions may be nested.

        >>> import shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }')
        >>> try:
        ...     with model.transaction():
        ...         model.graph.nodes[0].op_type = "Abs"
        ...         model.graph.nodes[0].remove()
        ... except shapewright.ModelError as error:
        ...     print(error)
        `y` cannot be removed: it is still read by output 0 of graph `main`
        >>> model.graph.nodes[0].op_type
        'Neg'

        Raises:
            ShapewrightError: Another thread is in a transaction of the model.
        """
        self._editor.begin()
        try:
            yield self
        except BaseException:
            self._editor.end(False)
            raise
        self._editor.end(True)

    def check(self, **settings: Unpack[Settings]) -> Report:
        """Checks the model as it is now. The keywords are those of `shapewright.check`.

        Lines are those of ``print(model)``.
        """
        return check(self, **settings)

    def copy(self) -> Model:
        """A copy with the edits made so far. Graphs, nodes, and values of this model are not those of the copy."""
        return Model(self._file(), self._origin)

    def save(self, output: str | os.PathLike[str], *, external: External = "keep") -> str:
        """Writes the model to a file, completely or not at all, and returns its path. It may be the file that was read.

        ONNX is written in the form that the extension names: ``.onnxtxt`` is the text form. OpenVINO IR becomes two files, with
        the extensions ``.xml`` and ``.bin``.

        Args:
            output: The file.
            external: What happens to the external data of an ONNX model: ``"keep"`` leaves it where it is, ``"copy"`` copies
                it to the directory of `output`, and ``"inline"`` stores it in the model.

        Raises:
            FileError: There is no such directory, or it cannot be written.
            ModelError: The model was not read completely, the file cannot be written, or external data is not below its
                directory.
            ValueError: The extension names a form that is not written.
        """
        target = output_path(output)
        if target is None:
            raise TypeError("`output` is None; expected a path; `to_bytes` returns the bytes of the file")
        self._require_writable()
        written: str = self._editor.write(target, external)
        return written

    def to_bytes(self, *, external: External = "keep") -> bytes:
        """The model as the bytes of a file: binary ONNX, or the XML of OpenVINO IR without its weights.

        >>> import shapewright
        >>> model = shapewright.load('<ir_version: 9, opset_import: ["" : 18]> g (float[3] x) => (y) { y = Neg (x) }')
        >>> shapewright.check(model.to_bytes()).ok
        True

        Raises:
            ModelError: The model was not read completely.
        """
        self._require_writable()
        if self._reader.is_text:
            return convert(self, "binary", inline=external == "inline")
        return self._parts(external)[0]

    def to_text(self) -> str:
        """ONNX: the model in the text form of ONNX.

        Raises:
            ModelError: The model is not ONNX.
        """
        return self._parts("keep")[0].decode() if self._reader.is_text else convert(self, "text")

    def to_onnx(self) -> Any:
        """The model as an ``onnx.ModelProto``.

        Raises:
            ModelError: The model is not ONNX.
        """
        if self.format != "onnx":
            raise ModelError(f"{self.name} is not ONNX; `to_openvino` returns an openvino.Model")
        import onnx

        return onnx.ModelProto.FromString(self.to_bytes())

    def to_openvino(self) -> Any:
        """The model as an ``openvino.Model``, with its weights."""
        import openvino

        data, weights = self._parts("inline") if self.format != "onnx" else (self.to_bytes(external="inline"), None)
        return openvino.Core().read_model(data, weights or b"")

    def _graph(self, ref: GraphRef) -> Graph:
        return Graph(self, ref)

    def _node(self, ref: NodeRef) -> Node:
        return Node(self, ref)

    def _parts(self, external: str) -> Parts:
        self._require_writable()
        parts: Parts = self._editor.write(None, external)
        return parts

    def _file(self) -> _shapewright.ModelHandle:
        self._require_unchanged()
        return self._editor.file()

    def _require_unchanged(self) -> None:
        if self._origin is not None:
            self._origin.require_unchanged()

    def _require_writable(self) -> None:
        self._require_unchanged()
        if self._unproved is not None:
            require_complete(self._unproved)
            self._unproved = None

    def _edited(self, parts: Parts) -> Model:
        """The model of these bytes, whose data in other files is where that of this model is."""
        return Model(_shapewright.read_model(self.name, *parts, place=self._place))

    @classmethod
    def _from_parts(cls, name: str, parts: Parts) -> Model:
        return cls(_shapewright.read_model(name, *parts))

    def __reduce__(self) -> Any:
        return Model._from_parts, (self.name, self._parts("inline"))

    def __str__(self) -> str:
        return print_model(self)

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {sum(map(len, self.graphs))} nodes>"


def load(model: ModelLike) -> Model:
    """Reads a model to look at it and to edit it.

    >>> import shapewright
    >>> text = '<ir_version: 9, opset_import: ["" : 18]> g (float[N,3] x) => (y) { y = Transpose (x) }'
    >>> model = shapewright.load(text)
    >>> [transpose] = model.graph.nodes
    >>> transpose.output.shape
    (3, Dim('N'))
    >>> transpose.attributes["perm"] = [0, 1]
    >>> transpose.output.shape
    (Dim('N'), 3)

    Args:
        model: The model. A `Model` is copied. Of a file that is cut off, it has what can be read, and is not written.

    Raises:
        FileError: The file cannot be read.
        ModelError: It is not a model, or not one that can be read.
    """
    if isinstance(model, Model):
        return model.copy()
    handle = readable(model)
    return Model(handle, Origin(os.path.abspath(cast("str", model))) if handle.is_mapped else None)
