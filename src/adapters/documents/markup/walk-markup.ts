import { Parser } from 'htmlparser2';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';

export interface MarkupHandler {
  /** Names keep their prefix: `w:p`. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

interface WalkOptions {
  /** `xhtml` closes `<a/>` as XML does, and forgives as HTML does. */
  readonly xml: boolean | 'xhtml';
  readonly onProgress: () => void;
}

const CHUNK = 256 * 1024;

/** Runs through markup in pieces. Entities that a document declares itself are not expanded. Throws ParseError when it is nested too deep. */
export function walkMarkup(markup: string, handler: MarkupHandler, options: WalkOptions): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > LIMITS.elementDepth)
          throw new ParseError(
            message`Its elements are nested more than ${LIMITS.elementDepth} deep, as no real document's are. Copy its text where it is shown and paste it here, or save it as .txt and add that.`,
          );
        handler.open?.(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        handler.close?.(name);
      },
      ontext: (text) => handler.text?.(text),
    },
    {
      xmlMode: options.xml === true,
      recognizeSelfClosing: options.xml !== false,
      recognizeCDATA: options.xml !== false,
      decodeEntities: true,
    },
  );
  for (let start = 0; start < markup.length; start += CHUNK) {
    parser.write(markup.slice(start, start + CHUNK));
    options.onProgress();
  }
  parser.end();
}
