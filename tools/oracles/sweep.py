"""Counts and shows the verdicts of a sweep over random models."""
import collections
import re

UNSOUND, FALSE_ERROR, MISS, AGREE = "unsound", "false error", "miss", "agree"


def tally(verdicts):
    """Counts the verdicts, and the kinds of agreement."""
    counts = collections.Counter(v["verdict"] for v in verdicts)
    counts["models"], counts["run"] = len(verdicts), sum(v["ran"] for v in verdicts)
    counts.update(v["why"] for v in verdicts if v["verdict"] == AGREE and v["ran"])
    return counts


def show_examples(verdicts, mistakes, misses):
    """Prints a few examples of each kind of mistake, and of misses on request."""
    kinds = collections.Counter()
    for v in verdicts:
        if v["verdict"] in mistakes or misses and v["verdict"].startswith(MISS):
            kind = v["verdict"], re.sub(r"[-0-9.?]+", "", v["why"] or "")[:60]
            kinds[kind] += 1
            if kinds[kind] <= 3:
                by = f" ({v['by']})" if v.get("by") else ""
                print(f"    {v['verdict']} #{v['number']}{by}: {v['why']}"[:400])
    for (verdict, why), count in kinds.items():
        if count > 3:
            print(f"    {count} times {verdict}: {why}")
