"""The bound on time and memory, and the verdict on the runs of a command on models of a family."""
import math
import signal

from . import commands

# In MiB. This script's own memory counts as that of the processes that it starts.
SCRIPT_MIB, BASE_MIB, FOLD_MIB, FACTOR, SECONDS_A_BYTE, LARGE = 15, 64, 256, 8, 2e-6, 10_000_000
# A small file may repeat its bodies, combine expressions, and have its fixes tried out up to the limits.
LEAST_SECONDS = 0.3
# Shorter runs do not tell an exponent, and cheaper ones are too far from the bound for it to matter.
POWER, SHORT, CHEAP = 1.25, 0.5, 0.5
DONE, FAULTS, REFUSED = ENDS = (0, 1, 2)


def exponent(runs):
    """The power of the size with which the time grows, if enough runs take long enough."""
    points = [(math.log(one["bytes"]), math.log(one["seconds"])) for one in runs if one["seconds"] > 0.05]
    if len(points) < 2:
        return None
    mean_x, mean_y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    width = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / width if width > 1e-3 else None


def allowed_memory(command, size):
    return BASE_MIB + FACTOR * size / 2**20 + (FOLD_MIB if "fold" in command else 0)


def comes_near(command, runs, power):
    """Whether 10 MB may take more than three quarters of the time that they may, or nearly all of the memory."""
    last = runs[-1]
    times = LARGE / last["bytes"]
    if last["seconds"] * times ** max(1.0, power or 1.0) > 0.75 * SECONDS_A_BYTE * LARGE:
        return True
    earlier = [one for one in runs if one["bytes"] < last["bytes"]]
    before = earlier[-1] if earlier else {"bytes": 0, "mb": SCRIPT_MIB}
    a_byte = (last["mb"] - before["mb"]) / (last["bytes"] - before["bytes"])
    return last["mb"] + a_byte * (LARGE - last["bytes"]) > 0.9 * allowed_memory(command, LARGE)


def grows(runs):
    last, power = runs[-1], exponent(runs)
    return power is not None and power > POWER and last["seconds"] > max(SHORT, CHEAP * SECONDS_A_BYTE * last["bytes"])


def faults(family, command, one):
    """What is wrong with a run."""
    code = one["exit"]
    if code not in ENDS:
        yield "did not end" if code in (-signal.SIGKILL, -signal.SIGXCPU) else f"exit {code}"
    elif one["seconds"] > max(LEAST_SECONDS, SECONDS_A_BYTE * one["bytes"]):
        yield "time"
    if one["mb"] > allowed_memory(command, one["bytes"]):
        yield "memory"
    if code == REFUSED and not one["is_cut"] and not commands.refuses(command, family):
        yield "refused"
    if code == DONE and one["written"] is False:
        yield "no file"


def judge(family, command, runs):
    wrong = {fault for one in runs for fault in faults(family, command, one)} | ({"growth"} if grows(runs) else set())
    return {"family": family, "command": command, "exponent": exponent(runs), "wrong": sorted(wrong), "runs": runs}
