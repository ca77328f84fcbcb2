#!/usr/bin/env python3
"""Checks that no text in a model acts on what shows it.

Usage: hostile_names.py [--binary PATH] [--json FILE] [--keep DIRECTORY] [--mermaid DIRECTORY] [--self-test] [TEXT ...]

    pip install onnx==1.23.2 html5lib==1.1 markdown-it-py==4.3.0 linkify-it-py
    apt-get install graphviz
    npm install --prefix DIRECTORY mermaid@11 jsdom@26

For every kind of text (terminal escapes, bidirectional and invisible characters, line breaks, and what is special in XML,
HTML, Markdown, workflow commands, Graphviz, and Mermaid), the script writes an ONNX model and an IR file with that text in
every name, and runs every command that shows names. Each output is read by a parser that is not part of shapewright, and
compared with that for names of letters, and so are the files that lint writes: a baseline, the summary of a step of a
workflow, and copies of the models in which the findings are suppressed:

  text      no control, bidirectional, or invisible character, no workflow command, and as many lines
  json, jsonl, sarif, gitlab   Python's parser: the same values, in which a name is exact where it is a value of its own, and
            exact or escaped in a message; nothing in the bytes controls a terminal
  junit     expat: the same elements and texts
  github    the rules of the runner: one command a line, each with the same title, file, and message
  markdown  markdown-it with tables and links: the same elements and texts, no workflow command
  html      html5lib: the same elements
  dot       Graphviz: as many nodes and edges
  mermaid   Mermaid's own parser, in node, with --mermaid: as many nodes and edges
  print, convert   as tokens: the same tokens and lines, and every name of the file exactly. Where the names of operators,
            domains, attributes, and bodies are identifiers, also onnx's parser: the names of the file
  suppressed   onnx and expat: the model as it was, but for what suppresses

Messages on standard error are text for every output. What is not checked (a text that XML or an argument cannot contain,
and an output whose reader is not installed) is counted as such. First, outputs are broken on purpose, and each reader must
complain.

The exit code is 1 if an output is wrong, or a reader does not complain about a broken one.
"""
import argparse
import collections
import json
import pathlib
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from hostile import models, names, outputs, self_test
from oracles import program


def table_of(args, folder, chosen, plain):
    """Returns the verdict on each output by kind of text, and how many outputs each reader read."""
    table, read = {}, collections.Counter()
    for kind, text in chosen.items():
        made = outputs.Outputs(args, folder / kind.replace(" ", "-"), text)
        table[kind] = made.compare(plain)
        read += made.readers()
        for name, why in table[kind].items():
            if isinstance(why, str):
                print(f"{kind}: {name}: {why}", flush=True)
    return table, read


def summarize(table, read):
    """Prints what was checked and what was not, and returns how many outputs are wrong."""
    verdicts = [why for row in table.values() for why in row.values()]
    wrong = sum(isinstance(why, str) for why in verdicts)
    skipped = collections.Counter(str(why) for why in verdicts if isinstance(why, names.Skipped))
    for reason, count in skipped.items():
        print(f"{count} not checked: {reason}")
    print(f"{read['onnx']} texts of models were read by onnx's parser, and {read['tokens']} as tokens")
    print(f"{len(table)} kinds of text, {len(verdicts)} outputs, {wrong} wrong, {skipped.total()} not checked")
    return wrong


def shown(why):
    """Returns a verdict for the table."""
    return f"not checked: {why}" if isinstance(why, names.Skipped) else why


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="*", metavar="TEXT", help="only these kinds of text")
    program.add_arguments(parser)
    parser.add_argument("--json", metavar="FILE", help="write the table to a file")
    parser.add_argument("--keep", metavar="DIRECTORY", help="keep the models and outputs")
    parser.add_argument("--mermaid", metavar="DIRECTORY", help="where npm installed mermaid and jsdom")
    parser.add_argument("--self-test", action="store_true", help="only feed broken outputs to the readers")
    args = parser.parse_args()
    if unknown := set(args.texts) - set(models.TEXTS):
        parser.error(f"unknown kinds of text: {sorted(unknown)}")
    chosen = {kind: text for kind, text in models.TEXTS.items() if not args.texts or kind in args.texts}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(args.keep or scratch)
        plain = outputs.Outputs(args, folder / "plain", names.PLAIN)
        failed = self_test.run(plain, outputs.Outputs(args, folder / "self-test", self_test.TEXT))
        table, read = table_of(args, folder, {} if args.self_test else chosen, plain)
    wrong = 0 if args.self_test else summarize(table, read)
    if args.json:
        table = {kind: {name: shown(why) for name, why in row.items()} for kind, row in table.items()}
        pathlib.Path(args.json).write_text(json.dumps(table, indent=1) + "\n")
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    sys.exit(main())
