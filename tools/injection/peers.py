"""Asks other tools about the valid and the faulty models. Each tool answers in its own process, which may die."""
import contextlib
import io
import json
import os
import pathlib
import select
import subprocess
import sys

PEERS = {".onnx": ["onnx.checker", "onnx-doctor", "onnxruntime", "openvino"], ".xml": ["openvino"]}
LIMIT = 120


def with_checker(path):
    import onnx

    onnx.checker.check_model(path, full_check=True)
    return []


def with_onnxruntime(path):
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.log_severity_level = 4
    onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    return []


def with_openvino(path):
    import openvino

    core = openvino.Core()
    core.compile_model(core.read_model(path), "CPU")
    return []


def with_doctor(path):
    from onnx_doctor import _cli

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        _cli.main(["check", "--output-format", "json", path])
    found = json.loads(out.getvalue() or "[]")
    return [f"{m.get('code')} {m.get('message')}" for m in found if m.get("severity") in ("error", "warning")]


CALLS = {"onnx.checker": with_checker, "onnx-doctor": with_doctor, "onnxruntime": with_onnxruntime, "openvino": with_openvino}


class Peer:
    """A process that answers for one model after another: what it says, or that it died."""

    def __init__(self, name):
        self.name, self.process, self.known = name, None, {}

    def start(self):
        folder = pathlib.Path(__file__).resolve().parent.parent
        command = [sys.executable, "-B", "-m", "injection.peers", self.name]
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "CI": "true"})

    def ask(self, path):
        path = str(pathlib.Path(path).resolve())
        if path not in self.known:
            self.known[path] = self._answer(path)
        return self.known[path]

    def _answer(self, path):
        if self.process is None or self.process.poll() is not None:
            self.start()
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], LIMIT)
        line = self.process.stdout.readline() if ready else ""
        if not line:
            self.end()
            return ["died" if ready else "no answer"]
        return json.loads(line)

    def end(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


def measure(made, results):
    """Adds to every result what each tool says, and prints the recall of each. A model counts if the tool accepts the valid one."""
    for dialect, suffix in (("onnx", ".onnx"), ("ir", ".xml")):
        chosen = [(m, r) for m, r in zip(made, results) if m.fault.dialect == dialect]
        for name in PEERS[suffix]:
            peer = Peer(name)
            counts = [_ask(peer, m, r) for m, r in chosen]
            peer.end()
            counts = [c for c in counts if c is not None]
            own = sum(r["caught"] for _, r in chosen)
            if counts:
                print(f"{dialect} {name:14} catches {sum(counts)} of {len(counts)} ({100 * sum(counts) / len(counts):.1f}%); shapewright {own} of {len(chosen)}")


def _ask(peer, made, result):
    """Returns whether the tool catches the fault, or None if it rejects the valid model already."""
    usual = peer.ask(made.valid)
    if peer.name != "onnx-doctor" and usual:
        return None
    said = [text for text in peer.ask(made.path) if text not in usual]
    result.setdefault("peers", {})[peer.name] = said[:3]
    return bool(said)


def main():
    call = CALLS[sys.argv[1]]
    # The packages' own output stays apart from the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            answer = call(line.rstrip("\n"))
        except Exception as error:  # every package raises types of its own
            answer = [f"{type(error).__name__}: {error}"[:400]]
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
