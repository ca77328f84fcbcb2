"""The files of a model of a size."""
import typing


class Files(typing.NamedTuple):
    """What a family makes, unless it is only a model."""
    model: bytes
    data: bytes = b""
    # Another model, which `diff` compares with the first.
    other: bytes = b""
    # Another model in the other format, which `diff` compares with the first.
    across: bytes = b""


def of_size(make, size, largest):
    """A model of about this many bytes, with its data file."""
    count = 16
    while True:
        made = make(count)
        files = made if isinstance(made, Files) else Files(made)
        have = len(files.model) + len(files.data) + len(files.across)
        if have >= size or count >= largest:
            return files
        count = min(int(count * min(4, max(1.2, size / have))), largest)


def write(path, files):
    path.write_bytes(files.model)
    for content, beside in ((files.data, data_of(path)), (files.other, other_of(path)), (files.across, across_of(path))):
        if content:
            beside.write_bytes(content)


def data_of(path):
    return path.with_suffix(".bin")


def other_of(path):
    return path.with_stem("other")


def across_of(path):
    return path.with_name("across.onnx" if path.suffix == ".xml" else "across.xml")


def bytes_of(*paths):
    """Of files that exist: `snap` and other commands leave more in the folder."""
    return sum(path.stat().st_size for path in paths if path.exists())
