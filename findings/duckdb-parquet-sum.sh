#!/usr/bin/env bash
# @duckdb/node-api 1.5.5-r.5: the sum of whole numbers (BIGINT) is a HUGEINT, and COPY writes that to Parquet as a DOUBLE. A sum of 9007199254740993 comes
# back as 9007199254740992.0, without a word; cast to DECIMAL(38, 0) it stays. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.5-r.5 >/dev/null
cat >write.mjs <<'JS'
import { DuckDBConnection } from '@duckdb/node-api';
const connection = await DuckDBConnection.create();
const sum = 'sum(x)';
const from = 'FROM (VALUES (9007199254740992::BIGINT), (1::BIGINT)) AS t(x)';
await connection.run(`COPY (SELECT ${sum} AS plain, ${sum}::DECIMAL(38, 0) AS exact ${from}) TO 'sum.parquet' (FORMAT parquet)`);
const reader = await connection.runAndReadAll(`SELECT typeof(plain), plain::VARCHAR, exact::VARCHAR FROM 'sum.parquet'`);
console.log(reader.getRows().flat().join(' '));
JS
seen=$(node write.mjs)
echo "seen: $seen"
[ "$seen" = 'DOUBLE 9007199254740992.0 9007199254740993' ]
