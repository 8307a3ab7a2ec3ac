import { INLINE_LITERAL, markdownBlocks } from '../../core/search/answer/answer-units';

/** Code or maths, whose signs mean themselves. */
export interface LiteralRange {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether it stands on lines of its own. */
  readonly isBlock: boolean;
}

const INLINE = new RegExp(INLINE_LITERAL, 'gu');

/** The code and the maths of Markdown in order; never throws. */
export function literalRanges(text: string): readonly LiteralRange[] {
  const blocks = markdownBlocks(text).filter(({ kind }) => kind === 'code' || kind === 'maths');
  const ranges: LiteralRange[] = [];
  let from = 0;
  for (const { start, end } of [...blocks, { start: text.length, end: text.length }]) {
    for (const found of text.slice(from, start).matchAll(INLINE)) {
      const at = from + found.index;
      ranges.push({ start: at, end: at + found[0].length, isBlock: false });
    }
    if (start < end) ranges.push({ start, end, isBlock: true });
    from = end;
  }
  return ranges;
}
