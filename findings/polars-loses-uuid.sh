#!/usr/bin/env bash
# Polars 1.44.2 with DuckDB 1.5.6: a UUID column that Polars reads and writes again is binary, so that sixteen bytes stand where other tables name
# the same id as text. A join by id then finds nothing. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --root-user-action=ignore --target packages polars==1.44.2 duckdb==1.5.6 >/dev/null
seen=$(PYTHONPATH=packages python3 - <<'PY'
import duckdb
import polars as pl
duckdb.sql("COPY (SELECT '00000000-0000-4000-8000-000000000001'::UUID AS id) TO 'ids.parquet' (FORMAT parquet)")
pl.read_parquet("ids.parquet").write_parquet("again.parquet")
print(*(duckdb.sql(f"SELECT typeof(id), octet_length(id::BLOB) FROM '{name}.parquet'").fetchone() for name in ("ids", "again")))
PY
)
echo "seen: $seen"
[ "$seen" = "('UUID', 16) ('BLOB', 16)" ]
