"""Audits the models of a folder or bucket on Spark: `spark-submit examples/audit_spark.py MODELS OUTPUT`, or with
`python` and `--master "local[2]"` on this machine.

MODELS and OUTPUT are paths or URLs; both must be visible to the workers. `audit_models.py`, next to this file, describes the
result. Needs pyspark, pandas, pyarrow, fsspec, and shapewright where the workers run.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from collections.abc import Iterator

import pandas as pd
from pyspark.sql import SparkSession

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import audit_models

ROWS = "path string, version string, model string, findings string"


def rows(parts: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    """Audits the models of a partition. The rows are JSON, so that each model is audited once for both data sets."""
    import json

    for part in parts:
        audited = [audit_models.audit(path, version) for path, version in zip(part["path"], part["version"])]
        part = part.assign(model=[json.dumps(row) for row, _ in audited])
        yield part.assign(findings=[json.dumps(found) for _, found in audited])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models")
    parser.add_argument("output")
    parser.add_argument("--batch", type=int, default=1000, help="models between two commits")
    parser.add_argument("--master", help="such as local[2]; by default, that of spark-submit")
    options = parser.parse_args()
    # By default Spark starts its workers with the first `python3` of the path, which may lack the packages of this one.
    for variable in ("PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON"):
        os.environ.setdefault(variable, sys.executable)
    builder = SparkSession.builder.appName("shapewright")
    spark = (builder.master(options.master) if options.master else builder).getOrCreate()
    spark.sparkContext.addPyFile(str(pathlib.Path(audit_models.__file__)))
    tasks = spark.sparkContext.defaultParallelism * 4
    count = 0
    for name, batch in audit_models.pending(options.models, options.output, options.batch):
        todo = spark.createDataFrame(batch, "path string, version string").repartition(min(tasks, len(batch)))
        audited = todo.mapInPandas(rows, ROWS).cache()
        found = audited.selectExpr(f"explode(from_json(findings, 'array<struct<{ddl(audit_models.FINDINGS)}>>')) as row")
        found.select("row.*").write.mode("overwrite").parquet(f"{options.output}/findings/{name}")
        models = audited.selectExpr(f"from_json(model, '{ddl(audit_models.MODELS)}') as row").select("row.*")
        # Last: it says that the batch is complete.
        models.write.mode("overwrite").parquet(f"{options.output}/models/{name}")
        audited.unpersist()
        count += len(batch)
    print(f"audited {count} models")
    spark.stop()


def ddl(schema: object) -> str:
    """A schema of Arrow as Spark writes it."""
    names = {"int64": "bigint", "double": "double", "string": "string"}
    return ", ".join(f"{field.name} {names[str(field.type)]}" for field in schema)  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
