import { expect, test } from 'vitest';
import { zipTexts } from '../../../../scripts/lib/docx-writer';
import { openPdfInNode } from '../../../../scripts/lib/open-pdf-in-node';
import { readSource } from '../../../../src/adapters/documents/read-source';

/** Text of an e-book with these chapters, which lie in a folder of their own. */
async function textOf(chapters: Readonly<Record<string, string>>): Promise<string> {
  const names = Object.keys(chapters);
  const items = names.map((name) => `<item id="${name}" href="texts/${name}" media-type="application/xhtml+xml"/>`);
  const spine = names.map((name) => `<itemref idref="${name}"/>`);
  const files = names.map((name) => [`book/texts/${name}`, `<html><body>${chapters[name] ?? ''}</body></html>`]);
  const book = await zipTexts({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book/a.opf"/></rootfiles></container>',
    'book/a.opf': `<package><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...Object.fromEntries(files),
  });
  const source = { path: 'a.epub', bytes: new Blob([book.slice()]) };
  const result = await readSource(source, { openPdf: openPdfInNode });
  return result.kind === 'documents' ? result.documents.map(({ text }) => text).join('\n\n') : '';
}

test('an e-book has notes in the chapter that a link names, and in no other', async () => {
  const chapter = (address: string): string =>
    `<p>It rang<sup><a href="${address}#n1">1</a></sup>.</p><ol><li id="n1">Buy rope.</li></ol>`;
  expect(await textOf({ 'one.xhtml': chapter('one.xhtml'), 'two.xhtml': chapter('../texts/two.xhtml') })).toBe(
    'It rang[1].\n\n[1] Buy rope.\n\nIt rang[1*2].\n\n[1*2] Buy rope.',
  );
  expect(await textOf({ 'one.xhtml': chapter('notes.xhtml'), 'notes.xhtml': '<p>Of 1783.</p>' })).toBe(
    'It rang¹.\n\n1. Buy rope.\n\nOf 1783.',
  );
});

test('an e-book has notes in a chapter of their own, each under the mark at its place', async () => {
  const one = '<p>It rang<sup id="a"><a href="notes.xhtml#n1">1</a></sup>.</p>';
  const two = '<p id="a">It fell<a epub:type="noteref" href="../texts/notes.xhtml#n2">1</a>.</p>';
  const notes =
    '<ol><li id="n1">Buy rope. <a href="one.xhtml#a">back</a></li><li id="n2"><p>Of 1783. <a href="two.xhtml#a">↩</a></p></li></ol>';
  expect(await textOf({ 'one.xhtml': one, 'two.xhtml': two, 'notes.xhtml': notes })).toBe(
    'It rang[1].\n\nIt fell[1*2].\n\n[1] Buy rope.\n\n[1*2] Of 1783.',
  );
});
