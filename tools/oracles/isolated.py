"""Runs calls that may crash their process or never return."""
import multiprocessing


def _call(pipe, function, arguments):
    import os

    # Discard what runtimes print.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    try:
        pipe.send((True, function(*arguments)))
    except Exception as error:
        pipe.send((False, f"{type(error).__name__}: {error}"[:300]))


def isolated(function, *arguments, timeout=120):
    """Calls a function in a separate process and returns its result. Raises RuntimeError if there is none."""
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe()
    process = fork.Process(target=_call, args=(theirs, function, arguments))
    process.start()
    theirs.close()
    try:
        if not ours.poll(timeout):
            raise RuntimeError(f"no answer in {timeout} s")
        done, answer = ours.recv()
    except EOFError:
        raise RuntimeError("the process died") from None
    finally:
        process.kill()
        process.join()
    if not done:
        raise RuntimeError(answer)
    return answer
