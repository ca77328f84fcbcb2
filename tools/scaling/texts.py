"""ONNX text, where one line can have many records."""


def text(nodes="y = Relu (x)", imports="", comment="", values="", separator=" "):
    body = nodes if isinstance(nodes, str) else separator.join(nodes)
    head = f'<ir_version: 9, opset_import: ["" : 18, "f" : 1{imports}]>\n{comment}'
    return f"{head}g (float[N,4] x) => (float[N,4] y) <{values}> {{{separator}{body} }}\n".encode()


def rules(count):
    """One comment with many codes."""
    return text(comment=f"# shapewright: ignore[{','.join(f'OP{i}' for i in range(count))}]\n")


def same_rules(count):
    return text(comment=f"# shapewright: ignore[{','.join(['OP101'] * count)}]\n")


def comments(count):
    return text(comment="".join(f"# shapewright: ignore[OP{i}]\n" for i in range(count)))


def comments_of_nodes(count):
    return text([f"o{i} = Relu (x) # shapewright: ignore[OP101] because\n" for i in range(count)] + ["y = Relu (x)"])


def opset_imports(count):
    return text(imports="".join(f', "d{i}" : 1' for i in range(count)))


def contradictions(count):
    """Declarations that are all wrong, on one line, of nodes on another one."""
    return text([f"o{i} = Relu (x)" for i in range(count)] + ["y = Relu (x)"], values=", ".join(f"float[N,5] o{i}" for i in range(count)))


def faults_on_a_line(count):
    """Axes that are out of range."""
    return text([f"o{i} = Softmax <axis = 9> (x)" for i in range(count)] + ["y = Relu (x)"])


def unknown_names_on_a_line(count):
    return text([f"o{i} = Relu (u{i})" for i in range(count)] + ["y = Relu (x)"])


def nodes_on_a_line(count):
    return text([f"o{i} = Relu ({f'o{i - 1}' if i else 'x'})" for i in range(count)] + [f"y = Relu (o{count - 1})"])


def nodes_on_lines(count):
    return text([f"o{i} = Relu ({f'o{i - 1}' if i else 'x'})" for i in range(count)] + [f"y = Relu (o{count - 1})"], separator="\n  ")


def mistakes(count):
    """What is not text of a model."""
    return text(["?"] * count)


def nested(count):
    return text("y = If (x) <then_branch = t () => (float[N] y) {" * count + "}>" * count)


def elements(count):
    return text(["o = ReduceMin (x, c)", "y = Relu (x)"], values=f"int64[{count}] c = {{{', '.join(map(str, range(count)))}}}")


def ints(count):
    return text([f"o = ReduceMin <axes = [{', '.join(map(str, range(count)))}]> (x)", "y = Relu (x)"])


def escapes(count):
    return text('y = Relu <a = "' + '\\"' * count + '"> (x)')


def blank_lines(count):
    return text("\n" * count + "y = Relu (x)")


FAMILIES = {f"text: {make.__name__.replace('_', ' ')}": make for make in (
    rules, same_rules, comments, comments_of_nodes, opset_imports, contradictions, faults_on_a_line, unknown_names_on_a_line, nodes_on_a_line,
    nodes_on_lines, mistakes, nested, elements, ints, escapes, blank_lines)}
