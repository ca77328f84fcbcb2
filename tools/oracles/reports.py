"""Validates machine-readable reports with independent schemas, and with rules that a schema cannot express."""
import json
import os
import subprocess
from xml.etree import ElementTree

# From GitLab's documentation of Code Quality reports, "Code Quality report format".
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "location", "severity"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^(?!\./).+"},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                    "positions": {"type": "object", "required": ["begin"]},
                },
                "anyOf": [{"required": ["lines"]}, {"required": ["positions"]}],
            },
        },
    },
}
FORMATS = ["sarif", "gitlab", "junit", "json", "jsonl", "shapes json", "shapes jsonl"]


class Reports:
    """A program, and the schemas for its reports."""

    def __init__(self, binary, sarif, junit):
        import jsonschema
        import xmlschema

        self.binary = binary

        def validator(schema):
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            return kind(schema)

        self.schemas = {
            "sarif": validator(json.loads(sarif.read_text())),
            "gitlab": validator(GITLAB),
            "lint": validator(self.own("lint")),
            "shapes": validator(self.own("shapes")),
        }
        self.xsd = xmlschema.XMLSchema(str(junit))

    def own(self, name):
        """Returns the schema that the program prints for its own output."""
        return json.loads(subprocess.run([self.binary, "schema", name], capture_output=True, check=True).stdout)

    def text(self, name, paths):
        """Returns the report for these paths."""
        command, form = name.split() if " " in name else ("lint", name)
        environment = {**os.environ, "CI": "true"}
        done = subprocess.run([self.binary, command, "-q", "--format", form, "--", *paths], capture_output=True, env=environment, timeout=600, check=False)
        if done.returncode not in (0, 1):
            raise ValueError(f"exit code {done.returncode}: {done.stderr.decode()[-300:]}")
        return done.stdout.decode("utf-8")

    def fits(self, schema, value):
        """Raises ValueError with the first location at which the value does not conform."""
        error = next(self.schemas[schema].iter_errors(value), None)
        if error is not None:
            raise ValueError(f"{error.json_path}: {error.message}")

    def validate(self, name, paths):
        """Returns the number of findings in a valid report, `None` if it does not list all of them."""
        return getattr(self, name.replace(" ", "_"))(self.text(name, paths), paths)

    def sarif(self, text, paths):
        report = json.loads(text)
        self.fits("sarif", report)
        run = report["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            place = result["locations"][0]["physicalLocation"]
            assert place["region"]["startLine"] >= 1, "GitHub requires a line"
            assert place["artifactLocation"]["uri"], "GitHub requires a file"
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"], "the index belongs to another rule"
            assert result["partialFingerprints"], "GitHub requires fingerprints to compare runs"
        return len(run["results"])

    def gitlab(self, text, paths):
        issues = json.loads(text)
        self.fits("gitlab", issues)
        assert len({i["fingerprint"] for i in issues}) == len(issues), "a fingerprint is not unique"
        return len(issues)

    def junit(self, text, paths):
        root = ElementTree.fromstring(text)
        error = next(self.xsd.iter_errors(root), None)
        if error is not None:
            raise ValueError(f"{error.path}: {error.reason}")
        suites = [root] if root.tag == "testsuite" else root.findall("testsuite")
        for suite in suites:
            cases = suite.findall("testcase")
            assert int(suite.get("tests")) == len(cases), "the number of tests differs"
            assert int(suite.get("failures")) == sum(c.find("failure") is not None for c in cases), "the number of failures differs"
        names = {c.get("name") for s in suites for c in s.findall("testcase")}
        assert all(any(path in name for name in names) for path in paths), "a file has no test case"

    def json(self, text, paths):
        report = json.loads(text)
        self.fits("lint", report)
        assert [f["path"] for f in report["files"]] == paths, "the files differ"
        return len(report["diagnostics"])

    def jsonl(self, text, paths):
        *findings, rest = [json.loads(line) for line in text.splitlines()]
        self.fits("lint", {**rest, "diagnostics": findings})
        return len(findings)

    def shapes_json(self, text, paths):
        report = json.loads(text)
        self.fits("shapes", report)
        assert [f["path"] for f in report["files"]] == paths, "the files differ"

    def shapes_jsonl(self, text, paths):
        files = [json.loads(line) for line in text.splitlines()]
        self.fits("shapes", {"schema_version": 1, "files": files})
        assert [f["path"] for f in files] == paths, "the files differ"
