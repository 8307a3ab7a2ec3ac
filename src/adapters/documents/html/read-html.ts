import type { ReadResult } from '../../../core/ports/documents';
import { walkMarkup } from '../markup/walk-markup';
import { oneDocument, type OpenSource } from '../read-result';
import { hasWords, oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { textBuilder } from '../text/text-builder';
import { htmlBlocks, type PageFacts } from './html-blocks';

/** Reads a web page: its text block by block, without navigation, scripts and styles. */
export function readHtml(source: OpenSource): ReadResult {
  const markup = decodeText(source.bytes, declaredCharset(source.bytes));
  const found = readBlocks(markup, source, false);
  const { built, facts } = hasWords(found.built.text) ? found : readBlocks(markup, source, true);
  const attributes = facts.author ? { author: oneLine(facts.author) } : {};
  return oneDocument(source, 'html', built, { title: oneLine(facts.title ?? ''), attributes });
}

function readBlocks(markup: string, source: OpenSource, everything: boolean) {
  const builder = textBuilder();
  const facts: PageFacts = {};
  const blocks = htmlBlocks(builder, facts, everything);
  walkMarkup(markup, blocks, { xml: false, onProgress: source.onProgress });
  blocks.end();
  return { built: builder.finish(), facts };
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,30})/iu.exec(head)?.[1] ??
    /<\?xml[^>]{0,80}encoding="([\w-]{2,30})"/iu.exec(head)?.[1]
  );
}
