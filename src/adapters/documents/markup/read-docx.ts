import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { render } from '../blocks/render';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import type { Block } from '../blocks/block';
import { savedPage } from '../mail/read-mail';
import { EMPTY, officeFacts, openPackage, type OfficePackage } from '../office/open-package';
import { decodeText } from '../text/decode-text';
import { WordBody, type WordParts } from './docx-body';
import { ListCounter, readNumbering } from './docx-numbering';
import { readStyles, valueIn } from './docx-styles';
import { elementsOf, findElement, type MarkupElement } from './markup-tree';
import { readPage } from './read-html';

/** Reads a Word document: headings and lists with their numbers, tables, notes, comments, formulas; deleted text is left out. */
export async function readDocx(source: OpenSource): Promise<ReadResult> {
  const file = await openPackage(source);
  const main = file.paths.find((path) => /^word\/document\d*\.xml$/u.test(path));
  if (!main)
    throw new ParseError(message`It is not a Word document: its main part is missing. Save it again from Word.`);
  const part = async (path: string): Promise<MarkupElement> => (await file.part(path)) ?? EMPTY;
  const styles = readStyles(await part('word/styles.xml'));
  const numbering = readNumbering(await part('word/numbering.xml'), (style) => styles(style).list ?? '');
  const settings = await part('word/settings.xml');
  const body = new WordBody({
    styles,
    lists: new ListCounter(numbering),
    footnotes: byId(await part('word/footnotes.xml'), 'footnote'),
    endnotes: byId(await part('word/endnotes.xml'), 'endnote'),
    comments: byId(await part('word/comments.xml'), 'comment'),
    chunks: await chunksOf(file, main, source),
    noteFormats: {
      foot: noteFormat(settings, 'footnotePr') ?? 'decimal',
      end: noteFormat(settings, 'endnotePr') ?? 'lowerRoman',
    },
  });
  const document = findElement(await part(main), 'body');
  const built = render(document ? allBlocks(body, document) : []);
  const { title, author } = officeFacts(await file.part('docProps/core.xml'));
  return oneDocument(source, built, { title: authoredTitle(title), author, unmarked: 'some' });
}

function* allBlocks(body: WordBody, document: MarkupElement) {
  yield* body.blocks(document);
  yield* body.notes();
}

/** Web pages, also saved ones, that programs put into a document as they are. */
async function chunksOf(file: OfficePackage, main: string, source: OpenSource): Promise<WordParts['chunks']> {
  const chunks = new Map<string, readonly Block[]>();
  for (const [id, { kind, path }] of await file.relations(main)) {
    const bytes = kind === 'aFChunk' ? await file.bytes(path) : undefined;
    if (!bytes) continue;
    if (/\.html?$/iu.test(path)) chunks.set(id, readPage(decodeText(bytes), source.onProgress).blocks);
    else if (/\.mht(?:ml)?$/iu.test(path)) chunks.set(id, (await savedPage({ ...source, bytes })).blocks);
  }
  return chunks;
}

function byId(part: MarkupElement, name: string): ReadonlyMap<string, MarkupElement> {
  const [root] = elementsOf(part);
  return new Map(root ? elementsOf(root, name).map((element) => [element.attributes['id'] ?? '', element]) : []);
}

function noteFormat(settings: MarkupElement, name: string): string | undefined {
  const properties = findElement(settings, name);
  return properties && valueIn(properties, 'numFmt');
}
