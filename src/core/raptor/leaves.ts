import { stableId } from '../ids';
import type { DocumentRow, Span, TextUnitRow } from '../tables/tables';
import { sentenceBounds } from '../text/text-units';
import { estimateTokens } from '../text/tokens';

/** Sentences of a text unit that follow each other: a leaf of the tree, and the words that summaries lead to. */
export interface Leaf extends Span {
  /** Names it by its words, wherever they stand. */
  readonly hash: string;
  /** Exactly the document's text between `start` and `end`. */
  readonly text: string;
  readonly unit: TextUnitRow;
  readonly tokens: number;
  /** BCP 47 language of its document. */
  readonly language: string;
  /** Sentences in it, in order. */
  readonly sentences: readonly Span[];
}

/** Packs the sentences of each document into leaves of at most so many tokens. A longer sentence is a leaf. What overlapping text units repeat stands in the first of them. */
export function* leavesOf(
  { text_units, documents }: LeafTables,
  tokens: number,
): Generator<readonly Leaf[], void, undefined> {
  const languages = new Map(documents.map(({ id, language }) => [id, language]));
  const seen = new Map<string, number>();
  for (const unit of text_units.toSorted((a, b) => a.start - b.start)) {
    const from = seen.get(unit.document_id) ?? 0;
    seen.set(unit.document_id, Math.max(from, unit.end));
    yield packedOnce(unit, from, tokens, languages.get(unit.document_id) ?? 'und');
  }
}

/** Tables that leaves are cut from. */
export interface LeafTables {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
}

interface Packed {
  readonly from: number;
  readonly tokens: number;
  readonly leaves: readonly Leaf[];
}

const known = new WeakMap<TextUnitRow, Packed>();

/** Made once for each text unit. */
function packedOnce(unit: TextUnitRow, from: number, tokens: number, language: string): readonly Leaf[] {
  const before = known.get(unit);
  if (before?.from === from && before.tokens === tokens) return before.leaves;
  const leaves = pack(unit, from, tokens, language);
  known.set(unit, { from, tokens, leaves });
  return leaves;
}

function pack(unit: TextUnitRow, from: number, most: number, language: string): readonly Leaf[] {
  const groups: Span[][] = [];
  let left = 0;
  for (const bounds of sentenceBounds(unit, language)) {
    const sentence = { document_id: unit.document_id, ...bounds };
    const text = textOf(unit, sentence);
    if (sentence.start < from || text.trim() === '') continue;
    const tokens = estimateTokens(text);
    if (tokens > left) {
      groups.push([]);
      left = most;
    }
    groups.at(-1)?.push(sentence);
    left -= tokens;
  }
  return groups.flatMap((sentences) => leafOf(unit, sentences, language) ?? []);
}

function leafOf(unit: TextUnitRow, sentences: readonly Span[], language: string): Leaf | undefined {
  const [first, last] = [sentences[0], sentences.at(-1)];
  if (!first || !last) return undefined;
  const { document_id, start } = first;
  const text = textOf(unit, { document_id, start, end: last.end });
  return {
    ...{ document_id, start, end: last.end, text, unit, language, sentences },
    hash: stableId(text),
    tokens: estimateTokens(text),
  };
}

/** Returns the words of a span within a text unit. */
export const textOf = (unit: TextUnitRow, { start, end }: Span): string =>
  unit.text.slice(start - unit.start, end - unit.start);
