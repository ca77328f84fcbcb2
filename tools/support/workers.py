"""Runs many cases in a process that may crash or hang, and continues after the case that did it."""
import multiprocessing
import os


def _child(pipe, work, item, known):
    # Discard what runtimes print.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    for message in work(item, known):
        pipe.send(message)
    pipe.send(None)
    # Not all runtimes end well once they were used.
    os._exit(0)


def _mourn(known, case, why):
    if case is not None:
        known[case] = ("died", why, None)


def results(work, item, timeout=60, deaths=400):
    """Returns the outcome of every case of an item.

    `work(item, known)` yields `(case, None)` before it runs a case and `(case, outcome)` after it. It skips the cases of
    `known`, which maps cases to outcomes.
    """
    fork, known, died = multiprocessing.get_context("fork"), {}, 0
    while died < deaths:
        ours, theirs = fork.Pipe()
        process = fork.Process(target=_child, args=(theirs, work, item, known))
        process.start()
        theirs.close()
        begun, known = None, dict(known)
        try:
            while True:
                if not ours.poll(timeout):
                    _mourn(known, begun, f"no answer in {timeout} s")
                    break
                message = ours.recv()
                if message is None:
                    return known
                begun, outcome = message
                if outcome is not None:
                    known[begun] = outcome
        except EOFError:
            _mourn(known, begun, "the process died")
        finally:
            process.kill()
            process.join()
        died += 1
    return known
