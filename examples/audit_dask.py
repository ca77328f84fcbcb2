"""Audits the models of a folder or bucket on Dask: `python examples/audit_dask.py MODELS OUTPUT --workers 2`.

MODELS and OUTPUT are paths or URLs; both must be visible to the workers. `audit_models.py`, next to this file, describes the
result. `--scheduler ADDRESS` uses a cluster; otherwise, workers are started on this machine. Needs distributed, pyarrow,
fsspec, and shapewright where the workers run.
"""

from __future__ import annotations

import argparse
import pathlib
import sys

import fsspec
import pyarrow.parquet
from distributed import Client, as_completed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import audit_models


def write(output: str, name: str, models: list[tuple[str, str]]) -> int:
    """Audits a batch and writes its rows; those of models last, because they say that the batch is complete."""
    fs, path = fsspec.core.url_to_fs(output)
    for kind, table in zip(("findings", "models"), reversed(audit_models.tables(models))):
        fs.makedirs(f"{path}/{kind}/{name}", exist_ok=True)
        # A name that readers ignore until it is whole.
        part, whole = f"{path}/{kind}/{name}/_part", f"{path}/{kind}/{name}/part.parquet"
        with fs.open(part, "wb") as file:
            pyarrow.parquet.write_table(table, file)
        fs.mv(part, whole)
    return len(models)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models")
    parser.add_argument("output")
    parser.add_argument("--batch", type=int, default=50, help="models of one task")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scheduler")
    options = parser.parse_args()
    local = {"n_workers": options.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(options.scheduler) if options.scheduler else Client(**local) as client:
        client.upload_file(str(pathlib.Path(audit_models.__file__)))
        batches = audit_models.pending(options.models, options.output, options.batch)
        tasks = [client.submit(write, options.output, name, batch, key=name) for name, batch in batches]
        print(f"audited {sum(count for _, count in as_completed(tasks, with_results=True))} models")


if __name__ == "__main__":
    main()
