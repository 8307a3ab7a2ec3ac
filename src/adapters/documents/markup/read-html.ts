import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { hasWords, oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { HtmlBlocks } from './html-blocks';
import { HtmlNotes } from './html-notes';
import { markupTree } from './markup-tree';
import { pageContent } from './page-content';

/** Reads a web page: its text block by block, without navigation, scripts, and what is never shown. */
export function readHtml(source: OpenSource): ReadResult {
  const markup = decodeText(source.bytes, declaredCharset(source.bytes));
  const { blocks, title, author } = readPage(markup, source.onProgress, { path: source.path });
  return oneDocument(source, render(blocks), { title, author, unmarked: 'some' });
}

interface Page {
  readonly blocks: readonly Block[];
  /** Empty where the page has none. */
  readonly title: string;
  readonly author: string;
  readonly notes: HtmlNotes;
}

interface PageOptions {
  readonly path?: string;
  /** Names of elements by their places in all pages of the book. */
  readonly places?: ReadonlyMap<string, string>;
  /** Notes of the pages before. */
  readonly before?: HtmlNotes | undefined;
}

/**
 * Blocks of a web page, of HTML or XHTML. Where all of it looks like furniture, all of it is read. `path` is that of its
 * file.
 */
export function readPage(markup: string, onProgress: () => void, options: PageOptions = {}): Page {
  const { path = '', places, before } = options;
  const tree = markupTree(markup, onProgress, XHTML.test(markup.slice(0, HEAD)) ? 'xhtml' : false);
  const read = (everything: boolean): Page => {
    const content = pageContent(tree, everything, path);
    const notes = new HtmlNotes(content, places, before);
    const blocks = new HtmlBlocks(content, everything, notes).read();
    return { blocks, notes, title: oneLine(content.title), author: oneLine(content.author) };
  };
  const page = read(false);
  return page.blocks.some(isSomething) ? page : read(true);
}

const isSomething = (block: Block): boolean =>
  block.kind === 'row' ? block.cells.some(hasWords) : 'text' in block && hasWords(block.text);

const HEAD = 2048;
const XHTML = /^\s*<\?xml\b|<html[^>]*\bxmlns=/iu;

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,30})/iu.exec(head)?.[1] ??
    /<\?xml[^>]{0,80}encoding="([\w-]{2,30})"/iu.exec(head)?.[1]
  );
}
