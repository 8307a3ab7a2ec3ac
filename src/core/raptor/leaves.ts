import { stableId } from '../ids';
import { headingReach } from '../tables/documents';
import type { DocumentRow, Span, TextUnitRow } from '../tables/tables';
import { isBoilerplate } from '../text/boilerplate';
import { sentenceBounds } from '../text/text-units';
import { estimateTokens } from '../text/tokens';

/** Sentences of a text unit that follow each other, with the headings above them: a leaf of the tree, and the words that summaries lead to. */
export interface Leaf extends Span {
  /** Names it by its words, wherever they stand. */
  readonly hash: string;
  /** Exactly the document's text between `start` and `end`. */
  readonly text: string;
  readonly unit: TextUnitRow;
  readonly tokens: number;
  /** BCP 47 language of its document. */
  readonly language: string;
  /** Sentences in it, in order; headings are none. */
  readonly sentences: readonly Span[];
}

/**
 * Packs the sentences of each document into leaves of at most so many tokens. A longer sentence is a leaf. Headings stand before what follows them
 * and are no sentences; contents are left out. What overlapping text units repeat stands in the first of them.
 */
export function* leavesOf(
  { text_units, documents }: LeafTables,
  tokens: number,
): Generator<readonly Leaf[], void, undefined> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const seen = new Map<string, number>();
  for (const unit of text_units.toSorted((a, b) => a.start - b.start)) {
    const from = seen.get(unit.document_id) ?? 0;
    seen.set(unit.document_id, Math.max(from, unit.end));
    yield packedOnce(unit, byId.get(unit.document_id), { from, most: tokens });
  }
}

/** Tables that leaves are cut from. */
export interface LeafTables {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
}

interface Packing {
  /** Offset at which sentences of the document begin that no text unit before had. */
  readonly from: number;
  /** Most tokens of a leaf. */
  readonly most: number;
}

const known = new WeakMap<TextUnitRow, Packing & { readonly leaves: readonly Leaf[] }>();

/** Made once for each text unit. */
function packedOnce(unit: TextUnitRow, document: DocumentRow | undefined, packing: Packing): readonly Leaf[] {
  const before = known.get(unit);
  if (before?.from === packing.from && before.most === packing.most) return before.leaves;
  const leaves = pack(unit, document, packing);
  known.set(unit, { ...packing, leaves });
  return leaves;
}

/** Sentences of a leaf with the headings before them. */
interface Group {
  /** Offset of the first heading or sentence. */
  readonly start: number;
  readonly sentences: Span[];
}

function pack(unit: TextUnitRow, document: DocumentRow | undefined, { from, most }: Packing): readonly Leaf[] {
  const language = document?.language ?? 'und';
  const isHeading = headingCheck(document);
  const groups: Group[] = [];
  let headings: Sized[] = [];
  let left = 0;
  for (const bounds of sentenceBounds(unit, language)) {
    const sentence = { document_id: unit.document_id, ...bounds };
    const text = textOf(unit, sentence);
    if (sentence.start < from || text.trim() === '') continue;
    const sized = { start: sentence.start, tokens: estimateTokens(text) };
    if (isBoilerplate(text)) {
      headings = [];
      left = 0;
      continue;
    }
    if (isHeading(sentence)) {
      headings = lastWithin([...headings, sized], most / 2);
      continue;
    }
    const tokens = tokensOf([...headings, sized]);
    if (tokens > left) {
      groups.push({ start: headings[0]?.start ?? sentence.start, sentences: [] });
      left = most;
    }
    groups.at(-1)?.sentences.push(sentence);
    left -= tokens;
    headings = [];
  }
  return groups.flatMap((group) => leafOf(unit, group, language) ?? []);
}

/** A heading or sentence. */
interface Sized {
  readonly start: number;
  readonly tokens: number;
}

const tokensOf = (all: readonly Sized[]): number => all.reduce((sum, { tokens }) => sum + tokens, 0);

/** The last headings within so many tokens: one after another, as in contents, they say little. */
function lastWithin(headings: Sized[], most: number): Sized[] {
  while (headings.length > 0 && tokensOf(headings) > most) headings.shift();
  return headings;
}

/** Checks if a sentence is no more than a heading. One that begins with a number may be two sentences: “2.” and “Deposit”. */
function headingCheck(document: DocumentRow | undefined): (sentence: Span) => boolean {
  if (!document) return () => false;
  const reach = headingReach(document);
  if (reach.size === 0) return () => false;
  const lineStart = (at: number): number => document.text.lastIndexOf('\n', at - 1) + 1;
  return ({ start, end }) => (reach.get(start) ?? reach.get(lineStart(start)) ?? 0) >= end;
}

/** The leaf of these words of a text unit; undefined where there is no sentence. */
export function leafAt(unit: TextUnitRow, document: DocumentRow | undefined, { start, end }: Span): Leaf | undefined {
  const language = document?.language ?? 'und';
  const isHeading = headingCheck(document);
  const sentences = sentenceBounds(unit, language)
    .map((bounds) => ({ document_id: unit.document_id, ...bounds }))
    .filter((one) => one.start >= start && one.end <= end && !isHeading(one) && textOf(unit, one).trim() !== '');
  return leafOf(unit, { start, sentences }, language);
}

function leafOf(unit: TextUnitRow, { start, sentences }: Group, language: string): Leaf | undefined {
  const last = sentences.at(-1);
  if (!last) return undefined;
  const { document_id, end } = last;
  const text = textOf(unit, { document_id, start, end });
  return {
    ...{ document_id, start, end, text, unit, language, sentences },
    hash: stableId(text),
    tokens: estimateTokens(text),
  };
}

/** Returns the words of a span within a text unit. */
export const textOf = (unit: TextUnitRow, { start, end }: Span): string =>
  unit.text.slice(start - unit.start, end - unit.start);
