#!/usr/bin/env python3
"""Opens HTML reports in Chromium, checks what a reader does with them, and prints how long it takes.

    tools/open_report.py [--binary PATH] [--screenshots DIR] [--models N,N,...] [--nodes N]

Needs `chromium` and `chromedriver` on the PATH; without them, it says so and ends successfully. Reports of 1, 100, and
1,000 models and of one model with 10,000 nodes are written to a temporary directory.
"""

import argparse
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

HEAD = '<ir_version: 8, opset_import: ["" : 18]>\n'
# Faults of several kinds; the others of a model are valid.
FAULTS = ["Reluu (v{0})", "Softmax <axis = 9> (v{0})", "ReduceMin <keepdims = 7> (v{0})", "Relu <alpah = 1> (v{0})"]


def model(number, nodes, faulty):
    """A chain of nodes, every tenth of which is at fault in a faulty model."""
    lines = []
    for at in range(nodes):
        fault = FAULTS[(at // 10 + number) % len(FAULTS)] if faulty and at % 10 == 5 else "Relu (v{0})"
        lines.append(f'   ["/layer.{at}/op"] v{at + 1} = {fault.format(at)}\n')
    lines.append(f"   y = Relu (v{nodes})\n")
    return f"{HEAD}g (float[N,3] v0) => (float[N,3] y)\n{{\n{''.join(lines)}}}\n"


class Browser:
    """A session of the WebDriver protocol."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}"
        flags = ["headless", "no-sandbox", "disable-gpu", "disable-background-networking", "disable-component-update"]
        flags += ["disable-sync", "window-size=1400,1000", f"user-data-dir={folder}/profile"]
        options = {"args": [f"--{flag}" for flag in flags], "binary": shutil.which("chromium")}
        for _ in range(100):
            try:
                self.request("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        session = self.request("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.url += f"/session/{session['sessionId']}"
        self.request("POST", "/timeouts", {"pageLoad": 600_000, "script": 600_000})

    def request(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=900) as answer:
            return json.load(answer)["value"]

    def open(self, page, fragment=""):
        # A page with another fragment would not be loaded again.
        self.request("POST", "/url", {"url": "about:blank"})
        self.request("POST", "/url", {"url": f"{page.as_uri()}{fragment}"})

    def run(self, script, *arguments):
        return self.request("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self.request("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def press(self, keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.request("POST", "/actions", {"actions": [keyboard]})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.request("GET", "/screenshot")))

    def close(self):
        try:
            self.request("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


TIMES = """
const entry = performance.getEntriesByType('navigation')[0];
const paint = performance.getEntriesByName('first-contentful-paint')[0];
return [paint ? paint.startTime : null, entry.domContentLoadedEventEnd];
"""
# The page waits for a pause in typing; what is measured is the search after it and the next layout.
SEARCH = """
const query = document.getElementById('query');
const timeout = window.setTimeout;
let search = null;
window.setTimeout = action => { search = action; return 0; };
query.value = arguments[0];
query.dispatchEvent(new Event('input'));
window.setTimeout = timeout;
const start = performance.now();
search();
document.body.offsetHeight;
return [performance.now() - start, document.getElementById('count').textContent];
"""
ACTIVE = "return document.activeElement.id"


def check(condition, what):
    if not condition:
        raise SystemExit(f"FAILED: {what}")


def visit(browser, page, name, screenshots):
    """Reads a page as a person does; returns its measurements."""
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.open(page)
    paint, loaded = browser.run(TIMES)
    # The browser reports the first paint after it.
    for _ in range(100):
        if paint is not None:
            break
        time.sleep(0.1)
        paint, loaded = browser.run(TIMES)
    shots = [("light", lambda: None)]

    def dark():
        feature = [{"name": "prefers-color-scheme", "value": "dark"}]
        browser.devtools("Emulation.setEmulatedMedia", features=feature)

    shots.append(("dark", dark))
    for theme, act in shots:
        act()
        if screenshots:
            browser.screenshot(screenshots / f"{name}-{theme}.png")
    back = "return getComputedStyle(document.body).backgroundColor"
    colors = {browser.run(back)}
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    colors.add(browser.run(back))
    check(len(colors) == 2, f"{name}: both themes have the background {colors}")
    keyboard(browser, name)
    milliseconds, count = browser.run(SEARCH, "layer.5/ softmax")
    if screenshots:
        browser.screenshot(screenshots / f"{name}-search.png")
    browser.run(SEARCH, "no such word anywhere")
    hidden = browser.run("return [...document.querySelectorAll('nav li')].every(item => item.closest('[hidden]'))")
    check(hidden, f"{name}: the list of files is not filtered")
    browser.run(SEARCH, "")
    log = browser.devtools("Runtime.evaluate", expression="document.querySelectorAll('script[src], link[href^=http]').length")
    check(log["result"]["value"] == 0, f"{name}: the page loads something")
    return paint, loaded, milliseconds, count


def keyboard(browser, name):
    browser.press("n")
    first = browser.run(ACTIVE)
    check(browser.run("return document.activeElement.classList.contains('finding')"), f"{name}: `n` reaches {first}")
    browser.press("j")
    check(browser.run(ACTIVE) != first, f"{name}: `j` stays at {first}")
    browser.press("k")
    check(browser.run(ACTIVE) == first, f"{name}: `k` does not return to {first}")
    browser.press("/")
    check(browser.run(ACTIVE) == "query", f"{name}: `/` does not reach the search")
    browser.press("zz\ue00c")
    time.sleep(0.4)
    check(browser.run("return document.getElementById('query').value") == "", f"{name}: Esc does not clear the search")
    browser.run("document.activeElement.blur()")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/shapewright", help="the program; by default the release build")
    parser.add_argument("--screenshots", type=pathlib.Path, help="write screenshots to this directory")
    parser.add_argument("--models", default="1,100,1000", help="numbers of models; by default 1,100,1000")
    parser.add_argument("--nodes", type=int, default=10_000, help="nodes of the large model; by default 10000")
    options = parser.parse_args()
    missing = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    if missing:
        print(f"skipped: no {' and no '.join(missing)} on the PATH")
        return 0
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    program = str(pathlib.Path(options.binary).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sets = [(f"{number}-models", number, 30) for number in map(int, options.models.split(","))]
        sets.append((f"{options.nodes}-nodes", 1, options.nodes))
        browser = Browser(folder)
        try:
            print("report           size    first paint  loaded   search")
            for name, number, nodes in sets:
                models = folder / name
                models.mkdir()
                for at in range(number):
                    # Two of five models are clean.
                    (models / f"m{at:04}.onnxtxt").write_text(model(at, nodes, at % 5 in (0, 2, 3)))
                page = folder / f"{name}.html"
                environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
                arguments = [program, "-q", "--fail-on", "never", "-f", "html", "-o", page, "."]
                subprocess.run(arguments, check=True, cwd=models, env=environment)
                paint, loaded, search, count = visit(browser, page, name, options.screenshots)
                size = page.stat().st_size / 1e6
                print(f"{name:14} {size:5.1f} MB {paint:9.0f} ms {loaded:6.0f} ms {search:5.0f} ms  {count}", flush=True)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
