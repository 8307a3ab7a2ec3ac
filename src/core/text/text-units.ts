import { stableId } from '../ids';
import { choice, number, valuesOf, type ValuesOf } from '../parameters';
import { rowStarts } from '../tables/document-tables';
import { type DocumentParts, type Heading, headingPaths, isRunIn, pageOf } from '../tables/documents';
import type { TextUnitRow } from '../tables/tables';
import { estimateTokens } from './tokens';
import { asPart, finish, type Work } from '../work';
import { safeCut, sentencesOfText, splitSentences, type Sentences } from './sentences';

/** Characters of text whose records are made together, about 2 MB of English. */
export const PART_CHARACTERS = 2_000_000;

/** Checks if a document has more text than one part takes. */
export const isLong = ({ text }: { readonly text: string }): boolean => text.length > PART_CHARACTERS;

/** A text unit as first cut: its number is 0 and what is derived from other tables is empty. */
export type TextUnitDraft = TextUnitRow;

/** The part of a document that text units are cut from. */
export interface TextUnitSource extends Partial<Pick<DocumentParts, 'table_starts' | 'table_heads'>> {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly language: string;
  readonly page_starts: readonly number[];
  readonly headings: readonly Heading[];
}

/** Parameters of cutting text units. */
export const TEXT_UNIT_PARAMETERS = [
  choice('strategy', 'How passages are cut', ['tokens', 'sentences'], {
    doc: 'Fills each passage up to a number of tokens, or makes a passage of every sentence. Sentences are found more exactly but carry little context.',
    choiceTitles: { tokens: 'by tokens', sentences: 'one per sentence' },
  }),
  number('size', 'Tokens of a passage', 600, [16, 8000], {
    doc: 'Limits a passage. Larger ones carry more context; smaller ones are found more exactly, but there are more of them to store and read (GraphRAG: 1200).',
  }),
  number('overlap', 'Tokens repeated from the passage before', 60, [0, 4000], {
    doc: 'Repeats the last sentences of the passage before, so that nothing is lost at a border. More repetition makes more passages to store, search and read (GraphRAG: 100).',
  }),
];

export type TextUnitParameters = ValuesOf<typeof TEXT_UNIT_PARAMETERS>;

/** Defaults of text units. */
export const TEXT_UNIT_DEFAULTS = valuesOf({ parameters: TEXT_UNIT_PARAMETERS });

/** Cuts a document into text units at once. */
export const makeTextUnits = (document: TextUnitSource, parameters: TextUnitParameters): TextUnitDraft[] =>
  finish(cutTextUnits(document, parameters));

/**
 * Cuts a document into text units: substrings that begin and end at sentence borders and have at most `size` tokens. Together they hold every
 * character that is not white space. Pure: the same document gives the same units and ids. `known`: where it is cut by these parameters.
 */
export function* cutTextUnits(
  document: TextUnitSource,
  parameters: TextUnitParameters,
  known?: Cuts,
): Work<TextUnitDraft[]> {
  const cuts = known ?? (yield* asPart(findCuts(document, parameters), 0, FINDING_SHARE));
  return yield* asPart(unitsOfCuts(document, cuts), FINDING_SHARE, 1);
}

/** Part of the time in which the places are found. */
const FINDING_SHARE = 0.9;

/**
 * Places of a document's sentences and text units, as one array that can be sent to another thread: the number of sentences; where each starts
 * and where each ends; and of each text unit its first sentence, the one after its last, and its tokens.
 */
export type Cuts = Int32Array<ArrayBuffer>;

/** Numbers of a text unit among the cuts. */
const OF_A_UNIT = 3;

/** Finds where a document is cut. Neither its id nor its title matters. */
export function* findCuts(document: Omit<TextUnitSource, 'id' | 'title'>, parameters: TextUnitParameters): Work<Cuts> {
  const size = Math.max(16, parameters.size);
  const headings = document.headings.map((heading) => heading.start);
  const lines = document.headings.filter((heading) => !isRunIn(document.text, heading)).map(({ start }) => start);
  const { text, table_starts = [], table_heads = [] } = document;
  const rows = rowStarts({ text, table_starts, table_heads });
  const split = yield* asPart(sentencesOfText(text, document.language, [...lines, ...rows]), 0, 0.3);
  const sentences = yield* asPart(numberedSentences(document, split, headings, size), 0.3, 0.6);
  const limits = { size, overlap: Math.min(parameters.overlap, size / 2) };
  const ranges = parameters.strategy === 'sentences' ? sentences.map(alone) : pack(text, sentences, limits);
  const units: number[] = [];
  for (const { from, to, tokens } of ranges) {
    const [start, end] = [sentences[from]?.start ?? 0, sentences[to - 1]?.end ?? 0];
    units.push(from, to, tokens ?? estimateTokens(text.slice(start, end)));
    yield { done: 0.6 + (0.4 * end) / text.length, total: 1 };
  }
  const cuts = new Int32Array(1 + 2 * sentences.length + units.length);
  cuts[0] = sentences.length;
  for (const [at, { start, end }] of sentences.entries()) {
    cuts[1 + at] = start;
    cuts[1 + sentences.length + at] = end;
  }
  cuts.set(units, 1 + 2 * sentences.length);
  return cuts;
}

/** The text units of a document that is cut at these places. */
function* unitsOfCuts(document: TextUnitSource, cuts: Cuts): Work<TextUnitDraft[]> {
  const sentences = cuts[0] ?? 0;
  const starts = cuts.subarray(1, 1 + sentences);
  const ends = cuts.subarray(1 + sentences, 1 + 2 * sentences);
  const pathAt = headingPaths(document.headings);
  const units: TextUnitDraft[] = [];
  for (let at = 1 + 2 * sentences; at < cuts.length; at += OF_A_UNIT) {
    const [first = 0, after = 0, tokens = 0] = cuts.subarray(at, at + OF_A_UNIT);
    const cut = { first, tokens, starts: starts.subarray(first, after), ends: ends.subarray(first, after) };
    units.push(draft(document, cut, pathAt));
    yield { done: at, total: cuts.length };
  }
  return units;
}

/** Sentences `from` to before `to`, with the tokens of their text where these were counted. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly tokens?: number;
}

interface Limits {
  readonly size: number;
  readonly overlap: number;
}

const alone = (_: NumberedSentence, n: number): Range => ({ from: n, to: n + 1 });

function* pack(text: string, sentences: readonly NumberedSentence[], limits: Limits): Generator<Range> {
  let from = 0;
  let covered = 0;
  while (covered < sentences.length) {
    const filled = { from, to: fill(sentences, from, covered, limits.size) };
    const range = shrink(text, sentences, filled, covered, limits.size);
    yield range;
    const { to } = range;
    covered = to;
    from = roomy(text, sentences, overlapStart(sentences, from, to, limits), covered, limits.size);
  }
}

/** Returns the end of the unit that starts at `from`: when it is full, or at a heading once it is half full. */
function fill(sentences: readonly NumberedSentence[], from: number, covered: number, size: number): number {
  let tokens = 0;
  let to = from;
  for (let next = sentences[to]; next; next = sentences[to]) {
    if (to > covered && (tokens + next.tokens > size || (next.heading && tokens * 2 >= size))) break;
    if (to === covered && to > from && tokens + next.tokens > size) break;
    tokens += next.tokens;
    to++;
  }
  if (to < sentences.length) while (to - 1 > covered && sentences[to - 1]?.heading) to--;
  return Math.max(to, covered + 1);
}

/** Costs of sentences do not add up exactly: gives back sentences until the unit as a whole keeps its size. */
function shrink(
  text: string,
  sentences: readonly NumberedSentence[],
  range: Range,
  covered: number,
  size: number,
): Range {
  const { from } = range;
  const start = sentences[from]?.start ?? 0;
  for (let { to } = range; to > covered + 1; to--) {
    const tokens = estimateTokens(text.slice(start, sentences[to - 1]?.end));
    if (tokens <= size) return { from, to, tokens };
  }
  return { from, to: covered + 1 };
}

/** The same for what a unit repeats: gives back repeated sentences until there is room for the one behind them. */
function roomy(text: string, sentences: readonly NumberedSentence[], from: number, next: number, size: number): number {
  const end = sentences[next]?.end;
  let start = from;
  while (start < next && estimateTokens(text.slice(sentences[start]?.start, end)) > size) start++;
  return start;
}

/** The first sentence of the next unit: whole sentences within the overlap, none before a heading, room left for the next. */
function overlapStart(sentences: readonly NumberedSentence[], from: number, to: number, limits: Limits): number {
  const next = sentences[to];
  if (!next || next.heading) return to;
  const room = Math.min(limits.overlap, limits.size - next.tokens - 2);
  let tokens = 0;
  let start = to;
  while (start - 1 > from) {
    tokens += sentences[start - 1]?.tokens ?? 0;
    if (tokens > room) break;
    start--;
  }
  return start;
}

/** A text unit before its text is taken out of the document. */
interface UnitCut {
  /** Number of its first sentence. */
  readonly first: number;
  readonly tokens: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function draft(
  document: TextUnitSource,
  { first, tokens, starts, ends }: UnitCut,
  pathAt: (offset: number) => readonly string[],
): TextUnitDraft {
  const start = starts[0] ?? 0;
  const end = ends.at(-1) ?? start;
  const path = pathAt(start);
  return {
    id: stableId(document.id, start, end),
    human_readable_id: 0,
    text: document.text.slice(start, end),
    n_tokens: tokens,
    document_id: document.id,
    entity_ids: [],
    relationship_ids: [],
    covariate_ids: [],
    start,
    end,
    page: pageOf(document.page_starts, start),
    heading_path: path,
    context: [document.title, ...(path[0] === document.title ? path.slice(1) : path)].join(' › '),
    written_context: '',
    written_context_key: null,
    sentence_starts: Array.from(starts),
    sentence_ends: Array.from(ends),
    first_sentence: first,
  };
}

/** A sentence of a document; its number is its place in the list. Offsets count UTF-16 code units of the document's text. */
interface NumberedSentence {
  readonly start: number;
  readonly end: number;
  /** Estimated tokens, with the white space up to the next sentence. */
  readonly tokens: number;
  /** True when a heading starts here. */
  readonly heading: boolean;
}

/** The document's sentences in order; one of more than `size` tokens is cut at safe borders into several. */
function* numberedSentences(
  { text }: Pick<TextUnitSource, 'text'>,
  { starts, ends }: Sentences,
  headings: readonly number[],
  size: number,
): Work<NumberedSentence[]> {
  const headingStarts = new Set(headings);
  const sentences: NumberedSentence[] = [];
  for (const [n, start] of starts.entries()) {
    const end = ends[n] ?? start;
    const next = Math.min(starts[n + 1] ?? text.length, end + 8);
    const heading = hasHeading(headingStarts, start, end);
    for (const piece of pieces(text, start, end, size)) {
      const tail = piece.end === end ? next : piece.end;
      sentences.push({
        ...piece,
        tokens: estimateTokens(text.slice(piece.start, tail)),
        heading: heading && piece.start === start,
      });
    }
    if (n % 64 === 0) yield { done: start, total: text.length };
  }
  return sentences;
}

/** A heading may be marked by offset at its words, a few signs (such as `## `) into the sentence. */
function hasHeading(headings: ReadonlySet<number>, start: number, end: number): boolean {
  if (headings.size === 0) return false;
  for (let at = start; at < end && at < start + 10; at++) if (headings.has(at)) return true;
  return false;
}

/** Tokens that one UTF-16 code unit costs at most. */
const mostTokens = 2;

function* pieces(text: string, start: number, end: number, size: number): Generator<{ start: number; end: number }> {
  let from = start;
  while ((end - from) * mostTokens > size && estimateTokens(text.slice(from, end)) > size) {
    const whole = estimateTokens(text.slice(from, end));
    let cut = safeCut(text, from, from + Math.max(2, Math.floor(((end - from) * size * 0.95) / whole)));
    while (cut - from > 2 && estimateTokens(text.slice(from, cut)) > size) {
      cut = safeCut(text, from, from + ((cut - from) >> 1) + 1);
    }
    if (cut >= end) break;
    const trimmed = text.slice(from, cut).trimEnd().length;
    if (trimmed > 0) yield { start: from, end: from + trimmed };
    from = cut + (text.slice(cut, end).length - text.slice(cut, end).trimStart().length);
  }
  if (from < end) yield { start: from, end };
}

/** Returns the places of a text unit's sentences in its document, in order. */
export function sentenceBounds(
  unit: TextUnitRow,
  language: string,
): readonly { readonly start: number; readonly end: number }[] {
  if (unit.sentence_starts.length > 0) {
    return unit.sentence_starts.map((start, at) => ({ start, end: unit.sentence_ends[at] ?? start }));
  }
  const { starts, ends } = splitSentences(unit.text, language);
  return Array.from(starts, (start, at) => ({ start: unit.start + start, end: unit.start + (ends[at] ?? start) }));
}
