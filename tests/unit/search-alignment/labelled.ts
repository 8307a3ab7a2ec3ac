import { readFileSync, readdirSync } from 'node:fs';
import { readAnswer } from '../../../src/core/search/answer/answer-stream';
import { alignAnswer } from '../../../src/core/search/alignment/align-answer';
import type { AlignedSentence } from '../../../src/core/search/alignment/alignment';
import { groundIndex } from '../../../src/core/search/alignment/ground-index';
import type { Ground } from '../../../src/core/search/context/context';
import { detectLanguage } from '../../../src/core/text/language';
import { splitSentences } from '../../../src/core/text/sentences';

export const KINDS = ['verbatim', 'paraphrased', 'wrong id', 'unsupported'] as const;
export type Kind = (typeof KINDS)[number];

interface Place {
  readonly source: number;
  readonly quote: string;
}

interface Labelled {
  readonly kind: Kind;
  readonly sentence: string;
  readonly hints: readonly number[];
  readonly right: Place | null;
  readonly also?: readonly Place[];
}

export interface Collection {
  readonly language: string;
  readonly name: string;
  readonly sources: readonly { readonly number: number; readonly title: string; readonly text: string }[];
  readonly cases: readonly Labelled[];
}

/** What was found for one labelled sentence. */
export interface Outcome {
  readonly kind: Kind;
  readonly collection: string;
  readonly sentence: string;
  /** Whether most of its words, 0.7 and more, stand in the place that proves it. */
  readonly isNear: boolean;
  readonly aligned: AlignedSentence | undefined;
  readonly isRight: boolean;
  /** Whether a reader is led to that place: it is cited, or shown as what comes nearest. */
  readonly isLed: boolean;
  /** Shown as supported by nothing. */
  readonly isMarked: boolean;
  /** Shown as something to compare with a passage. */
  readonly isDoubted: boolean;
}

export function readCollections(half: 'built' | 'held-out'): readonly Collection[] {
  const folder = new URL(`../../fixtures/alignment/${half}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Collection);
}

/** Every sentence of the sources, as a prompt with these sources would give them. */
export function groundsOfSources(sources: Collection['sources']): readonly Ground[] {
  return sources.flatMap(({ number, text }) => {
    const { starts, ends } = splitSentences(text, detectLanguage(text));
    return [...starts].map((start, at): Ground => {
      const end = ends[at] ?? start;
      const span = { document_id: String(number), start, end };
      return { dataset: 'Sources', number, text: text.slice(start, end), spans: [span] };
    });
  });
}

/** How alike a labelled sentence and a ground of its collection are by their vectors. */
export type Alike = (sentence: string, ground: number) => number;

/** Aligns each sentence as an answer of its own. */
export function outcomesOf({ name, sources, cases }: Collection, alike?: Alike): readonly Outcome[] {
  const titles = new Map(sources.map(({ number, title }) => [number, title]));
  const index = groundIndex(groundsOfSources(sources), ({ number }) => titles.get(number) ?? '');
  return cases.map((one) => {
    const hints = one.hints.length > 0 ? ` [Data: Sources (${one.hints.join(', ')})]` : '';
    const options = alike ? { like: (_: number, ground: number) => alike(one.sentence, ground) } : {};
    const [aligned] = alignAnswer(readAnswer(`${one.sentence}${hints}`), index, options);
    const places = [...(one.right ? [one.right] : []), ...(one.also ?? [])];
    const isAt = (ground: Ground | null | undefined): boolean =>
      places.some((place) => leadsTo(ground, place, sources));
    const isRight = isAt(aligned?.grounds[0]);
    return {
      ...one,
      collection: name,
      isNear: one.right !== null && shareOfWords(one.sentence, one.right.quote) >= NEAR,
      aligned,
      isRight,
      isLed: isRight || isAt(aligned?.nearest),
      isMarked: aligned?.support === 'unsupported',
      isDoubted: aligned?.support === 'partly',
    };
  });
}

const NEAR = 0.7;

const wordsOf = (text: string): readonly string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];

/** Share of a sentence's words that stand in a quote, 0 to 1. */
function shareOfWords(sentence: string, quote: string): number {
  const own = wordsOf(sentence);
  const theirs = new Set(wordsOf(quote));
  return own.filter((word) => theirs.has(word)).length / Math.max(1, own.length);
}

function leadsTo(ground: Ground | null | undefined, { source, quote }: Place, sources: Collection['sources']): boolean {
  const [span] = ground?.spans ?? [];
  const text = sources.find(({ number }) => number === source)?.text ?? '';
  const from = text.indexOf(quote);
  return ground?.number === source && span !== undefined && span.start < from + quote.length && span.end > from;
}

/** Of each kind: how many, and the shares with the right passage first and marked as unsupported. */
export function tableOf(outcomes: readonly Outcome[]) {
  const share = (kind: Kind, of: (one: Outcome) => boolean): number => {
    const own = outcomes.filter((one) => one.kind === kind);
    return own.length === 0 ? 0 : own.filter(of).length / own.length;
  };
  return KINDS.map((kind) => ({
    kind,
    sentences: outcomes.filter((one) => one.kind === kind).length,
    right: share(kind, ({ isRight }) => isRight),
    marked: share(kind, ({ isMarked }) => isMarked),
    supported: share(kind, ({ aligned }) => aligned?.support === 'supported'),
    doubted: share(kind, ({ isDoubted }) => isDoubted),
  }));
}

/** Marks that say nothing against a sentence: to be compared, or summed up again. */
export const SOFT: ReadonlySet<string> = new Set(['compare', 'worked out', 'said']);

/** What stands behind a sentence: null for nothing. */
export function markOf({ aligned }: Outcome): string | null {
  const { support, doubt } = aligned ?? {};
  if (support === 'unsupported') return 'not found';
  if (support !== 'partly') return null;
  return doubt === 'words' || !doubt ? 'compare' : doubt;
}

/** Whether a sentence has a mark that warns of it. */
export function isWarned(outcome: Outcome): boolean {
  const mark = markOf(outcome);
  return mark !== null && !SOFT.has(mark);
}
