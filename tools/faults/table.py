"""Formats the answers as a Markdown table."""
SIGN = {frozenset(): "–", frozenset({"caught"}): "c", frozenset({"caught", "located"}): "c l", frozenset({"caught", "explained"}): "c e", frozenset({"caught", "located", "explained"}): "**c l e**"}
MARKS = ("caught", "located", "explained")


def cell(answer):
    if answer is None:
        return ""
    return "died" if answer.get("died") else SIGN[frozenset(answer["marks"])]


def rows(title, faults, answers, tools):
    yield f"| {title} | {' | '.join(tools)} |"
    yield "|---" * (len(tools) + 1) + "|"
    for fault in faults:
        yield f"| {fault.line} | {' | '.join(cell(answers[fault.ident].get(tool)) for tool in tools)} |"
    for mark in MARKS:
        yield f"| **{mark} (of {len(faults)})** | {' | '.join(str(count(faults, answers, tool, mark)) for tool in tools)} |"


def count(faults, answers, tool, mark):
    return sum(mark in answers[f.ident][tool]["marks"] for f in faults)


def markdown(groups, answers, tools, versions):
    """`groups` are (title, dialect, faults)."""
    yield f"{', '.join(f'{name} {version}' for name, version in versions.items())}."
    yield ""
    yield "c: caught, l: located, e: explained, –: nothing reported."
    for title, dialect, faults in groups:
        yield ""
        yield from rows(title, faults, answers, list(tools[dialect]))
