import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  ImageRun,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import { decodeHTMLStrict } from 'entities';
import type { Token } from 'marked';
import { directionRuns } from '../../core/text/direction';
import { cutAtMarks } from './footnotes';
import type { WordParts } from './word-parts';

type Look = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'font'>;

/** Context of a block's words. */
interface WordContext extends WordParts {
  /** True if its paragraph runs from right to left. */
  readonly isRightToLeft: boolean;
}

/** The words of Markdown tokens, with emphasis, links, footnotes and pictures. */
export function inlinesOf(
  tokens: readonly Token[] | undefined,
  context: WordContext,
  look: Look = {},
): readonly ParagraphChild[] {
  return (tokens ?? []).flatMap((token) => inlineOf(token, context, look));
}

function inlineOf(token: Token, context: WordContext, look: Look): readonly ParagraphChild[] {
  const inner = (more: Look = {}) => inlinesOf(childrenOf(token), context, { ...look, ...more });
  switch (token.type) {
    case 'strong':
      return inner({ bold: true });
    case 'em':
      return inner({ italics: true });
    case 'del':
      return inner({ strike: true });
    case 'codespan':
      return [new TextRun({ ...look, font: 'Consolas', text: String(token.text) })];
    case 'br':
      return [new TextRun({ break: 1 })];
    case 'link':
      return linkOf(decodeHTMLStrict(String(token.href)), inner());
    case 'image':
      return pictureOf(String(token.href), String(token.text), look);
    case 'paragraph':
    case 'text':
      return childrenOf(token) ? inner() : wordsOf(decodeHTMLStrict(String(token.text)), context, look);
    case 'escape':
      return runsOf(String(token.text), context, look);
    case 'checkbox':
      return [new TextRun({ ...look, text: token.checked === true ? '☒ ' : '☐ ' })];
    default:
      return wordsOf(token.raw.trim(), context, look);
  }
}

const childrenOf = (token: Token): readonly Token[] | undefined => ('tokens' in token ? token.tokens : undefined);

function wordsOf(text: string, context: WordContext, look: Look): readonly ParagraphChild[] {
  const { numbers } = context;
  return cutAtMarks(text, (label) => numbers.has(label)).flatMap((part) =>
    part.kind === 'mark'
      ? [new FootnoteReferenceRun(numbers.get(part.label) ?? 0)]
      : runsOf(part.text.replace(/[ \t\n\r]+/gu, ' '), context, look),
  );
}

/** Words as runs, each of one direction. */
const runsOf = (text: string, context: WordContext, look: Look): readonly TextRun[] =>
  directionRuns(text, context.isRightToLeft).map(
    (run) => new TextRun({ ...look, text: run.text, ...(run.isRightToLeft && { rightToLeft: true }) }),
  );

/** A link to a page or an address of mail; any other one stays text. */
function linkOf(link: string, children: readonly ParagraphChild[]): readonly ParagraphChild[] {
  return /^(?:https?|mailto):/iu.test(link) ? [new ExternalHyperlink({ link, children })] : children;
}

const PNG = /^data:image\/png;base64,([A-Za-z0-9+/=]+)$/u;
/** Pixels of the text's width. */
const WIDEST = 600;

/** The bytes of base64; undefined for what is none, such as what a person typed. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** A picture in a data address; of any other one its words stay. */
function pictureOf(href: string, words: string, look: Look): readonly ParagraphChild[] {
  const [, base64] = PNG.exec(href) ?? [];
  const bytes = base64 === undefined ? undefined : bytesOf(base64);
  if (!bytes || bytes.length < 24) return [new TextRun({ ...look, text: words })];
  // The size stands in the head of a PNG.
  const head = new DataView(bytes.buffer);
  const [width, height] = [Math.max(1, head.getUint32(16)), head.getUint32(20)];
  const shown = Math.min(WIDEST, width);
  return [
    new ImageRun({
      ...{ type: 'png', data: bytes },
      transformation: { width: shown, height: Math.max(1, Math.round((height * shown) / width)) },
      altText: { name: words, title: words, description: words },
    }),
  ];
}
