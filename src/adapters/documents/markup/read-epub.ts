import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { EMPTY, resolvePath } from '../office/open-package';
import { openZip } from '../read-zip';
import { oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import type { HtmlNotes } from './html-notes';
import { decoded, placeIn } from './page-content';
import { readPage } from './read-html';
import { elementsOf, findElement, findElements, markupTree, textOfElement, type MarkupElement } from './markup-tree';
import { walkMarkup } from './walk-markup';

/** Reads an e-book (EPUB 2 and 3): its chapters in reading order, as one document. */
export async function readEpub(source: OpenSource): Promise<ReadResult> {
  const zip = await openZip(source.bytes, source);
  const xml = async (path: string): Promise<MarkupElement> => {
    const bytes = await zip.find(path);
    return bytes ? markupTree(decodeText(bytes, 'utf-8'), source.onProgress) : EMPTY;
  };
  if (findElement(await xml('META-INF/encryption.xml'), 'EncryptedKey'))
    throw new ParseError(
      message`It is an e-book that is locked to one program or device. Add a copy without such a lock.`,
    );
  const path = findElement(await xml('META-INF/container.xml'), 'rootfile')?.attributes['full-path'] ?? '';
  const book = await xml(path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const blocks: Block[] = [];
  const chapters = new Map(Array.from(chaptersOf(book), (path) => [resolvePath(folder, decoded(path)), path]));
  const places = new Map<string, string>();
  const markupOf = async (place: string, chapter: string): Promise<string | undefined> => {
    const bytes = (await zip.find(resolvePath(folder, chapter))) ?? (await zip.find(place));
    return bytes && decodeText(bytes, 'utf-8');
  };
  for (const [place, chapter] of chapters) {
    const open = (name: string, { id }: Readonly<Record<string, string>>): void =>
      void (id !== undefined && places.set(placeIn(place, id), name));
    walkMarkup((await markupOf(place, chapter)) ?? '', { open }, { xml: 'xhtml', onProgress: source.onProgress });
  }
  let notes: HtmlNotes | undefined;
  let number = 0;
  for (const [place, chapter] of chapters) {
    const markup = await markupOf(place, chapter);
    if (markup === undefined) continue;
    const page = readPage(markup, source.onProgress, { path: place, places, before: notes });
    notes = page.notes;
    const name = page.blocks.find(({ kind }) => kind === 'heading');
    number += 1;
    blocks.push(
      { kind: 'part', part: 'chapter', number, ...(name?.kind === 'heading' && { name: name.text }) },
      ...page.blocks,
    );
  }
  if (number === 0)
    throw new ParseError(message`It is an e-book without chapters that can be read. Get a fresh copy of the file.`);
  const metadata = findElement(book, 'metadata') ?? EMPTY;
  const fact = (name: string): string =>
    elementsOf(metadata, name)
      .map((one) => oneLine(textOfElement(one)))
      .join(', ');
  return oneDocument(source, render(blocks), { title: fact('title'), author: fact('creator') });
}

/** Paths of the chapters in reading order, as the book names them. */
function* chaptersOf(book: MarkupElement): Generator<string> {
  const paths = new Map<string, string>();
  for (const { attributes } of findElements(findElement(book, 'manifest') ?? EMPTY, 'item')) {
    const { id = '', href = '', 'media-type': type = '' } = attributes;
    if (/html/u.test(type)) paths.set(id, href.replace(/#.*$/u, ''));
  }
  for (const { attributes } of elementsOf(findElement(book, 'spine') ?? EMPTY, 'itemref')) {
    const path = paths.get(attributes['idref'] ?? '');
    if (path !== undefined) yield path;
  }
}
