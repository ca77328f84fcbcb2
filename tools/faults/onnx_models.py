"""Builds ONNX models from text, valid or with one edit."""
import pathlib

HEAD = '<ir_version: {ir}, opset_import: [{opsets}]>\n'


def model(body, opset=18, ir=8, domains=()):
    """Returns the text of a model. `body` is the graph in the syntax of onnx.parser."""
    opsets = ", ".join(f'"{domain}" : {version}' for domain, version in [("", opset), *domains])
    return HEAD.format(ir=ir, opsets=opsets) + body


def parsed(text):
    import onnx.parser

    return onnx.parser.parse_model(text)


def write(folder, made):
    path = pathlib.Path(folder) / "model.onnx"
    path.write_bytes(made if isinstance(made, bytes) else made.SerializeToString())
    return path


def edited(text, *edits, beside=None):
    """Returns a builder. An edit of the faulty model is an (old, new) pair for the text, or a function.

    A function receives the parsed model and may change it, or return the bytes of the file. `beside` is called first, for
    both models, with the directory and the parsed model.
    """

    def build(folder, faulty):
        source = text
        for edit in edits if faulty else ():
            if isinstance(edit, tuple):
                assert source.count(edit[0]) == 1, f"{edit[0]!r} is in the model {source.count(edit[0])} times"
                source = source.replace(*edit)
        made = parsed(source)
        if beside:
            beside(folder, made)
        for edit in edits if faulty else ():
            if callable(edit):
                made = edit(made) or made
        return write(folder, made)

    return build
