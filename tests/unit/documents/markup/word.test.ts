import { describe, expect, test } from 'vitest';
import { zipTexts } from '../../../../scripts/lib/docx-writer';
import { openPdfInNode } from '../../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../../src/adapters/documents/read-source';
import type { ReadDocument } from '../../../../src/core/ports/documents';

const NAMES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ');

/** Reads a Word document of these parts; `document` is the inside of its body. */
async function readWord(
  parts: { readonly document: string } & Readonly<Record<string, string>>,
): Promise<ReadDocument> {
  const files = Object.entries(parts).map(([name, inside]) => {
    const root = name === 'document' ? `<w:body>${inside}</w:body>` : inside;
    return [`word/${name}.xml`, `<w:${name} ${NAMES}>${root}</w:${name}>`] as const;
  });
  const bytes = await zipTexts({ '[Content_Types].xml': '<Types/>', ...Object.fromEntries(files) });
  const file = { path: 'a.docx', bytes: new Blob([bytes.slice()]) };
  const result = await readSource(file, { openPdf: openPdfInNode });
  const [document] = result.kind === 'documents' ? result.documents : [];
  if (!document) throw new Error('There is no document.');
  return document;
}

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inside: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
const styled = (style: string, text: string): string => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
const item = (list: number, level: number, text: string): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${String(level)}"/><w:numId w:val="${String(list)}"/></w:numPr>`);
const cell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
const row = (...cells: readonly string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${String(at)}"><w:start w:val="1"/>${more}<w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;

describe('lists of a Word document', () => {
  const numbering = `
    <w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'lowerRoman', '(%3)')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1', '<w:pStyle w:val="Heading1"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="Heading2"/>')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '·')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num>`;

  test('keep the further paragraphs of an item, whose bullet is blank', async () => {
    const lists = `${numbering}<w:abstractNum w:abstractNumId="9">${level(0, 'bullet', ' ')}</w:abstractNum><w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>`;
    const items = [item(1, 0, 'Pay'), item(9, 0, 'in March'), item(1, 0, 'Moor'), paragraph(run('After.'))];
    const { text } = await readWord({ numbering: lists, document: items.join('') });
    expect(text).toBe('1. Pay\n  in March\n2. Moor\n\nAfter.');
  });

  test('have the numbers and letters that Word shows, also where a list starts at another one', async () => {
    const items = [
      item(1, 0, 'Moor'),
      item(1, 1, 'slowly'),
      item(1, 1, 'at night'),
      item(1, 2, 'with lamps'),
      item(1, 0, 'Pay'),
    ];
    const { text } = await readWord({
      numbering,
      document: [...items, item(4, 0, 'Fourth'), item(4, 0, 'Fifth')].join(''),
    });
    expect(text).toBe('1. Moor\n  a) slowly\n  b) at night\n    (i) with lamps\n2. Pay\n4. Fourth\n5. Fifth');
  });

  test('have numbers where the name of their format is that of a property that all objects have', async () => {
    const lists = `<w:abstractNum w:abstractNumId="0">${level(0, 'constructor', '%1.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const { text } = await readWord({ numbering: lists, document: item(1, 0, 'Moor') });
    expect(text).toBe('1. Moor');
  });

  test('are read where a level is missing among theirs, and without levels that no list has', async () => {
    const override = (at: number): string =>
      `<w:lvlOverride w:ilvl="${String(at)}">${level(at, 'decimal', `%${String(at + 1)}.`)}</w:lvlOverride>`;
    const { text } = await readWord({
      numbering: `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}</w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="0"/>${override(2)}${override(300_000_000)}${override(-1)}</w:num>`,
      styles:
        '<w:style w:styleId="Steps"><w:name w:val="Steps"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
      document: styled('Steps', 'Moor') + item(1, 2, 'slowly'),
    });
    expect(text).toBe('1. Moor\n    1. slowly');
  });

  test('come from a style, as heading numbers do', async () => {
    const list = (id: number): string => `<w:pPr><w:numPr><w:numId w:val="${String(id)}"/></w:numPr></w:pPr>`;
    const styles = `
      <w:style w:styleId="Heading1"><w:name w:val="heading 1"/>${list(2)}</w:style>
      <w:style w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Heading1"/></w:style>
      <w:style w:styleId="Steps"><w:name w:val="List Bullet"/>${list(3)}</w:style>`;
    const read = await readWord({
      numbering,
      styles,
      document:
        styled('Heading1', 'Scope') +
        styled('Heading2', 'Masters') +
        styled('Heading2', 'Pilots') +
        styled('Steps', 'the log'),
    });
    expect(read.text).toBe('1 Scope\n\n1.1 Masters\n\n1.2 Pilots\n\n- the log');
    expect(read.headings.map((heading) => [heading.level, heading.text])).toEqual([
      [1, '1 Scope'],
      [2, '1.1 Masters'],
      [2, '1.2 Pilots'],
    ]);
  });
});

test('foot- and endnotes of one id have marks of their own, numbered as they are seen', async () => {
  const note = (kind: string, id: number, text: string): string =>
    `<w:${kind} w:id="${String(id)}">${paragraph(run(text))}</w:${kind}>`;
  const refer = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${String(id)}"/></w:r>`;
  const { text } = await readWord({
    document: paragraph(
      run('Closed') + refer('footnote', 7) + run(' and reopened') + refer('footnote', 2) + refer('endnote', 2),
    ),
    footnotes: note('footnote', 0, 'separator') + note('footnote', 2, 'In June.') + note('footnote', 7, 'By ice.'),
    endnotes: note('endnote', 2, 'See the plans.'),
  });
  expect(text).toBe('Closed[1] and reopened[2][i]\n\n[1] By ice.\n\n[2] In June.\n\n[i] See the plans.');
});

test('a cell merged over rows is repeated, one merged over columns keeps the others in their place', async () => {
  const { text } = await readWord({
    document: `<w:tbl>${[
      row(cell('District'), cell('Port'), cell('Dues')),
      row(cell('Northern', '<w:vMerge w:val="restart"/>'), cell('Varde'), cell('410')),
      row(cell('', '<w:vMerge/>'), cell('Skagen'), cell('275')),
      row(cell('Total', '<w:gridSpan w:val="2"/>'), cell('685')),
    ].join('')}</w:tbl>`,
  });
  expect(text).toBe('District | Port | Dues\nNorthern | Varde | 410\nNorthern | Skagen | 275\nTotal |  | 685');
});

test('formulas and raised digits stay the numbers that they are', async () => {
  const math = (inside: string): string => `<m:oMath>${inside}</m:oMath>`;
  const part = (name: string, text: string): string => `<m:${name}><m:r><m:t>${text}</m:t></m:r></m:${name}>`;
  const { text } = await readWord({
    document: paragraph(
      [
        run('A share of '),
        math(`<m:f>${part('num', '3')}${part('den', '4')}</m:f>`),
        run(', a load of '),
        math(`<m:sSup>${part('e', '10')}${part('sup', '6')}</m:sSup>`),
        run(', a side of '),
        math(`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${part('e', 'y')}</m:rad>`),
        run(' and '),
        math(
          `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', 'i=1')}${part('sup', 'n')}${part('e', 'i')}</m:nary>`,
        ),
        run(', 25 m'),
        run('2', '<w:vertAlign w:val="superscript"/>'),
      ].join(''),
    ),
  });
  expect(text).toBe('A share of 3/4, a load of 10^6, a side of √(y) and ∑_(i=1)^n i, 25 m²');
});

test('deleted, moved-away and hidden text is out; a paragraph whose end was deleted goes on', async () => {
  const { text } = await readWord({
    document: [
      paragraph(run('The fee is 120 crowns '), '<w:rPr><w:del w:id="1"/></w:rPr>'),
      paragraph(run('a night.')),
      paragraph(
        `${run('Due ')}<w:del><w:r><w:delText>1 March</w:delText></w:r></w:del><w:ins>${run('15 April')}</w:ins>`,
      ),
      paragraph(`<w:moveFrom>${run('Boats need leave.')}</w:moveFrom>`),
      paragraph(`<w:moveTo>${run('Boats need leave.')}</w:moveTo>`),
      paragraph(
        run('Shown') + run(' secret', '<w:vanish/>') + run(' har') + '<w:r><w:softHyphen/></w:r>' + run('bour'),
      ),
    ].join(''),
  });
  expect(text).toBe('The fee is 120 crowns a night.\n\nDue 15 April\n\nBoats need leave.\n\nShown harbour');
});

test('ruby, signs of symbol fonts, form values and comments are kept', async () => {
  const { text } = await readWord({
    document: [
      paragraph(
        `<w:r><w:ruby><w:rt>${run('たなか')}</w:rt><w:rubyBase>${run('田中')}</w:rubyBase></w:ruby></w:r>${run('は')}`,
      ),
      paragraph(
        `${run('Angle ')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>${run(' seen \uf0fe', '<w:rFonts w:ascii="Wingdings"/>')}`,
      ),
      paragraph(
        `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>${run(' insured')}`,
      ),
      paragraph(
        `${run('Pay ')}<w:commentRangeStart w:id="0"/>${run('120 crowns')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run('.')}`,
      ),
      paragraph(
        `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Choose a berth')}</w:sdtContent></w:sdt>${run('Berth: 4')}`,
      ),
    ].join(''),
    comments: `<w:comment w:id="0" w:author="Ida Holm">${paragraph(run('Still right?'))}</w:comment>`,
  });
  expect(text).toBe(
    '田中(たなか)は\n\nAngle α seen ☑\n\n☑ insured\n\nPay 120 crowns.\n\n[comment] Ida Holm, “120 crowns”: Still right?\n\nBerth: 4',
  );
});

test('a box of text is read once, behind its paragraph', async () => {
  const box = `<w:txbxContent>${paragraph(run('Beware of frost'))}</w:txbxContent>`;
  const { text } = await readWord({
    document: paragraph(
      `${run('Beside the box.')}<w:r><mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ),
  });
  expect(text).toBe('Beside the box.\n\nBeware of frost');
});

test('a document is read whatever prefix its names have', async () => {
  const bytes = await zipTexts({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<ns0:document xmlns:ns0="urn:w"><ns0:body><ns0:p><ns0:r><ns0:t>The lamp was lit.</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>`,
  });
  const result = await readSource({ path: 'a.docx', bytes: new Blob([bytes.slice()]) }, { openPdf: openPdfInNode });
  expect(result.kind === 'documents' && result.documents[0]?.text).toBe('The lamp was lit.');
});

test('code in a Word document is one block with its lines as they are typed', async () => {
  const styles = '<w:style w:styleId="x"><w:name w:val="HTML Preformatted"/></w:style>';
  const lines = ['if bell:', '    ring()', '', 'rest()'].map((line) => styled('x', line));
  const { text } = await readWord({ styles, document: `${lines.join('')}${paragraph(run('After.'))}` });
  expect(text).toBe('```\nif bell:\n    ring()\n\nrest()\n```\n\nAfter.');
});

test('a numbered cell without words shows its number, and counts', async () => {
  const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const check = (words: string): string => row(`<w:tc>${item(1, 0, '')}</w:tc>`, cell(words));
  const { text } = await readWord({ numbering, document: `<w:tbl>${check('Lamp')}${check('Bell')}</w:tbl>` });
  expect(text).toBe('1. | Lamp\n2. | Bell');
});

test('the description of a picture stands apart from the words around it', async () => {
  const picture = '<w:r><w:drawing><wp:docPr descr="A bell"/></w:drawing></w:r>';
  const { text } = await readWord({ document: paragraph(`${run('Rung:')}${picture}${run('at noon')}`) });
  expect(text).toBe('Rung: A bell at noon');
});

test('web pages that a program put into a document as they are stand at their place', async () => {
  const related = (id: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="${target}"/>`;
  const bytes = await zipTexts({
    '[Content_Types].xml': '<Types/>',
    'word/_rels/document.xml.rels': `<Relationships>${related('a', '/word/page.html')}${related('b', 'saved.mht')}</Relationships>`,
    'word/page.html': '<style>p { color: red }</style><ol start="3"><li>Light the lamp.</li></ol>',
    'word/saved.mht': 'MIME-Version: 1.0\nContent-Type: text/html\n\n<h2>Bell</h2><p>Rung at noon.</p>',
    'word/document.xml': `<w:document ${NAMES}><w:body><w:altChunk r:id="a"/>${paragraph(run('Then'))}<w:altChunk r:id="b"/></w:body></w:document>`,
  });
  const result = await readSource({ path: 'a.docx', bytes: new Blob([bytes.slice()]) }, { openPdf: openPdfInNode });
  expect(result.kind === 'documents' && result.documents[0]?.text).toBe(
    '3. Light the lamp.\n\nThen\n\nBell\n\nRung at noon.',
  );
});
