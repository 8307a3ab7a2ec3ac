#!/usr/bin/env bash
# SheetJS CE 0.20.3 (npm @e965/xlsx, November 2026) shows numbers of workbooks otherwise than spreadsheet programs do. A format of zeros and dashes
# drops the digits before it, and the sign: 15551234 by 000-0000 is "555-1234". A percent sign after a space, as German and French workbooks write it
# (0.0\ %), leaves a cell without a text (`w` is missing). Halves below zero are rounded up: -2.5 by 0 is "-2", but by #,##0 "-3". LibreOffice 7.4
# shows 1555-1234, 12.3 % and -3. Fails if any of this changes.
# Source: ECMA-376 part 1, 18.8.31
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 >/dev/null
cat >seen.mjs <<'JS'
import { read, write } from '@e965/xlsx';
const rows = [[15551234, '000-0000'], [-123456789, '000-00-0000'], [0.123, '0.0%'], [0.123, '0.0\\ %'], [-2.5, '0'], [-2.5, '#,##0']];
const sheet = { '!ref': `A1:A${rows.length}` };
rows.forEach(([v, z], at) => (sheet[`A${at + 1}`] = { t: 'n', v, z }));
const book = read(write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer', bookType: 'xlsx' }), { cellNF: true });
rows.forEach(([v, z], at) => console.log(`${v} by ${z}: ${JSON.stringify(book.Sheets.S[`A${at + 1}`].w)}`));
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = '15551234 by 000-0000: "555-1234"
-123456789 by 000-00-0000: "123-45-6789"
0.123 by 0.0%: "12.3%"
0.123 by 0.0\ %: undefined
-2.5 by 0: "-2"
-2.5 by #,##0: "-3"' ] || { echo 'The behaviour has changed.'; exit 1; }
