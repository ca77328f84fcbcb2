"""Runs a process and measures what it used."""
import os
import time
import traceback
import typing


class Usage(typing.NamedTuple):
    """What a process used. Its output is discarded."""
    seconds: float
    processor: float
    bytes: int
    code: int


def run(command):
    """Runs a process to its end. The peak resident memory is never less than that of this script, which starts it."""
    command = [str(part) for part in command]
    devices = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), *((os.POSIX_SPAWN_OPEN, out, os.devnull, os.O_WRONLY, 0) for out in (1, 2))]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, {**os.environ, "CI": "true", "NO_COLOR": "1"}, file_actions=devices)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    return Usage(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, os.waitstatus_to_exitcode(status))


def elsewhere(work):
    """Calls a function in another process, so that this one, which starts what is measured, does not use its memory."""
    child = os.fork()
    if not child:
        status = 1
        try:
            work()
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("a model could not be made")
