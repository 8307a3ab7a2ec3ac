import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { INLINE_MATHS } from '../../core/search/answer/answer-units';

/** What of a token is read here, whatever its type. */
export interface AnswerToken {
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

/** Where a paragraph may end for a block of maths: only at the beginning of a line. */
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
export const lexAnswer = (markdown: string): readonly AnswerToken[] => lexer.lexer(markdown) as readonly AnswerToken[];
