"""`docs/python-api.md` is what the docstrings say.

`SHAPEWRIGHT_BLESS=1 pytest python/tests/test_api.py` writes it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pathlib
import re
import textwrap

import pytest
import pytest_shapewright
import shapewright
from pytest_shapewright._fixture import Models
from shapewright import _types

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python-api.md"

HEAD = """# Python API

Every public name of the module `shapewright`, from its docstrings. [python.md](python.md) is the guide.

<!-- Written by `SHAPEWRIGHT_BLESS=1 pytest python/tests/test_api.py`. -->
"""

WIDTH = 110

ALIASES = ("Expressions", "External", "ModelLike", "Names", "Shapes", "Size")


def markdown(text: str) -> str:
    """Text of a docstring as Markdown."""
    return re.sub(r"``(.+?)``", r"`\1`", text)


def paragraphs(documented: str) -> list[str]:
    """A docstring as blocks of Markdown."""
    blocks: list[str] = []
    for part in re.split(r"\n\n+", documented.strip()):
        section = re.match(r"(Args|Raises):\n", part)
        if section:
            blocks.append(table(section[1], textwrap.dedent(part[section.end() :])))
        elif part.lstrip().startswith(">>>"):
            example = f"```python\n{textwrap.dedent(part)}\n\n```"
            blocks.append(example)
        else:
            blocks.append(markdown(textwrap.dedent(part)))
    return blocks


def table(section: str, rows: str) -> str:
    """The arguments or the exceptions, which may have several lines each."""
    lines = [f"| {'argument' if section == 'Args' else 'exception'} | |", "|---|---|"]
    for row in re.split(r"\n(?=\S)", rows):
        name, _, text = row.partition(":")
        lines.append(f"| `{name}` | {markdown(' '.join(text.split())).replace('|', chr(92) + '|')} |")
    return "\n".join(lines)


def written(parameter: inspect.Parameter) -> str:
    """A parameter as in source; the module postpones annotations, so they are text."""
    empty = inspect.Parameter.empty
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    annotation = "" if parameter.annotation is empty else f": {parameter.annotation}"
    default = "" if parameter.default is empty else f" = {parameter.default!r}".replace("'", '"')
    return f"{stars}{parameter.name}{annotation}{default if annotation else default.replace(' ', '')}"


def signature(name: str, function: object) -> str:
    """A call, on several lines if it is long."""
    try:
        known = inspect.signature(function)  # type: ignore[arg-type]
    except ValueError:
        return name
    parameters = [parameter for parameter in known.parameters.values() if parameter.name != "self"]
    parts = [written(parameter) for parameter in parameters]
    keywords = [index for index, part in enumerate(parameters) if part.kind is inspect.Parameter.KEYWORD_ONLY]
    if keywords and not any(part.startswith("*") for part in parts[: keywords[0]]):
        parts.insert(keywords[0], "*")
    end = "" if known.return_annotation is inspect.Signature.empty else f" -> {known.return_annotation}"
    line = f"{name}({', '.join(parts)}){end}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){end}"])


def attributes(kind: type) -> list[tuple[str, str, str]]:
    """The documented attributes of a class: name, type, and text."""
    where = f"shapewright.{shapewright._MODULE_OF[kind.__name__]}" if kind.__name__ in shapewright._MODULE_OF else kind.__module__
    if not (path := importlib.import_module(where).__file__):
        return []
    nodes = ast.parse(pathlib.Path(path).read_text("utf-8")).body
    tree = next((node for node in nodes if isinstance(node, ast.ClassDef) and node.name == kind.__name__), None)
    if tree is None:
        return []
    found = []
    for statement, following in zip(tree.body, tree.body[1:]):
        is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and is_text:
            text = inspect.cleandoc(str(following.value.value))  # type: ignore[attr-defined]
            found.append((statement.target.id, ast.unparse(statement.annotation), text))
    return found


def members(kind: type) -> list[tuple[str, object]]:
    """The members in the order of the source; those of native classes have none."""
    inherited = [base for base in kind.__mro__[1:] if base.__module__.startswith("shapewright._")]
    found = [member for base in [*inherited, kind] for member in vars(base).items()]
    return found if "__dict__" in vars(kind) or hasattr(kind, "__slots__") else sorted(found, key=lambda member: member[0])


def methods(kind: type) -> list[tuple[str, object]]:
    return [
        (name, what)
        for name, what in members(kind)
        if not name.startswith("_") and not inspect.isdatadescriptor(what) and callable(getattr(kind, name))
    ]


def properties(kind: type) -> list[tuple[str, str, str]]:
    """The attributes that are computed."""
    found = []
    for name, what in members(kind):
        if name.startswith("_") or callable(what) or not (inspect.getdoc(what) or "").strip():
            continue
        getter = getattr(what, "fget", None) or getattr(what, "func", None)
        if getter is None and not inspect.isgetsetdescriptor(what):
            continue
        returned = inspect.signature(getter).return_annotation if getter else ""
        found.append((name, str(returned).replace("'", ""), inspect.getdoc(what) or ""))
    return found


def first(text: str) -> str:
    """The text before an example, in one line."""
    return markdown(" ".join(re.split(r"\n\s*>>>", text)[0].split())).replace("|", "\\|")


def of_class(name: str, kind: type) -> list[str]:
    blocks = [f"### {name}"]
    if issubclass(kind, BaseException):
        blocks.append(f"Bases: {', '.join(f'`{base.__name__}`' for base in kind.__bases__)}")
    blocks += paragraphs(inspect.getdoc(kind) or "")
    rows = [*attributes(kind), *properties(kind)]
    if rows:
        lines = [f"| `{row}` | {f'`{of}`'.replace('|', chr(92) + '|') if of else ''} | {first(text)} |" for row, of, text in rows]
        blocks.append("\n".join(["| attribute | type | |", "|---|---|---|", *lines]))
    for method, what in methods(kind):
        blocks += [f"#### {name}.{method}", f"```python\n{signature(f'{method}', getattr(kind, method))}\n```"]
        blocks += paragraphs(inspect.getdoc(what) or "")
    return blocks


def of_function(name: str, function: object) -> list[str]:
    call = f"```python\n{signature(f'shapewright.{name}', function)}\n```"
    return [f"### {name}", call, *paragraphs(inspect.getdoc(function) or "")]


def of_aliases() -> list[str]:
    """The types in signatures, with what they are."""
    blocks = []
    body = ast.parse(inspect.getsource(_types)).body
    for statement, following in zip(body, body[1:]):
        is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(statement, ast.Assign) and is_text and (name := ast.unparse(statement.targets[0])) in ALIASES:
            text = str(following.value.value)  # type: ignore[attr-defined]
            blocks += [f"### {name}", *paragraphs(inspect.cleandoc(text))]
    return blocks


def page() -> str:
    public = [(name, getattr(shapewright, name)) for name in sorted(shapewright.__all__, key=str.lower)]
    blocks = ["## Functions"]
    for name, what in public:
        if not inspect.isclass(what):
            blocks += of_function(name, what)
    blocks.append("## Classes")
    for name, what in public:
        if inspect.isclass(what) and not issubclass(what, BaseException):
            blocks += of_class(name, what)
    blocks.append("## Exceptions")
    for name, what in public:
        if inspect.isclass(what) and issubclass(what, BaseException):
            blocks += of_class(name, what)
    blocks += ["## Types of arguments", *of_aliases()]
    blocks += ["## pytest", *of_class("Models", Models)]
    blocks += of_class("pytest_shapewright.ShapewrightWarning", pytest_shapewright.ShapewrightWarning)
    return HEAD + "\n" + "\n\n".join(blocks) + "\n"


def test_the_page_is_current() -> None:
    pytest.importorskip("numpy")
    if os.environ.get("SHAPEWRIGHT_BLESS") == "1":
        PAGE.write_text(page(), encoding="utf-8")
    stored = PAGE.read_text(encoding="utf-8")
    assert stored == page(), f"{PAGE.name} differs from the docstrings; SHAPEWRIGHT_BLESS=1 writes it"
    for name in shapewright.__all__:
        assert f"\n### {name}\n" in stored
