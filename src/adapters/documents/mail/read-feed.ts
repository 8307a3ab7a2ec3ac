import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { EMPTY } from '../office/open-package';
import { hasWords, oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { readPage } from '../markup/read-html';
import {
  elementsOf,
  findElement,
  findElements,
  markupOf,
  markupTree,
  textOfElement,
  type MarkupElement,
} from '../markup/markup-tree';

/** Reads a news feed (RSS, Atom): each entry under its title, with date, author and words. */
export function readFeed(source: OpenSource): ReadResult {
  const root = markupTree(decodeText(source.bytes), source.onProgress);
  const feed = findElement(root, 'channel') ?? findElement(root, 'feed');
  if (!feed)
    throw new ParseError(message`It is no news feed: it has neither a channel nor entries. Add it as a text file.`);
  const entries = [...findElements(root, 'item'), ...findElements(root, 'entry')];
  const blocks = entries.flatMap((entry) => entryBlocks(entry, source));
  return oneDocument(source, render(blocks), { title: titleOf(feed, source) });
}

const partOf = (element: MarkupElement, ...names: readonly string[]): string => {
  const found = names.map((name) => elementsOf(element, name)[0]).find(Boolean);
  return oneLine(textOfElement(found ?? EMPTY));
};

const titleOf = (element: MarkupElement, source: OpenSource): string =>
  oneLine(render(wordsOf(elementsOf(element, 'title')[0] ?? EMPTY, 'text', source)).text);

function entryBlocks(entry: MarkupElement, source: OpenSource): readonly Block[] {
  const bodies = ['encoded', 'content', 'description', 'summary'].flatMap((name) => elementsOf(entry, name));
  const body = bodies.find((one) => hasWords(textOfElement(one))) ?? EMPTY;
  const authors = elementsOf(entry, 'author').map((author) => partOf(author, 'name') || oneLine(textOfElement(author)));
  return [
    { kind: 'heading', level: 2, text: titleOf(entry, source) },
    { kind: 'field', name: 'Date', value: partOf(entry, 'pubDate', 'published', 'updated', 'date') },
    { kind: 'field', name: 'Author', value: partOf(entry, 'creator') || authors.join(', ') },
    ...wordsOf(body, entry.name === 'entry' ? 'text' : 'html', source),
  ];
}

/** The words of an element, which says if they are plain, a page that is written as text, or elements of a page. */
function wordsOf(element: MarkupElement, usual: 'text' | 'html', { onProgress }: OpenSource): readonly Block[] {
  const { type = usual } = element.attributes;
  if (/x(?:ht)?ml$/u.test(type)) return readPage(`<?xml version="1.0"?>${markupOf(element)}`, onProgress).blocks;
  const text = textOfElement(element);
  return /html$/u.test(type) ? readPage(text, onProgress).blocks : [{ kind: 'paragraph', text }];
}
