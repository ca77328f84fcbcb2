#!/usr/bin/env python3
"""Checks that no text in a model acts on what shows it.

Usage: hostile_names.py [--binary PATH] [--json FILE] [--keep DIRECTORY] [--mermaid DIRECTORY] [TEXT ...]

    pip install onnx==1.23.2 html5lib==1.1 markdown-it-py==4.3.0 linkify-it-py
    apt-get install graphviz
    npm install --prefix DIRECTORY mermaid@11 jsdom@26

For every kind of text (terminal escapes, bidirectional and invisible characters, line breaks, and what is special in XML,
HTML, Markdown, workflow commands, Graphviz, and Mermaid), the script writes an ONNX model and an IR file with that text in
every name, and runs every command that shows names. Each output is read by a parser that is not part of shapewright:

  text      no control, bidirectional, or invisible character, and as many lines as for names of letters
  json      Python's parser: the names are those of the model, and nothing in the bytes controls a terminal
  junit     expat; sarif, gitlab, jsonl: Python's parser
  github    the rules of the runner: one command a line, each with an escaped title and message
  markdown  markdown-it with tables and links: as many rows and cells, and no link, image, emphasis, or HTML
  html      html5lib: the elements are those of the page for names of letters
  dot       Graphviz: as many nodes and edges
  mermaid   Mermaid's own parser, in node, with --mermaid: as many nodes and edges
  print, convert   onnx's parser: the names are those of the model

The exit code is 1 if an output fails.
"""
import argparse
import json
import pathlib
import sys
import tempfile

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from hostile import models, outputs
from oracles import program

# The names of the model that everything is compared with.
PLAIN = "plain"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="*", metavar="TEXT", help="only these kinds of text")
    program.add_arguments(parser)
    parser.add_argument("--json", metavar="FILE", help="write the table to a file")
    parser.add_argument("--keep", metavar="DIRECTORY", help="keep the models and outputs")
    parser.add_argument("--mermaid", metavar="DIRECTORY", help="where npm installed mermaid and jsdom")
    args = parser.parse_args()
    chosen = {kind: text for kind, text in models.TEXTS.items() if not args.texts or kind in args.texts}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(args.keep or scratch)
        plain = outputs.Outputs(args, folder / "plain", PLAIN)
        table = {}
        for kind, text in chosen.items():
            table[kind] = outputs.Outputs(args, folder / kind.replace(" ", "-"), text).compare(plain)
            for name, why in table[kind].items():
                if why:
                    print(f"{kind}: {name}: {why}")
    wrong = sum(1 for row in table.values() for why in row.values() if why)
    cells = sum(len(row) for row in table.values())
    print(f"{len(table)} kinds of text, {cells} outputs, {wrong} wrong")
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(table, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
