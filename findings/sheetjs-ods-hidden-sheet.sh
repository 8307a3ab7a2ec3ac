#!/usr/bin/env bash
# SheetJS CE 0.20.3 (npm @e965/xlsx, November 2026) tells nothing of a hidden sheet in an OpenDocument workbook (table:display="false"): it is listed and
# read as any other, and `Workbook.Sheets` is missing, where the same book as .xlsx has Hidden: 1. A workbook without styles.xml, which OpenDocument 1.3
# (part 2, 3.1) allows beside content.xml, is refused with "Cannot find file styles.xml in zip". Fails if any of this changes.
# Source: https://docs.sheetjs.com/docs/csf/features/visibility
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 >/dev/null

python3 - <<'PYTHON'
import zipfile

ns = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in [("office", "office"), ("table", "table"), ("text", "text"), ("style", "style")]
)
content = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-content {ns} office:version="1.3"><office:automatic-styles>
<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet>
<table:table table:name="Open" table:style-name="ta1"><table:table-row>
<table:table-cell office:value-type="string"><text:p>all see this</text:p></table:table-cell>
</table:table-row></table:table>
<table:table table:name="Away" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string"><text:p>nobody sees this</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>"""
manifest = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"""
styles = f'<?xml version="1.0" encoding="UTF-8"?><office:document-styles {ns} office:version="1.3"/>'
entry = '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>'
for name, has_styles in [("book.ods", True), ("without.ods", False)]:
    with zipfile.ZipFile(name, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        book.writestr("content.xml", content)
        if has_styles:
            book.writestr("styles.xml", styles)
        book.writestr("META-INF/manifest.xml", manifest.replace("</manifest:manifest>", entry) if has_styles else manifest)
PYTHON

cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import { read, utils, write } from '@e965/xlsx';
const book = read(readFileSync('book.ods'), { type: 'buffer' });
const xlsx = utils.book_new();
for (const name of ['Open', 'Away']) utils.book_append_sheet(xlsx, utils.aoa_to_sheet([[name]]), name);
xlsx.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
const again = read(write(xlsx, { type: 'buffer', bookType: 'xlsx' }), { type: 'buffer' });
let refused = 'read';
try {
  read(readFileSync('without.ods'), { type: 'buffer' });
} catch (error) {
  refused = error.message;
}
console.log(refused);
console.log('ods', book.SheetNames.join(' '), '|', book.Sheets.Away.A1.v, '|', book.Workbook?.Sheets?.[1]?.Hidden ?? null, '| xlsx', again.Workbook.Sheets[1].Hidden);
NODE
seen=$(node read.mjs)
echo "$seen"
expected='Cannot find file styles.xml in zip
ods Open Away | nobody sees this | null | xlsx 1'
[ "$seen" = "$expected" ]
