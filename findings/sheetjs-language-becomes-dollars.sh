#!/usr/bin/env bash
# SheetJS CE 0.20.3 (npm @e965/xlsx, November 2026): a number whose format names a language and no currency, as in [$-407]#,##0.00 (ECMA-376 part 1,
# 18.8.31), is shown with a dollar sign that stands nowhere in the file: 43899.25 becomes "$43,899.25". In dates the language is dropped: [$-407]mmmm
# shows "March". A date with bare dots (dd.mm.yyyy) has no text at all (`w` is missing), and SSF.format raises "bad second format: ." for it. Fails if
# any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 >/dev/null
cat >seen.mjs <<'JS'
import { read, SSF, write } from '@e965/xlsx';
const formats = ['[$-407]#,##0.00', '[$-804]General', '[$-407]mmmm', 'dd.mm.yyyy'];
const sheet = { '!ref': 'A1:A4' };
formats.forEach((z, at) => (sheet[`A${at + 1}`] = { t: 'n', v: 43899.25, z }));
const book = read(write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer', bookType: 'xlsx' }), { cellNF: true });
const kept = formats.every((z, at) => book.Sheets.S[`A${at + 1}`].z === z);
let raised = '';
try {
  SSF.format('dd.mm.yyyy', 43899.25);
} catch (error) {
  raised = String(error?.message ?? error);
}
console.log(kept, ...formats.map((_, at) => String(book.Sheets.S[`A${at + 1}`].w)), raised);
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = 'true $43,899.25 $43899.25 March undefined bad second format: .' ] || { echo 'The behaviour has changed.'; exit 1; }
