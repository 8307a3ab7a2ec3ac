import { mkdir, writeFile } from 'node:fs/promises';
import { assemblePdf, pdfStream } from './lib/pdf-objects';
import { writeDocx, zipFiles, zipTexts } from './lib/docx-writer';
import { writeOutlook } from './lib/outlook-writer';
import { writePdf } from './lib/pdf-writer';
import { texWidth, writeTexPdf, type TexLine } from './lib/tex-pdf';

/** Writes the binary fixtures of tests/fixtures/documents. The texts beside them are kept by hand. */
const FOLDER = new URL('../tests/fixtures/documents/', import.meta.url);

const LEFT = 'The ferry leaves the north quay at six and carries post, bread and the two lamp keepers. ';
const RIGHT = 'Nobody on the south quay remembers who painted the pilot house green or why it was done. ';
const LONG =
  'The con\u00adsid\u00ader\u00ada\u00adtions of the har\u00adbour com\u00admis\u00adsion were re\u00adcord\u00aded by hand. ';

function gb18030(): Uint8Array {
  const pairs =
    '\xd6\xaa\xca\xb6\xcd\xbc\xc6\xd7\xca\xc7\xd2\xbb\xd6\xd6\xca\xfd\xbe\xdd\xa1\xa3\xce\xd2\xc3\xc7\xd3\xc3\xcb\xfc\xd5\xd2\xb5\xbd\xb4\xf0\xb0\xb8\xa1\xa3\n';
  return latin(pairs);
}

function shiftJis(): Uint8Array {
  return latin(
    '\x93\xfa\x96{\x8c\xea\x82\xcc\x95\xb6\x8f\xcd\x82\xc5\x82\xb7\x81B\x8aC\x82\xf0\x8c\xa9\x82\xc4\x82\xa2\x82\xdc\x82\xb5\x82\xbd\x81B\n',
  );
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function utf16(text: string, options: { readonly big: boolean; readonly mark: boolean }): Uint8Array {
  const marked = options.mark ? `\ufeff${text}` : text;
  const bytes = new DataView(new ArrayBuffer(marked.length * 2));
  for (let index = 0; index < marked.length; index += 1)
    bytes.setUint16(index * 2, marked.charCodeAt(index), !options.big);
  return new Uint8Array(bytes.buffer);
}

const STORY = 'Zoë keeps the light.\r\nThe keeper — née Åström — writes “all well” each night. 😀\r\n';
const CHINESE = '灯塔看守人每天晚上写日记。\n他说一切都好，海上没有风。\n';

/** A PDF whose font is not in it: its words are told by character maps alone. */
function withoutFont(font: string, collection: string, map: string, lines: readonly string[]): Uint8Array {
  const hex = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');
  const content = lines.map((line, at) => `BT /F1 12 Tf 64 ${String(780 - at * 20)} Td <${hex(line)}> Tj ET`);
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      pdfStream(content.join('\n')),
      `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${map} /DescendantFonts [6 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (${collection}) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>`,
      `<< /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>`,
    ],
    '/Root 1 0 R',
  );
}

/** A PDF with codes of two bytes, whose font tells nothing of the letter `*`: so a browser prints some scripts. */
function withLostLetters(lines: readonly string[]): Uint8Array {
  const hex = (text: string): string =>
    Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const content = lines.map((line, at) => `BT /F1 12 Tf 64 ${String(780 - at * 16)} Td <${hex(line)}> Tj ET`);
  const map = `/CIDInit /ProcSet findresource begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0020> <007e> <0020> endbfrange 1 beginbfchar <002a> <0000> endbfchar endcmap end`;
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      pdfStream(content.join('\n')),
      '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>',
      '<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 -200 500 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
      pdfStream(map),
    ],
    '/Root 1 0 R',
  );
}

const OFFICE =
  'The benefit of the affidavit went to the officer—pages 3–5 of the file—who was fired first, for “efficient” offers. ';
const FLINT = 'A wall of flint stands between the yards and keeps the fog off the flowers of the affluent staff. ';

/** Lines of one column, from the top; a `^` in the text raises the figure behind it. */
function column(text: string, x: number, top: number, width: number): TexLine[] {
  const lines: string[] = [''];
  for (const word of text.trim().split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (texWidth(longer.replace(/\^\d/gu, ''), 10) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.flatMap((line, at) => {
    const y = top - 12 * at;
    const [before = '', after] = line.split('^');
    const main: TexLine = { x, y, size: 10, text: before };
    if (after === undefined) return [main];
    const end = x + texWidth(before, 10);
    const rest = after.slice(1).trim();
    return [
      main,
      { x: end, y: y + 3.6, size: 7, text: after.charAt(0) },
      ...(rest ? [{ x: end + 8, y, size: 10, text: rest }] : []),
    ];
  });
}

/** A page in two columns below text over the whole width, which is too much of it for one look at the page. */
const texPage = (page: number, head: string): TexLine[] => [
  { x: 60, y: 800, size: 10, text: page % 2 === 0 ? `${String(page)} ${head}` : `${head} ${String(page)}` },
  ...(page === 1 ? [{ x: 60, y: 760, size: 17, text: 'The Affair of the Fifth Office' }] : []),
  ...column(FLINT.repeat(8), 60, 730, 475),
  ...column(`${OFFICE}It was filed.^1 Next the flood came. ${OFFICE.repeat(2)}`, 60, 590, 228),
  ...column(`${FLINT.repeat(3)}Nothing further was found.`, 302, 588, 233),
];

const CONTENTS: readonly TexLine[] = [
  { x: 60, y: 800, size: 10, text: 'Affairs 5' },
  { x: 60, y: 760, size: 14, text: 'Contents' },
  ...['Offices and officers', 'Floods', 'Files of the staff'].map((title, at) => ({
    ...{ x: 60, y: 730 - 14 * at, size: 10 },
    text: `${title} ${'. '.repeat(20)}${String(at * 7 + 3)}`,
  })),
];

/** The example of packed rich text in MS-OXRTFCP: "hello world". */
const PACKED_RTF = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';

const files: Readonly<Record<string, Uint8Array>> = {
  'two-columns.pdf': writePdf({
    title: 'Two quays',
    author: 'A. Keeper',
    pages: [
      {
        columns: 2,
        blocks: [
          { kind: 'h1', text: 'A title that runs over both of the columns' },
          { kind: 'h2', text: 'North' },
          { kind: 'p', text: LEFT.repeat(22) },
          { kind: 'h2', text: 'South' },
          { kind: 'p', text: RIGHT.repeat(12) },
        ],
      },
    ],
  }),
  'running-lines.pdf': writePdf({
    title: 'untitled',
    header: 'Minutes of the harbour commission',
    footer: 'Page {page} of 4',
    pages: [1, 2, 3, 4].map((day) => ({
      blocks: [
        { kind: 'h1', text: `Day ${day}` },
        { kind: 'p', text: LONG.repeat(6) },
        { kind: 'p', text: `It rained on day ${day}.` },
      ],
    })),
  }),
  'across-pages.pdf': writePdf({
    title: 'Long paragraph',
    pages: [{ blocks: [{ kind: 'p', text: LEFT.repeat(60) }] }],
  }),
  'short-column.pdf': writePdf({
    title: 'paper.tex',
    pages: [
      {
        columns: 2,
        blocks: [
          { kind: 'h1', text: 'A heading so long that it takes two lines over both of the columns' },
          { kind: 'p', text: LEFT.repeat(24) },
          { kind: 'p', text: '1. Lamps . . . . . . . . . . 7' },
          { kind: 'p', text: RIGHT.repeat(4) },
        ],
      },
    ],
  }),
  'bitmap-fonts.pdf': writeTexPdf([
    texPage(1, 'Affairs'),
    texPage(2, 'Offices'),
    texPage(3, 'Affairs'),
    texPage(4, 'Offices'),
    CONTENTS,
  ]),
  'accents-apart.pdf': writeTexPdf([
    [
      { x: 60, y: 760, size: 10, text: 'The office of G¨odel and Erd˝os was na¨ıve; Fran¸cois of Malm¨o fl´ed first.' },
      // The accent of a capital is drawn higher, in a go of its own.
      { x: 60, y: 748, size: 10, text: 'To the first caf´e' },
      { x: 150, y: 750.5, size: 10, text: '´' },
      { x: 150, y: 748, size: 10, text: 'Eva came.' },
    ],
  ]),
  'lost-letters.pdf': withLostLetters([
    'The k**per of the l*ght r*ads *very night',
    'before the b*ll rings on the quay.',
  ]),
  'no-text.pdf': writePdf({ title: 'Scan', pages: [{ blocks: [] }] }),
  'word.docx': await writeDocx({
    title: 'Harbour & lights',
    blocks: [
      { kind: 'h1', text: 'Lights' },
      { kind: 'p', text: 'There are <two> lights & a bell.' },
      { kind: 'h2', text: 'Keepers' },
      { kind: 'li', text: 'Åsa' },
      { kind: 'li', text: '李雷' },
      {
        kind: 'table',
        rows: [
          ['Light', 'Built'],
          ['North', '1871'],
          ['South', '1904'],
        ],
      },
      { kind: 'h3', text: 'After' },
      { kind: 'p', text: 'The end.' },
    ],
  }),
  'word-details.docx': await zipTexts({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': wordDetails(),
    'word/footnotes.xml':
      '<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:t>---</w:t></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Told by the pilot.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    'word/numbering.xml':
      '<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>',
    'word/styles.xml':
      '<w:styles><w:style w:styleId="Chapter"><w:name w:val="Chapter"/><w:basedOn w:val="H1"/></w:style><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>',
  }),
  'raised.docx': await zipTexts({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': raisedRuns(),
    'word/styles.xml':
      '<w:styles><w:style w:type="character" w:styleId="Mark"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>',
  }),
  'workbook.docx': await zipTexts({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }),
  'archive.zip': await zipTexts({
    'notes/first.txt': 'First note.',
    'notes/second.md': '# Second\n\nA note.',
    '__MACOSX/notes/._first.txt': 'clutter',
    'notes/.hidden': 'clutter',
    '../outside.txt': 'Should stay inside.',
    'not-a.zip': 'PK',
    'photo.png': 'not looked at',
  }),
  'nested-archive.zip': await zipFiles({
    'top.txt': latin('On top.'),
    'boxes/inner.zip': await zipFiles({
      'letter.txt': latin('In the first box.'),
      '../outside.txt': latin('Should stay inside.'),
      'deeper.zip': await zipFiles({
        'note.md': latin('# In the second box'),
        'deepest.zip': await zipFiles({ 'lost.txt': latin('In the third box.') }),
      }),
    }),
  }),
  'empty-archive.zip': await zipTexts({ '.hidden': 'clutter' }),
  'font-not-inside-chinese.pdf': withoutFont('STSong-Light', 'GB1', 'UniGB-UCS2-H', [
    '渡船清晨离开青石港。',
    '船长陆远把账本交给了守灯人。',
  ]),
  'font-not-inside-japanese.pdf': withoutFont('HeiseiMin-W3', 'Japan1', 'UniJIS-UCS2-H', [
    '渡し船は朝に港を出た。',
    '灯台守の松田は日記を書く。',
  ]),
  'utf16le-mark.txt': utf16(STORY, { big: false, mark: true }),
  'utf16be-mark.txt': utf16(STORY, { big: true, mark: true }),
  'utf16le.txt': utf16(STORY, { big: false, mark: false }),
  'utf16be.txt': utf16(STORY, { big: true, mark: false }),
  'utf16le-chinese.txt': utf16(CHINESE, { big: false, mark: false }),
  'gb18030.txt': gb18030(),
  'shift-jis.txt': shiftJis(),
  'windows-1252.txt': latin(
    'Le phare \xe9tait ferm\xe9 \x96 \x93d\xe9j\xe0 vu\x94, dit-elle. Co\xfbt\xa0: 5 \x80.\r\n',
  ),
  'windows-1251.txt': latin(
    '\xcc\xe0\xff\xea \xf1\xf2\xee\xe8\xf2 \xed\xe0 \xf1\xe5\xe2\xe5\xf0\xe5. \xce\xed \xf1\xe2\xe5\xf2\xe8\xf2 \xed\xee\xf7\xfc\xfe.\r\n',
  ),
  'control-characters.txt': latin(
    'One\0 bell\x07 rings.\r\n\r\n\r\n\r\n\r\n\r\nTrailing spaces   \t\r\nEnd\x1a' + ' of it'.repeat(40),
  ),
  'old-word.doc': latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`),
  'forwarded-by-outlook.msg': outlookMessage(),
  'picture.txt': latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0'),
  'unknown.dat': latin(
    Array.from({ length: 400 }, (_, index) => String.fromCharCode((index * 73 + 11) % 256)).join(''),
  ),
  'noise.pdf': latin(Array.from({ length: 400 }, (_, index) => String.fromCharCode((index * 151 + 7) % 256)).join('')),
  'nothing.txt': new Uint8Array(0),
};

function wordDetails(): string {
  const text = (content: string): string => `<w:r><w:t>${content}</w:t></w:r>`;
  const item = (content: string): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr>${text(content)}</w:p>`;
  return `<w:document><w:body>
<w:p><w:pPr><w:pStyle w:val="Chapter"/></w:pPr>${text('Styled by another')}</w:p>
<w:p>${text('Kept')}<w:del><w:r><w:delText> deleted</w:delText></w:r></w:del><w:ins>${text(' added')}</w:ins>${text(' text')}<w:r><w:footnoteReference w:id="2"/></w:r>${text('.')}</w:p>
<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden</w:t></w:r>${text('Shown')}<w:r><w:tab/><w:t>tabbed</w:t><w:br/><w:t>broken</w:t></w:r></w:p>
${item('first')}${item('second')}
<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${text('In a box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p>${text('Twice')}</w:p></mc:Fallback></mc:AlternateContent></w:r>${text('Around the box')}</w:p>
<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr>${text('By outline level')}</w:p>
<w:p><w:r><w:fldChar/><w:instrText>PAGE</w:instrText></w:r>${text('Last')}</w:p>
</w:body></w:document>`;
}

/** Runs with a `^` before them are raised, with a `~` too but by their style; those with a `_` are lowered. */
function raisedRuns(): string {
  const runs =
    'The ordinance was repealed|^3| by Ida Holm|^a| on the 1|^st|. It held 10|^-6| of CO|_2| in base 15|_2|.|~4'.split(
      '|',
    );
  const properties: Readonly<Record<string, string>> = {
    '^': '<w:vertAlign w:val="superscript"/>',
    _: '<w:vertAlign w:val="subscript"/>',
    '~': '<w:rStyle w:val="Mark"/>',
  };
  const body = runs.map((run) => {
    const own = properties[run.charAt(0)];
    if (own === undefined) return `<w:r><w:t>${run}</w:t></w:r>`;
    return `<w:r><w:rPr>${own}</w:rPr><w:t>${run.slice(1)}</w:t></w:r>`;
  });
  return `<w:document><w:body><w:p>${body.join('')}</w:p></w:body></w:document>`;
}

/** A mail with a table in HTML, three people and a file, and inside it one in rich text. */
function outlookMessage(): Uint8Array {
  return writeOutlook({
    properties: {
      0x0037: 'Lamp oil for März',
      0x0c1a: 'Ida Holm',
      0x0c1f: '/o=Harbour/cn=holm',
      0x5d01: 'ida@harbour.test',
      0x1000: 'The oil comes on Friday.',
      0x1013: latin(
        '<p>The oil comes on <b>Friday</b>\xa0\x96 forty cans.</p><table><tr><td>oil</td><td>40</td></tr></table>',
      ),
    },
    fixed: { 0x0039: 134_168_508_000_000_000n, 0x3fde: 1252 },
    recipients: [
      { properties: { 0x3001: 'Tom Lind', 0x39fe: 'tom@harbour.test' }, fixed: { 0x0c15: 1 } },
      { properties: { 0x3001: 'keepers@harbour.test', 0x3003: 'keepers@harbour.test' }, fixed: { 0x0c15: 2 } },
    ],
    attachments: [
      { properties: { 0x3701: latin('The list of cans.'), 0x3707: 'cans.txt' } },
      { properties: { 0x3701: latin('\x89PNG'), 0x3707: 'logo.png', 0x3712: 'logo@harbour' } },
      {
        properties: {},
        message: { properties: { 0x0037: 'Greeting', 0x0c1a: 'Lena', 0x1009: Buffer.from(PACKED_RTF, 'hex') } },
      },
    ],
  });
}

await mkdir(FOLDER, { recursive: true });
for (const [name, bytes] of Object.entries(files)) await writeFile(new URL(name, FOLDER), bytes);
