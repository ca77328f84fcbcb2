"""``python -m shapewright``: the command."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig


def _command() -> str:
    """The program that was installed with this module."""
    name = "shapewright.exe" if os.name == "nt" else "shapewright"
    user = f"{os.name}_user"
    schemes = [None, user] if user in sysconfig.get_scheme_names() else [None]
    folders = [sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts") for scheme in schemes]
    # `pip install --target` puts scripts next to the module.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program `{name}` is in none of {', '.join(folders)}; reinstall shapewright")


def main() -> None:
    """Runs the command with the arguments of this process."""
    arguments = [_command(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(arguments, check=False).returncode)
    os.execv(arguments[0], arguments)


if __name__ == "__main__":
    main()
