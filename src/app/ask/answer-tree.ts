import type { AnswerSentence } from '../../core/search/answer/answer';
import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { INLINE_MATHS } from '../../core/search/answer/answer-units';
import { sentenceSign } from '../words/answers';

/** Part of a line of an answer. Nothing in it is markup: what was HTML is shown as it was written, and no image is loaded. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'maths'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly parts: readonly Inline[] }
  /** A link is shown with its address, and opens nothing. */
  | { readonly kind: 'link'; readonly parts: readonly Inline[]; readonly address: string }
  | { readonly kind: 'break' }
  /**
   * The end of a sentence, by its number: its chips are shown here, on one line with its last word where that is known.
   */
  | { readonly kind: 'end'; readonly sentence: number; readonly word: string };

export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | {
      readonly kind: 'list';
      /** The first number; null for a list without numbers. */
      readonly from: number | null;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'code'; readonly parts: readonly Inline[] }
  | { readonly kind: 'maths'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'rule' };

interface Cell {
  readonly align: 'left' | 'center' | 'right' | null;
  readonly parts: readonly Inline[];
}

/** Quotes, lists and emphasis deeper in one another than this are shown as they were written. */
const DEEPEST = 12;

/** A written answer as blocks, with the ends of its sentences in their places. Never throws; also for a text that is still being written. */
export function answerTree(text: string, sentences: readonly AnswerSentence[]): readonly Block[] {
  const marked = markedText(text, sentences);
  try {
    return blocksOf(lexAnswer(marked), 0);
  } catch {
    return [{ kind: 'paragraph', parts: textParts(marked) }]; // nested too deeply to be read at all
  }
}

const blocksOf = (tokens: readonly AnswerToken[] | undefined, depth: number): readonly Block[] =>
  (tokens ?? []).flatMap((token) => blockOf(token, depth));

function blockOf(token: AnswerToken, depth: number): readonly Block[] {
  if (depth > DEEPEST) return [{ kind: 'paragraph', parts: textParts(token.raw.trim()) }];
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [{ kind: 'heading', level: token.depth ?? 1, parts: inlinesOf(token.tokens) }];
    case 'list':
      return [
        {
          kind: 'list',
          from: token.ordered ? Number(token.start) || 1 : null,
          items: (token.items ?? []).map((item) => blocksOf(item.tokens, depth + 1)),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          head: (token.header ?? []).map(cellOf),
          rows: (token.rows ?? []).map((row) => row.map(cellOf)),
        },
      ];
    case 'code':
      return codeOf(token.text ?? '');
    case 'blockMaths':
      return [{ kind: 'maths', text: withoutMarks(token.text ?? '') }, ...below(endsIn(token.text ?? ''))];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens, depth + 1) }];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'text':
    case 'paragraph':
      return [
        {
          kind: 'paragraph',
          parts: inlinesOf(token.tokens ?? [{ type: 'text', raw: token.raw, text: token.text ?? token.raw }]),
        },
      ];
    default:
      return [{ kind: 'paragraph', parts: textParts(token.raw.trim()) }];
  }
}

/** A block of code. The sign for all of it is below, where it splits no line and is not copied along. */
function codeOf(text: string): readonly Block[] {
  const ends = endsIn(text);
  if (ends.length !== 1) return [{ kind: 'code', parts: textParts(text) }];
  return [{ kind: 'code', parts: [{ kind: 'text', text: withoutMarks(text) }] }, ...below(ends)];
}

/** Wraps inline parts for a place below a block. */
const below = (parts: readonly Inline[]): readonly Block[] => (parts.length > 0 ? [{ kind: 'paragraph', parts }] : []);

const cellOf = ({
  tokens,
  align,
}: {
  readonly tokens: readonly AnswerToken[];
  readonly align?: Cell['align'];
}): Cell => ({
  align: align ?? null,
  parts: inlinesOf(tokens),
});

const inlinesOf = (tokens: readonly AnswerToken[] = [], depth = 0): readonly Inline[] =>
  tokens.flatMap((token) => inlineOf(token, depth));

function inlineOf(token: AnswerToken, depth: number): readonly Inline[] {
  if (depth > DEEPEST) return textParts(token.raw);
  const parts = (): readonly Inline[] => inlinesOf(token.tokens, depth + 1);
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', parts: parts() }];
    case 'em':
      return [{ kind: 'emphasis', parts: parts() }];
    case 'del':
      return [{ kind: 'deleted', parts: parts() }];
    case 'codespan':
      return [{ kind: 'code', text: withoutMarks(token.text ?? '') }, ...endsIn(token.text ?? '')];
    case 'inlineMaths':
      return [{ kind: 'maths', text: withoutMarks(token.text ?? '') }, ...endsIn(token.text ?? '')];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return [{ kind: 'link', parts: parts(), address: withoutMarks(token.href ?? '') }, ...endsIn(token.href ?? '')];
    case 'image':
      return textParts(token.text ?? '');
    case 'text':
    case 'escape':
      return token.tokens ? parts() : textParts(token.text ?? token.raw);
    default:
      return textParts(token.raw);
  }
}

/** Text with the ends of sentences taken out of it. */
function textParts(text: string): readonly Inline[] {
  const parts = text.split(MARK);
  return parts.flatMap((part, at): readonly Inline[] => {
    const word = at % 2 === 1 ? lastWord(parts[at - 1] ?? '') : '';
    if (at % 2 === 1) return [{ kind: 'end', sentence: Number(part), word }];
    const own = at === parts.length - 1 ? part : part.slice(0, part.length - lastWord(part).length);
    return own === '' ? [] : [{ kind: 'text', text: own }];
  });
}

/** Too long a word may go without its chips. */
const lastWord = (text: string): string => /\S{0,24}$/u.exec(text)?.[0] ?? '';

const withoutMarks = (text: string): string => text.replace(new RegExp(MARK, 'gu'), '');

const endsIn = (text: string): readonly Inline[] =>
  textParts(text).flatMap((part) => (part.kind === 'end' ? [{ ...part, word: '' }] : []));

/** Fields of a token that are read here, whatever its type. */
interface AnswerToken {
  readonly type: string;
  readonly raw: string;
  readonly text?: string;
  readonly depth?: number;
  readonly ordered?: boolean;
  readonly start?: number | '';
  readonly href?: string;
  readonly tokens?: readonly AnswerToken[];
  readonly items?: readonly AnswerToken[];
  readonly header?: readonly AnswerCell[];
  readonly rows?: readonly (readonly AnswerCell[])[];
}

interface AnswerCell {
  readonly tokens: readonly AnswerToken[];
  readonly align?: 'left' | 'center' | 'right' | null;
}

const BLOCK = /^(?:\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\])[^\S\n]*(?:\n|$)/u;
const INLINE = new RegExp(`^(?:${INLINE_MATHS})`, 'u');

/** End of a paragraph before a block of maths: only at the beginning of a line. */
const BLOCK_START = /(?<=\n)(?:\$\$|\\\[)/u;
const INLINE_START = /(?<![\w$\\])\$|\\\(/u;

const maths = (name: string, level: 'block' | 'inline', rule: RegExp): TokenizerAndRendererExtension => ({
  name,
  level,
  start: (source) => {
    const at = source.search(level === 'block' ? BLOCK_START : INLINE_START);
    return at < 0 ? undefined : at;
  },
  tokenizer: (source) => {
    const found = rule.exec(source);
    if (!found) return undefined;
    return { type: name, raw: found[0], text: (found[1] ?? found[2] ?? found[3] ?? '').trim() };
  },
});

const lexer = new Marked({
  gfm: true,
  extensions: [maths('blockMaths', 'block', BLOCK), maths('inlineMaths', 'inline', INLINE)],
  // An address in running text stays text: it opens nothing, and may not swallow what follows it.
  tokenizer: { url: () => undefined },
});

/** The tokens of Markdown with tables and maths. */
const lexAnswer = (markdown: string): readonly AnswerToken[] => lexer.lexer(markdown) as readonly AnswerToken[];

/** Signs around a sentence's number; symbols, since the character after `**` decides whether it closes. */
const OPEN = '\u2425';
const CLOSE = '\u2426';

/** Splits a text at the ends of sentences; the number is captured. */
export const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'u');

const SIGNS = new RegExp(`[${OPEN}${CLOSE}]`, 'gu');

/** The text with a mark at the end of each sentence that has one to show. */
export function markedText(text: string, sentences: readonly AnswerSentence[]): string {
  const own = text.replace(SIGNS, '\uFFFD');
  let marked = '';
  let from = 0;
  for (const [number, sentence] of sentences.entries()) {
    const { at, citations } = sentence;
    if (at.end > own.length || (citations.length === 0 && !sentenceSign(sentence))) continue;
    const end = placeOf(own, at);
    if (end === null || end < from) continue;
    marked += `${own.slice(from, end)}${OPEN}${String(number)}${CLOSE}`;
    from = end;
  }
  return marked + own.slice(from);
}

/**
 * Finds a place for a mark that does not change the text: before the bar that ends a row, and before the end of a block
 * of code or maths.
 */
function placeOf(text: string, { start, end }: { readonly start: number; readonly end: number }): number | null {
  const block = endInBlock(text.slice(start, end));
  if (block !== null) return start + block;
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  if (/^\s*(?:`{3,}|~{3,})/u.test(line)) return null;
  const [bar = ''] = /\s*\|\s*$/u.exec(line) ?? [];
  return end - bar.length;
}

/** Returns the end of the last words in a whole block of code or maths; null for anything else, and without words. */
function endInBlock(block: string): number | null {
  const opening = /^(?:(?:`{3,}|~{3,})[^\n]*\n|\$\$|\\\[)/u.exec(block)?.[0];
  const closing = /(?:`{3,}|~{3,}|\$\$|\\\])$/u.exec(block.trimEnd())?.[0];
  if (opening === undefined || closing === undefined) return null;
  const within = block
    .trimEnd()
    .slice(opening.length, -closing.length)
    .replace(/[\s>]+$/u, '');
  return within === '' ? null : opening.length + within.length;
}
