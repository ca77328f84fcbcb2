"""The tools, each run in a separate process. Each returns its findings of level warning or above for a file."""
import json
import os
import pathlib
import re
import subprocess
import sys

from .fault import Finding

SCRIPTS = pathlib.Path(sys.executable).parent
LIMIT = 120
ENVIRONMENT = {**os.environ, "CI": "true", "NO_COLOR": "1", "COLUMNS": "400"}

FULL_CHECK = "import onnx, sys; onnx.checker.check_model(sys.argv[1], full_check=True)"
SESSION = "import onnxruntime, sys; onnxruntime.InferenceSession(sys.argv[1], providers=['CPUExecutionProvider'])"
READ_MODEL = "import openvino, sys; openvino.Core().read_model(sys.argv[1])"
# A tool that cannot start would look like one that rejects every model.
MISSING = re.compile(rb"ModuleNotFoundError|could not be imported")


class Died(Exception):
    """A tool did not answer: it took too long, or a signal terminated it."""


def run(command, path):
    """Returns exit code, standard output, and standard error, without the path of the model."""
    # Run in the directory of the model, so that no tool has a reason to show a path.
    folder, name = path.parent, path.name
    try:
        done = subprocess.run([*command, name], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise Died(f"no answer in {LIMIT} s") from None
    if done.returncode < 0:
        raise Died(f"signal {-done.returncode}")
    if MISSING.search(done.stderr + done.stdout):
        sys.exit(f"{command[0]} lacks a package: {done.stdout.decode(errors='replace')}")
    return done.returncode, *(text.decode(errors="replace").replace(str(folder) + "/", "") for text in (done.stdout, done.stderr))


def exception(errors):
    """Returns the message of an exception, without the traceback."""
    return re.sub(r'^Traceback.*\n|^  File ".*\n(?:    .*\n)*', "", errors, flags=re.MULTILINE)


def refusal(*command):
    """Returns a tool that accepts or rejects a model. Its whole output is one finding."""

    def ask(path):
        code, out, errors = run(command, path)
        return [Finding(exception(errors) + out)] if code else []

    return ask


def session(path):
    """Returns ONNX Runtime's error and its warnings."""
    code, _, errors = run([sys.executable, "-c", SESSION], path)
    warnings = [re.sub(r"^\S+ \S+ ", "", line) for line in errors.splitlines() if re.search(r"\[[WEF]:onnxruntime", line)]
    return [Finding(text) for text in warnings + ([exception(errors)] if code else [])]


def polygraphy(path):
    """Returns the lines of the log of level warning or error that concern the model."""
    code, out, errors = run([str(SCRIPTS / "polygraphy"), "check", "lint"], path)
    text = re.sub(r"\x1b\[[0-9;]*m", "", out + exception(errors))
    entries = re.split(r"^(?=\[[A-Z!]\])", text, flags=re.MULTILINE)
    noise = r"(FAILED|Input tensor|RUNNING|PASSED)"
    said = [e for e in entries if re.match(r"\[[WE!]\]", e) and not re.match(rf"\[.\] {noise}", e)]
    return [Finding(entry) for entry in said or ([text] if code else [])]


def onnx_doctor(*flags):
    def ask(path):
        code, out, errors = run([str(SCRIPTS / "onnx-doctor"), "check", "--output-format", "json", *flags], path)
        try:
            messages = json.loads(out)
        except ValueError:
            return [Finding(out + exception(errors))] if code else []
        return [Finding(" ".join(str(v) for v in m.values() if v)) for m in messages if m.get("severity") in ("error", "warning")]

    return ask


def shapewright(binary):
    """Returns a tool with shapewright's findings: message, notes, help, and location."""

    def ask(path):
        _, out, _ = run([str(binary), "lint", "--format", "json", "--"], path)
        return [finding(f) for f in json.loads(out)["diagnostics"] if f["level"] in ("error", "warning")]

    def finding(found):
        place = found["location"]
        source, bytes_ = place.get("source"), place.get("bytes")
        lines = [f"line {source['line']}"] if source else [f"bytes {bytes_[0]}"] if bytes_ else []
        text = "\n".join([found["message"], *found["notes"], *found["help"]])
        return Finding(text, "\n".join([*filter(None, (place.get("node"), place.get("value"))), *lines]))

    return ask


def of(binary):
    """Returns the tools by dialect, in the order of the table."""
    openvino = refusal(sys.executable, "-c", READ_MODEL)
    ours = shapewright(binary)
    onnx = {
        "check-model": refusal(str(SCRIPTS / "check-model")),
        "full_check": refusal(sys.executable, "-c", FULL_CHECK),
        "polygraphy": polygraphy,
        "onnx-doctor": onnx_doctor(),
        "onnx-doctor --ort": onnx_doctor("--ort"),
        "onnxruntime": session,
        "openvino": openvino,
        "shapewright": ours,
    }
    return {"onnx": onnx, "ir": {"openvino": openvino, "shapewright": ours}}
