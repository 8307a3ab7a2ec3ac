#!/usr/bin/env bash
# PDFium in @embedpdf/pdfium 2.15.1 and pdftotext of Poppler (Debian's poppler-utils 22.12): where one glyph stands for two Arabic letters (lam and alef, as
# LibreOffice writes every "la"), the glyph's text in ToUnicode is turned round with the line: السلام is read as السالم, another word. A search for the
# word as it is spelt finds nothing. Latin ligatures keep their order. Fails if that changes.
# Source: ISO 32000-1, 9.10.3
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @embedpdf/pdfium@2.15.1 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { init } from '@embedpdf/pdfium';
// Glyphs 1 to 5 in the order of their places, from left to right: mim, lam with alef, sin, lam, alef; 6 is a Latin ligature.
const letters = ['0645', '06440627', '0633', '0644', '0627', '006600660069', '006f', '00630065'];
const map = `/CIDInit /ProcSet findresource begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${letters.length} beginbfchar ${letters.map((text, at) => `<${(at + 1).toString(16).padStart(4, '0')}> <${text}>`).join(' ')} endbfchar endcmap end`;
const page = 'BT /F1 20 Tf 60 700 Td <00010002000300040005> Tj 0 -60 Td <000700060008> Tj ET';
const stream = (text) => `<< /Length ${text.length} >> stream\n${text}\nendstream`;
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
  stream(page),
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /DW 500 >>',
  stream(map),
  '<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 -200 500 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>',
];
let file = '%PDF-1.4\n';
const places = objects.map((object, at) => {
  const place = file.length;
  file += `${at + 1} 0 obj\n${object}\nendobj\n`;
  return place;
});
const table = file.length;
file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
writeFileSync('page.pdf', file, 'latin1');
const bytes = readFileSync('page.pdf');
const pdfium = await init({ wasmBinary: readFileSync('node_modules/@embedpdf/pdfium/dist/pdfium.wasm') });
pdfium.PDFiumExt_Init();
const { malloc } = pdfium.pdfium.wasmExports;
const at = malloc(bytes.length);
pdfium.pdfium.HEAPU8.set(bytes, at);
const text = pdfium.FPDFText_LoadPage(pdfium.FPDF_LoadPage(pdfium.FPDF_LoadMemDocument(at, bytes.length, ''), 0));
const count = pdfium.FPDFText_CountChars(text);
const to = malloc(2 * count + 2);
pdfium.FPDFText_GetText(text, 0, count, to);
console.log(`PDFium: ${pdfium.pdfium.UTF16ToString(to).split(/\s+/).join(' ')}`);
JS
seen=$(node seen.mjs)
if ! command -v pdftotext >/dev/null; then apt-get install -y -qq --no-install-recommends poppler-utils >/dev/null; fi
# Marks of direction are no letters.
seen="$seen
Poppler: $(pdftotext page.pdf - 2>/dev/null | sed 's/[‎‏‪‫‬‭‮]//g' | tr -s '\n\f' '  ' | sed 's/ *$//')"
echo "$seen"
[ "$seen" = 'PDFium: السالم office
Poppler: السالم office' ] || { echo 'The behaviour has changed.'; exit 1; }
