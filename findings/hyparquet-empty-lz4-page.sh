#!/usr/bin/env bash
# hyparquet-compressors 1.1.2 with Polars 1.44.2: a column without any value has an empty dictionary page, which LZ4 writes as one zero byte.
# The reader takes it for a match without an offset. pyarrow 25.0.1 reads the file. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --root-user-action=ignore --target packages polars==1.44.2 pyarrow==25.0.1 >/dev/null
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyparquet@1.33.0 hyparquet-compressors@1.1.2 >/dev/null
other=$(PYTHONPATH=packages python3 - <<'PY'
import polars as pl
import pyarrow.parquet as pq
pl.DataFrame({"note": [None, None]}, schema={"note": pl.String}).write_parquet("rows.parquet", compression="lz4")
print(pq.read_table("rows.parquet").to_pylist())
PY
)
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
const file = new Uint8Array(readFileSync('rows.parquet')).buffer;
console.log(await parquetReadObjects({ file, compressors }).then(JSON.stringify, (error) => error.message));
JS
seen="$(node read.mjs); pyarrow: $other"
echo "seen: $seen"
[ "$seen" = "lz4 offset out of range 0; pyarrow: [{'note': None}, {'note': None}]" ]
