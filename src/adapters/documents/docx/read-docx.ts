import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports/documents';
import { walkMarkup, type MarkupHandler } from '../markup/walk-markup';
import { oneDocument, type OpenSource } from '../read-result';
import { oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { textBuilder } from '../text/text-builder';
import type { OpenZip } from '../zip/open-zip';
import { bodyHandler } from './docx-body';
import { readNumbering, type Numbering } from './docx-numbering';
import { readStyles, type Styles } from './docx-styles';

/** Reads a Word document: paragraphs, headings by style or outline level, lists, tables, foot- and endnotes; deleted text is left out. */
export async function readDocx(source: OpenSource, zip: OpenZip): Promise<ReadResult> {
  const main = zip.entries.find((entry) => /^word\/document\d*\.xml$/u.test(entry.filename))?.filename;
  if (!main) throw new ParseError('It is not a Word document: its main part is missing. Save it again from Word.');
  const part = async (path: string, handler: MarkupHandler): Promise<void> => {
    const bytes = await zip.find(path);
    if (bytes) walkMarkup(decodeText(bytes, 'utf-8'), handler, { xml: true, onProgress: source.onProgress });
  };
  const styles: Styles = await readStyles(part);
  const numbering: Numbering = await readNumbering(part);
  const builder = textBuilder();
  await part(main, bodyHandler(builder, styles, numbering));
  for (const [path, element] of [
    ['word/footnotes.xml', 'w:footnote'],
    ['word/endnotes.xml', 'w:endnote'],
  ] as const)
    await part(path, bodyHandler(builder, styles, numbering, element));
  const facts = await readCoreProperties(part);
  const attributes = facts.author ? { author: facts.author } : {};
  return oneDocument(source, 'docx', builder.finish(), { title: saneTitle(facts.title), attributes });
}

export type ReadPart = (path: string, handler: MarkupHandler) => Promise<void>;

async function readCoreProperties(part: ReadPart): Promise<{ title: string; author: string }> {
  const texts = { title: '', author: '' };
  let current: 'title' | 'author' | undefined;
  await part('docProps/core.xml', {
    open: (name) => {
      current = name === 'dc:title' ? 'title' : name === 'dc:creator' ? 'author' : undefined;
    },
    close: () => {
      current = undefined;
    },
    text: (text) => {
      if (current) texts[current] += text;
    },
  });
  return { title: oneLine(texts.title), author: oneLine(texts.author) };
}

function saneTitle(title: string): string | undefined {
  return /^(untitled|document ?\d*|title|word document|microsoft word\b.*)$/iu.test(title) ? undefined : title;
}
