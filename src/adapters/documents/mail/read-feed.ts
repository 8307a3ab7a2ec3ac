import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { EMPTY } from '../office/open-package';
import { oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { readPage } from '../markup/read-html';
import { elementsOf, findElement, findElements, markupTree, textOfElement, type MarkupElement } from '../markup/markup-tree';

/** Reads a news feed (RSS, Atom): each entry under its title, with date, author and words. */
export function readFeed(source: OpenSource): ReadResult {
  const root = markupTree(decodeText(source.bytes), source.onProgress);
  const feed = findElement(root, 'channel') ?? findElement(root, 'feed');
  if (!feed)
    throw new ParseError(message`It is no news feed: it has neither a channel nor entries. Add it as a text file.`);
  const entries = [...findElements(root, 'item'), ...findElements(root, 'entry')];
  const blocks = entries.flatMap((entry) => entryBlocks(entry, source));
  return oneDocument(source, render(blocks), { title: partOf(feed, 'title') });
}

const partOf = (element: MarkupElement, ...names: readonly string[]): string => {
  const found = names.map((name) => elementsOf(element, name)[0]).find(Boolean);
  return oneLine(textOfElement(found ?? EMPTY));
};

function entryBlocks(entry: MarkupElement, source: OpenSource): readonly Block[] {
  const body = ['encoded', 'content', 'description', 'summary'].map((name) => elementsOf(entry, name)[0]).find(Boolean);
  return [
    { kind: 'heading', level: 2, text: partOf(entry, 'title') },
    { kind: 'field', name: 'Date', value: partOf(entry, 'pubDate', 'published', 'updated', 'date') },
    { kind: 'field', name: 'Author', value: partOf(entry, 'creator', 'author') },
    ...readPage(textOfElement(body ?? EMPTY), source.onProgress).blocks,
  ];
}
