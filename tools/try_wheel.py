#!/usr/bin/env python3
"""Builds the wheel and tests the command and the module in a new virtual environment.

Usage: try_wheel.py [--wheel FILE]

    tools/try_wheel.py

--wheel tests an existing wheel instead of building one. The exit code is 1 if a test fails.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent


def build(folder):
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, "./python"], cwd=ROOT, check=True)
    return next(pathlib.Path(folder).glob("*.whl"))


def attempt(command, arguments, code, text):
    """Returns whether the command exits with this code and prints this text."""
    done = subprocess.run([command, *arguments], capture_output=True, text=True, cwd=ROOT)
    fits = done.returncode == code and text in done.stdout
    print(f"{'ok' if fits else 'WRONG'}: {command.name} {' '.join(arguments)}: exit code {done.returncode}")
    if not fits:
        print(done.stdout, done.stderr)
    return fits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = options.wheel or build(f"{folder}/wheels")
        venv.create(f"{folder}/env", with_pip=True)
        scripts = pathlib.Path(folder) / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "--no-index", wheel], check=True)
        command = scripts / "shapewright"
        results = [
            attempt(command, ["--version"], 0, "shapewright "),
            attempt(command, ["testdata/onnx/detector.onnx"], 1, "OP102"),
            attempt(command, ["shapes", "testdata/openvino/dynamic.xml"], 0, "f32["),
            attempt(command, ["no-such-file.onnx"], 2, ""),
            attempt(scripts / "python", ["-m", "shapewright", "--version"], 0, "shapewright "),
            attempt(scripts / "python", ["-c", "import shapewright; print(shapewright.check('testdata/onnx/detector.onnx'))"], 0, "OP102"),
        ]
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
