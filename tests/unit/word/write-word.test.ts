import { XmlDocument } from 'libxml2-wasm';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeWord } from '../../../src/adapters/word/write-word';
import { quoteMarkdown } from '../../../src/core/text/escape-markdown';
import { unpacked } from '../../helpers/duckdb-over';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SPACES = {
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
};

const MARKDOWN = `# Notebook: River & <town>

> “Ada \\[kept\\] it.”[^1-1]

My **own** *words* with [a page](https://example.org/?a=1&b=2), [a trap](javascript:alert(1)) and <b>no HTML</b>.[^1-2]

3. third
4. fourth
   - deep

| a | b |
| --- | --- |
| 1 | 2[^1-1] |

\`\`\`
let a = 1;
\`\`\`

![Map with Ada][map]

![Elsewhere](https://example.org/x.png) [^unknown]

---

The end \u0000\u000b.

[^1-1]: The book, page 14
[^1-2]: Another *book*
[map]: data:image/png;base64,${PNG}
`;

/** The parts of the file, each read by libxml2. */
async function partsOf(markdown: string) {
  const files = await unpacked(await writeWord(markdown));
  const parse = (path: string): XmlDocument => XmlDocument.fromBuffer(files.get(path) ?? new Uint8Array());
  return { files, body: parse('word/document.xml'), notes: parse('word/footnotes.xml'), parse };
}

const textsOf = (document: XmlDocument, path: string): readonly string[] =>
  document.find(path, SPACES).map((node) => ('content' in node ? node.content : ''));

test('a Word file is a ZIP of well-formed XML with the same words as the Markdown', async () => {
  const { files, body, parse } = await partsOf(MARKDOWN);
  for (const path of files.keys()) if (/\.(?:xml|rels)$/u.test(path)) parse(path).dispose();
  const words = textsOf(body, '//w:p').join('\n');
  for (const part of [
    'Notebook: River & <town>',
    '“Ada [kept] it.”',
    'My own words with a page',
    'third',
    'deep',
    'let a = 1;',
  ])
    expect(words).toContain(part);
  expect(words).toContain('<b>no HTML</b>');
  expect(words).toContain('[^unknown]');
  expect(words).not.toContain('[^1-1]');
});

test('its marks lead to footnotes, which hold document and page', async () => {
  const { body, notes } = await partsOf(MARKDOWN);
  const ids = textsOf(body, '//w:footnoteReference/@w:id');
  expect(ids).toHaveLength(3);
  const texts = ids.map((id) => textsOf(notes, `//w:footnote[@w:id="${id}"]//w:t`).join('').trim());
  expect(texts).toEqual(['The book, page 14', 'Another book', 'The book, page 14']);
});

test('it has headings, a list that begins at its number, a table and the picture with its words', async () => {
  const { files, body, parse } = await partsOf(MARKDOWN);
  expect(textsOf(body, '//w:pStyle/@w:val')).toContain('Heading1');
  expect(body.find('//w:tbl//w:tr', SPACES)).toHaveLength(2);
  expect(textsOf(parse('word/numbering.xml'), '//w:lvl[@w:ilvl="0"]/w:start/@w:val')).toContain('3');
  expect([...files.keys()].filter((path) => path.endsWith('.png'))).toHaveLength(1);
  expect(textsOf(body, '//wp:docPr/@descr')).toEqual(['Map with Ada']);
});

test('it leads to pages of the web alone, and fetches no picture', async () => {
  const { files } = await partsOf(MARKDOWN);
  const links = new TextDecoder().decode(files.get('word/_rels/document.xml.rels'));
  expect(links).toContain('https://example.org/?a=1&amp;b=2');
  expect(links).not.toContain('javascript');
  expect(links).not.toContain('x.png');
});

test('of nothing it is a file with no words', async () => {
  const { body } = await partsOf('');
  expect(textsOf(body, '//w:t')).toEqual([]);
});

/** The words of each paragraph, with its direction and those of its runs. */
async function paragraphsOf(markdown: string) {
  const { body } = await partsOf(markdown);
  return body.find('//w:p[.//w:t]', SPACES).map((node) => {
    const within = (path: string): readonly string[] =>
      node.find(path, SPACES).map((one) => ('content' in one ? one.content : ''));
    return {
      text: within('.//w:t').join(''),
      lines: within('.//w:br').length + 1,
      isRightToLeft: within('w:pPr/w:bidi').length > 0,
      rightToLeft: within('.//w:r[w:rPr/w:rtl]').join(''),
    };
  });
}

test('paragraphs in Arabic and Hebrew run from right to left, and so do their words within others', async () => {
  const markdown = '# שלום\n\nمرحبا (عام 1937) بالعالم.\n\n- Ada said “مرحبا بك” to **all**.\n- Ada.\n\n> שלום Ada\n';
  expect(await paragraphsOf(markdown)).toEqual([
    { text: 'שלום', lines: 1, isRightToLeft: true, rightToLeft: 'שלום' },
    {
      ...{ text: 'مرحبا (عام 1937) بالعالم.', lines: 1, isRightToLeft: true },
      rightToLeft: 'مرحبا (عام 1937) بالعالم.',
    },
    { text: 'Ada said “مرحبا بك” to all.', lines: 1, isRightToLeft: false, rightToLeft: 'مرحبا بك' },
    { text: 'Ada.', lines: 1, isRightToLeft: false, rightToLeft: '' },
    { text: 'שלום Ada', lines: 1, isRightToLeft: true, rightToLeft: 'שלום ' },
  ]);
});

test('what a person types as Markdown has its lines, its tasks and its signs', async () => {
  const markdown = '> Shall it stay\n> or go?\n\n- [ ] open *it*\n- [x] done\n\nx &lt; y &amp; 5&nbsp;km, \\&amp;\n';
  expect(await paragraphsOf(markdown)).toMatchObject([
    { text: 'Shall it stayor go?', lines: 2 },
    { text: '☐ open it', lines: 1 },
    { text: '☒ done', lines: 1 },
    { text: 'x < y & 5\u00A0km, &amp;', lines: 1 },
  ]);
});

const quoted = new URL('../../fixtures/quoted/', import.meta.url);

test.each(readdirSync(quoted).filter((name) => name !== 'table.txt'))(
  'the lines of a quotation stay: %s',
  async (name) => {
    const text = readFileSync(new URL(name, quoted), 'utf8');
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const paragraphs = await paragraphsOf(`${quoteMarkdown(text, '[^1]')}\n\n[^1]: Book\n`);
    const words = (part: string): string => part.replace(/\s+/gu, '');
    expect(words(paragraphs.map((one) => one.text).join(''))).toBe(words(text));
    expect(paragraphs.reduce((sum, one) => sum + one.lines, 0)).toBe(lines.length);
  },
);

test('an address of a quotation leads where it says', async () => {
  const { files } = await partsOf(quoteMarkdown('See http://example.org/plan_of_vell/sheet_1986.html.', ''));
  const links = new TextDecoder().decode(files.get('word/_rels/document.xml.rels'));
  expect(links).toContain('Target="http://example.org/plan_of_vell/sheet_1986.html"');
});
