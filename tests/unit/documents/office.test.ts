import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { utils, write, type WorkSheet } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { zipTexts } from '../../../scripts/lib/docx-writer';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import type { ReadDocument } from '../../../src/core/ports/documents';
import { readSource } from '../../../src/adapters/documents/read-source';

async function textOf(path: string, content: string | Uint8Array): Promise<string> {
  const bytes = new Blob([typeof content === 'string' ? content : content.slice()]);
  const result = await readSource({ path, bytes }, { openPdf: openPdfInNode });
  return result.kind === 'documents' ? result.documents.map(({ text }) => text).join('\n\n') : '';
}

const NAMES = ['office', 'text', 'table'].map((name) => `xmlns:${name}="urn:oasis:${name}"`).join(' ');

/** An OpenDocument file with one table. Its type is not packed. */
async function odf(kind: 'text' | 'spreadsheet', rows: string): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, level: 0 });
  const content = `<office:document-content ${NAMES}><office:body><office:${kind}><table:table table:name="S">${rows}</table:table></office:${kind}></office:body></office:document-content>`;
  await writer.add('mimetype', new TextReader(`application/vnd.oasis.opendocument.${kind}`));
  await writer.add('content.xml', new TextReader(content));
  return writer.close();
}

const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, attributes = ''): string => `<table:table-row ${attributes}>${cells}</table:table-row>`;

describe('a table of an OpenDocument text', () => {
  test('has its repeated cells and rows as often as it says', async () => {
    const rows = [
      row(cell('same', 'table:number-columns-repeated="3"') + cell('d')),
      row(cell('r'), 'table:number-rows-repeated="2"'),
      row('<table:table-cell/>', 'table:number-rows-repeated="9000000"'),
    ];
    expect(await textOf('a.odt', await odf('text', rows.join('')))).toBe('same | same | same | d\nr\nr');
  });

  test('keeps its columns beside covered cells, with and without a cell that covers them', async () => {
    const covered = '<table:covered-table-cell/>';
    const rows = [
      row(cell('wide', 'table:number-columns-spanned="2" table:number-rows-spanned="2"') + covered + cell('c')),
      row('<table:covered-table-cell table:number-columns-repeated="2"/>' + cell('d')),
      row(covered + cell('x')),
    ];
    expect(await textOf('a.odt', await odf('text', rows.join('')))).toBe('wide |  | c\nwide |  | d\n | x');
  });

  test.each(['text', 'spreadsheet'] as const)('with millions of repeated cells is refused (%s)', async (kind) => {
    const many = row(cell('v', 'table:number-columns-repeated="900"'), 'table:number-rows-repeated="9000"');
    const path = kind === 'text' ? 'a.odt' : 'a.ods';
    await expect(textOf(path, await odf(kind, many))).rejects.toThrow('It holds more than 2,000,000 cells.');
  });
});

describe('an OpenDocument text', () => {
  const style = (name: string, parent: string, letters = ''): string =>
    `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}">${letters}</style:style>`;
  const read = async (styles: string, body: string): Promise<ReadDocument | undefined> => {
    const bytes = await zipTexts({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    });
    const result = await readSource({ path: 'a.odt', bytes: new Blob([bytes.slice()]) }, { openPdf: openPdfInNode });
    return result.kind === 'documents' ? result.documents[0] : undefined;
  };

  test('has lines of code as they are typed, in one block', async () => {
    const lines = ['if bell:', '<text:s text:c="4"/>ring()', '', 'rest()'];
    const body = lines.map((line) => `<text:p text:style-name="P1">${line}</text:p>`).join('');
    const document = await read(style('P1', 'Preformatted_20_Text'), `${body}<text:p>After.</text:p>`);
    expect(document?.text).toBe('```\nif bell:\n    ring()\n\nrest()\n```\n\nAfter.');
  });

  test('has its title as a heading, and leaves out a paragraph whose style is hidden', async () => {
    const styles =
      style('P1', 'Title') + style('P2', 'Text', '<style:text-properties text:display="none"/>') + style('P3', 'P3');
    const body = ['Bells', 'secret', 'Kept.']
      .map((words, at) => `<text:p text:style-name="P${String(at + 1)}">${words}</text:p>`)
      .join('');
    const document = await read(styles, body);
    expect(document?.text).toBe('Bells\n\nKept.');
    expect(document?.headings).toEqual([{ start: 0, level: 1, text: 'Bells' }]);
  });

  test('has the values of its form where their fields stand', async () => {
    const forms =
      '<form:text form:id="c1" form:current-value="Mette"/><form:checkbox form:id="c2" form:label="Insured" form:current-state="checked"/>' +
      '<form:listbox form:id="c3"><form:option form:label="Sail"/><form:option form:label="Motor" form:current-selected="true"/></form:listbox>' +
      '<form:password form:id="c4" form:current-value="secret"/><form:button form:id="c5" form:label="Send"/>';
    const fields = ['Name', '', 'Kind', 'Code', '']
      .map((label, at) => `<text:p>${label} <draw:control draw:control="c${String(at + 1)}"/></text:p>`)
      .join('');
    const document = await read('', `<office:forms><form:form>${forms}</form:form></office:forms>${fields}`);
    expect(document?.text).toBe('Name Mette\n\n☑ Insured\n\nKind Motor\n\nCode');
  });

  test.each(['toString', '__proto__', 'constructor'])('has no value of a control that is called %s', async (name) => {
    const form = `<office:forms><form:form><form:${name} form:id="c1" form:value="x"/></form:form></office:forms>`;
    const document = await read('', `${form}<text:p>Name <draw:control draw:control="c1"/></text:p>`);
    expect(document?.text).toBe('Name');
  });
});

describe('an OpenDocument file whose type is packed or missing', () => {
  const content = `<office:document-content ${NAMES}><office:body><office:text><text:p>Kept.</text:p></office:text></office:body></office:document-content>`;
  const type = 'application/vnd.oasis.opendocument.text';

  test.each([
    ['packed', { mimetype: type.padEnd(2000) }],
    [
      'in the manifest alone',
      {
        'META-INF/manifest.xml': `<m:manifest xmlns:m="m"><m:file-entry m:full-path="/" m:media-type="${type}"/></m:manifest>`,
      },
    ],
  ])('is read (%s)', async (_, files) => {
    expect(await textOf('a.zip', await zipTexts({ 'content.xml': content, ...files }))).toBe('Kept.');
  });
});

describe('a workbook', () => {
  const workbook = (cells: Readonly<Record<string, string>>, facts: Partial<WorkSheet>): Uint8Array => {
    const sheet: WorkSheet = { ...facts };
    for (const [place, v] of Object.entries(cells)) sheet[place] = { t: 's', v };
    return new Uint8Array(
      write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer,
    );
  };

  test('writes one empty column for many that lie between two with words, and none before the first', async () => {
    const book = workbook({ C1: 'a', D1: 'b', XFD2: 'far' }, { '!ref': 'A1:XFD2' });
    expect(await textOf('a.xlsx', book)).toBe('S\n\na | b\n |  |  | far');
  });

  test.each([
    ['[$-407]d. mmmm yyyy', '9. März 2020'],
    ['[$-40C]dddd d mmm yyyy', 'lundi 9 mars 2020'],
    ['[$-419]d mmmm yyyy', '9 марта 2020'],
    ['[$-804]yyyy"年"mmmm', '2020年三月'],
    ['[$-F800]dddd, mmmm dd', 'Monday, March 09'],
    ['dd.mm.yyyy', '09.03.2020'],
    ['d. mmmm hh:mm:ss.0', '9. March 06:00:00.0'],
    ['[$-409]#,##0.00', '43,899.25'],
    ['[DBNum1][$-804]General', '43899.25'],
    ['[$€-407] #,##0.00', '€ 43,899.25'],
    ['[Red][<0]-0.0;0.0', '43899.3'],
    ['[$-de-DE]d. mmmm yyyy', '9. März 2020'],
    ['[$-411]ggge"年"m"月"d"日" aaa', '令和2年3月9日 月'],
    ['[$-804]yyyy"年"m"月"d"日" aaaa', '2020年3月9日 星期一'],
    ['yyyy-mm-dd', '2020-03-09'],
    ['0.0\\ %', '12.3 %', 0.1234],
    ['#,##0.00" %"', '0.12 %', 0.1234],
    ['0 %;-0 %', '-50 %', -0.5],
    ['000-0000', '1555-1234', 15_551_234],
    ['(000) 000-0000', '(1555) 123-4567', 15_551_234_567],
    ['000-00-0000', '-123-45-6789', -123_456_789],
    ['0 "kg"', '-3 kg', -2.5],
    ['0.0', '0.0', -0.01],
    ['#,##0.00;(#,##0.00)', '(2.50)', -2.5],
    ['???.???', '44.398', 44.398],
    ['[h]:mm', '29:15', 1.21875],
    ['s.00', '7.89', 43_899.212_591_32],
    ['m:s.0 "h"', '3:7.9 h', 43_899.210_508],
  ])('shows a value by its format %s as %s', async (z, shown, v = 43_899.25) => {
    const book = workbook({ A1: 'seen' }, { '!ref': 'A1:A2', A2: { t: 'n', v, z } });
    expect(await textOf('a.xlsx', book)).toBe(`S\n\nseen\n${shown}`);
  });

  test('has a merged label once, however often it says that it is merged', async () => {
    const merge = utils.decode_range('A1:A1048576');
    const cells = { A1: 'label', B1: 'x', B2: 'y' };
    const book = workbook(cells, { '!ref': 'A1:B2', '!merges': Array.from({ length: 2000 }, () => merge) });
    expect(await textOf('a.xlsx', book)).toBe('S\n\nlabel | x\nlabel | y');
  });
});

test('a slide with levels and spans that are no counts keeps its words, and stands once', async () => {
  const shape = (inner: string): string => `<p:sp><p:nvSpPr><p:cNvPr/></p:nvSpPr>${inner}</p:sp>`;
  const item =
    '<a:p><a:pPr lvl="-1"><a:buAutoNum type="arabicPeriod" startAt="x"/></a:pPr><a:r><a:t>one</a:t></a:r></a:p>';
  const tableCell = '<a:tc gridSpan="x"><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc>';
  const slide = `<p:sld><p:cSld><p:spTree>${shape(`<p:txBody>${item}</p:txBody>`)}${shape(`<a:tbl><a:tr>${tableCell}</a:tr></a:tbl>`)}</p:spTree></p:cSld></p:sld>`;
  const bytes = await zipTexts({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="a" Type="x/slide" Target="slides/1.xml"/></Relationships>',
    'ppt/slides/1.xml': slide,
  });
  expect(await textOf('a.pptx', bytes)).toBe('1. one\n\ncell');
});

test('a chapter that a book names many times is read once', async () => {
  const items =
    '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="./%61.xhtml" media-type="application/xhtml+xml"/>';
  const spine = '<itemref idref="a"/><itemref idref="b"/>'.repeat(100);
  const bytes = await zipTexts({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
    'book.opf': `<package><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    'a.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Only once.</p></body></html>',
  });
  expect(await textOf('a.epub', bytes)).toBe('Only once.');
});

test('a table of rich text has its cells at the edges that all rows share', async () => {
  const line = (...cells: readonly (readonly [edge: number, text: string])[]): string =>
    `\\trowd${cells.map(([edge]) => `\\cellx${edge}`).join('')} ${cells.map(([, text]) => `\\intbl ${text}\\cell`).join('')}\\row\n`;
  const rows = line([1000, 'a'], [2000, 'b'], [3000, 'c']) + line([2010, 'wide'], [3000, 'd']);
  expect(await textOf('a.rtf', `{\\rtf1 ${rows}\\pard After.\\par}`)).toBe('a | b | c\nwide |  | d\n\nAfter.');
});
