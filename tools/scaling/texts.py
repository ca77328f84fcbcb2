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


def branches_on_a_line(count):
    """Folding removes the last item of many lists, all on one line."""
    branch = lambda name: f"{name} () => (float[1] z) <float[1] a = {{1}}, float[1] b = {{2}}> {{ q = Add (b, b) z = Add (q, v) }}"
    nodes = [f"o{i} = If <then_branch = {branch('t')}, else_branch = {branch('e')}> (k)" for i in range(count)]
    return text(["v = Neg (w)", *nodes, "y = Relu (x)"], values="bool k = {1}, float[1] w = {1}")


def indented_nodes(count):
    """Each new constant stands in a line like that of the node."""
    outputs = ", ".join(f"o{i}" for i in range(count))
    return text([" " * (100 * count) + f"{outputs} = Split <axis = 0, num_outputs = {count}> (w)", "y = Relu (x)"], values=f"float[{count}] w = {{{', '.join('1' * count)}}}")


def doubled_ranks(count):
    """Each GatherND has twice the dimensions of the one before, and each Squeeze may remove any of them."""
    chain = [f"i{i + 1} = GatherND (i{i}, i{i})" for i in range(min(count, 40))]
    return text(["i0 = Identity (w)", "h = Shape (x)", "s = Gather <axis = 0> (h, z)", *chain, *(f"o{i} = Squeeze (i{min(count, 40)}, s)" for i in range(count)), "y = Relu (x)"],
                values="int64[1,1,1] w = {0}, int64[1] z = {0}")


def least_integers(count):
    """Quotients of maxima of integers at the end of their range."""
    head = ["b = Shape (x)", "f = Gather <axis = 0> (b, z)", "m = Max (f, l)"]
    return text([*head, *(f"o{i} = Div (m, t)" for i in range(count)), "y = Relu (x)"], values="int64 l = {-9223372036854775807}, int64 t = {3}, int64 z = {0}")


def words_of_a_domain(count):
    """The domain of an opaque type, with blanks before each dot."""
    return text(["y = Relu (x)", "o = F (v)"], values=f"opaque(a{' .b' * count}, t) v")


def untyped_outputs(count):
    """Outputs whose types are written into the text, with names in another form than they would be printed in."""
    nodes = "\n".join(f"a{i} = Relu (x)" for i in range(count))
    outputs = ", ".join(f'"\\a{i}"' for i in range(count))
    return f'<ir_version: 9, opset_import: ["" : 18]>\ng (float[N,4] x) => ({outputs}, y) {{\n{nodes}\ny = Relu (x)\n}}\n'.encode()


def sparse_constants(count):
    """Constants that the part of a model does not need."""
    return text(values=", ".join(f"sparse_tensor(float[5]) w{i} = {{float[1] {{1}}, int64[1] {{0}}}}" for i in range(count)))


FAMILIES = {f"text: {make.__name__.replace('_', ' ')}": make for make in (
    rules, same_rules, comments, comments_of_nodes, opset_imports, contradictions, faults_on_a_line, unknown_names_on_a_line, nodes_on_a_line,
    nodes_on_lines, branches_on_a_line, indented_nodes, doubled_ranks, least_integers, mistakes, nested, elements, ints, escapes, blank_lines, words_of_a_domain, untyped_outputs,
    sparse_constants)}
