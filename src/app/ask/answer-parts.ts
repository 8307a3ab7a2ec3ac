import type { Answer, AnswerSentence } from '../../core/search/answer/answer';
import { markdownBlocks, type MarkdownBlock } from '../../core/search/answer/answer-units';
import type { Citation } from '../../core/search/evidence/evidence';

/** A part of a written answer that is drawn at once: no answer, however long, makes more work at a time than this. */
export interface AnswerPart {
  /** Markdown of the part, behind an opening of the block that an earlier part began. */
  readonly text: string;
  /** The sentences that end in it, with their places in its text. */
  readonly sentences: readonly AnswerSentence[];
  /** Citations of these sentences. */
  readonly citations: ReadonlyMap<number, Citation>;
  /** True if it continues within a block. */
  readonly continues: boolean;
}

/** UTF-16 code units of a part, and sentences in it, at most. */
export const PART_LIMITS = { length: 6000, sentences: 20 } as const;
/** Rows of a table count for less, so that fewer tables are cut. */
const ROW_SHARE = 1 / 4;

/** Bounds of a part in the text of its answer. */
interface Cut {
  readonly start: number;
  readonly end: number;
  /** True if the next part begins behind it, whatever follows. */
  readonly isClosed: boolean;
  readonly prefix: string;
  readonly continues: boolean;
}

/** The parts of an answer that are cut so far. */
interface CutParts {
  readonly parts: readonly AnswerPart[];
  /** False where the next call cuts more. */
  readonly isWhole: boolean;
}

type Opening = Pick<Cut, 'start' | 'prefix' | 'continues'>;

/** Cuts an answer into parts, and again as it grows: parts that have not changed stay the same objects. */
export type CutAnswer = (answer: Pick<Answer, 'text' | 'sentences' | 'citations'>) => CutParts;

/** Parts that one call cuts at most. */
export const CUTS_AT_ONCE = 16;

/** A cutter of one answer. Each call makes so many parts, and looks at each sentence. */
export function answerCutter(): CutAnswer {
  let before = '';
  let cuts: readonly Cut[] = [];
  let parts: readonly AnswerPart[] = [];
  /** The cuts of these parts: one that is closed stays the same object. */
  let drawn: readonly Cut[] = [];
  return ({ text = '', sentences, citations }) => {
    cuts = cutsOf(text, text.startsWith(before) ? cuts : []);
    before = text;
    const isWhole = cuts.at(-1)?.end === text.length;
    const shown = isWhole ? cuts : cuts.slice(0, -1);
    const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
    const groups = sentencesOf(shown, sentences);
    parts = shown.map((cut, at) => {
      const known = parts[at];
      const own = known && drawn[at] === cut ? known.text : cut.prefix + text.slice(cut.start, cut.end);
      const part = partOf(own, cut, groups[at] ?? [], byNumber);
      return known && isSamePart(known, part) ? known : part;
    });
    drawn = shown;
    return { parts, isWhole };
  };
}

/** The cuts of a text that begins with the text of the closed ones among these. The last one is open, and ends before the text where more are to come. */
function cutsOf(text: string, known: readonly Cut[]): readonly Cut[] {
  const cuts = known.filter(({ isClosed }) => isClosed);
  let open: Opening = known[cuts.length] ?? { start: 0, prefix: '', continues: false };
  for (let made = 0; made < CUTS_AT_ONCE; made++) {
    const next = nextCut(text, open);
    if (!next) return [...cuts, { ...open, end: text.length, isClosed: false }];
    cuts.push({ ...open, end: next.start, isClosed: true });
    open = next;
  }
  return [...cuts, { ...open, end: open.start, isClosed: false }];
}

const ENDS = /[.!?…।؟]+(?=\s|$)|[。！？]+/gu;

/**
 * Finds the start of the next part: at a block, else behind a line, a sentence or a word. Undefined where the text ends
 * before.
 */
function nextCut(text: string, { start, prefix }: Pick<Opening, 'start' | 'prefix'>): Opening | undefined {
  const slice = prefix + text.slice(start, start + PART_LIMITS.length);
  const all = markdownBlocks(slice);
  const whole = slice.slice(0, lengthOf(slice, all));
  if (start + whole.length - prefix.length >= text.length) return undefined;
  const at = (place: number, continues: boolean, opening = ''): Opening => ({
    start: start + place - prefix.length,
    prefix: opening,
    continues,
  });
  const blocks = all.filter((block) => block.start < whole.length);
  const least = prefix.length + (whole.length - prefix.length) / 4;
  const opens = blocks
    .filter(({ kind }) => kind !== 'row')
    .map((block) => whole.lastIndexOf('\n', block.start - 1) + 1)
    .findLast((line) => line >= least && /^\S/u.test(whole.slice(line, line + 1)));
  if (opens !== undefined) return at(opens, false);
  const last = blocks.at(-1);
  const line = whole.lastIndexOf('\n') + 1;
  if (last?.kind === 'code' && line > least) {
    const fence = whole.slice(last.start, whole.indexOf('\n', last.start) + 1);
    return at(line, true, fence.length < 200 ? fence : '```\n');
  }
  if (last?.kind === 'row' && line > least) return at(line, true, headOf(whole));
  return at(prefix.length + placeInProse(whole.slice(prefix.length)), true);
}

/** Code units up to the end of the last sentence that a part may have; all of them where there are fewer. */
function lengthOf(text: string, blocks: readonly MarkdownBlock[]): number {
  let left: number = PART_LIMITS.sentences;
  for (const { kind, start, end } of blocks) {
    const isProse = kind === 'prose' || kind === 'heading';
    const ends = isProse ? [...text.slice(start, end).matchAll(ENDS)] : [];
    const place = ends[Math.ceil(left) - 1];
    if (place) return start + place.index + place[0].length;
    left -= kind === 'row' ? ROW_SHARE : Math.max(1, ends.length);
    if (left <= 0) return end;
  }
  return text.length;
}

/** The head of a table and the line below it, where they are of a usual length. */
function headOf(whole: string): string {
  const rule = /^[^\n]*\|[^\n]*\n[ \t|:-]*-[ \t|:-]*\n/mu.exec(whole)?.[0] ?? '';
  return rule.length < 1000 ? rule : '';
}

/**
 * Behind the last sentence of a text that continues, else behind its last word, else at its end; never within a sign.
 */
function placeInProse(window: string): number {
  const least = window.length / 4;
  const sentence = [...window.matchAll(ENDS)].at(-1);
  const behind = sentence ? sentence.index + sentence[0].length : 0;
  if (behind >= least) return behind;
  const word = window.search(/\s\S*$/u) + 1;
  if (word >= least) return word;
  return /[\uD800-\uDBFF]$/u.test(window) ? window.length - 1 : window.length;
}

/** Sentences by the part that they end in. */
function sentencesOf(
  cuts: readonly Cut[],
  sentences: readonly AnswerSentence[],
): readonly (readonly AnswerSentence[])[] {
  const groups: AnswerSentence[][] = cuts.map(() => []);
  let part = 0;
  for (const sentence of sentences) {
    while (part < cuts.length && (cuts[part]?.end ?? 0) < sentence.at.end) part++;
    groups[part]?.push(sentence);
  }
  return groups;
}

function partOf(
  text: string,
  { start, prefix, continues }: Cut,
  sentences: readonly AnswerSentence[],
  byNumber: ReadonlyMap<number, Citation>,
): AnswerPart {
  const place = (at: number): number => (at < start ? 0 : at - start + prefix.length);
  const numbers = sentences.flatMap(({ citations, nearest }) => [
    ...citations,
    ...(nearest === undefined ? [] : [nearest]),
  ]);
  return {
    text,
    sentences: sentences.map((one) => ({ ...one, at: { start: place(one.at.start), end: place(one.at.end) } })),
    citations: new Map(numbers.flatMap((number) => [byNumber.get(number) ?? []].flat().map((one) => [number, one]))),
    continues,
  };
}

function isSamePart(one: AnswerPart, other: AnswerPart): boolean {
  return (
    one.text === other.text &&
    one.continues === other.continues &&
    one.sentences.length === other.sentences.length &&
    one.sentences.every((sentence, at) => isSameSentence(sentence, other.sentences[at])) &&
    [...one.citations].every(([number, citation]) => isSameCitation(citation, other.citations.get(number)))
  );
}

const isSameSentence = (one: AnswerSentence, other: AnswerSentence | undefined): boolean =>
  other !== undefined &&
  one.at.end === other.at.end &&
  one.verdict === other.verdict &&
  one.reason === other.reason &&
  one.nearest === other.nearest &&
  one.pending === other.pending &&
  one.lacks?.length === other.lacks?.length &&
  one.citations.join() === other.citations.join();

/** A citation of an answer only ever collects further passages. */
const isSameCitation = (one: Citation, other: Citation | undefined): boolean =>
  one === other ||
  (other !== undefined &&
    one.target.kind === other.target.kind &&
    one.passages.length === other.passages.length &&
    one.passages[0]?.document_id === other.passages[0]?.document_id &&
    one.passages[0]?.start === other.passages[0]?.start);
