import type { SearchIndex } from '../../retrieval';
import { headText, tableAt } from '../../tables/document-tables';
import { headingReach, headingsOf, isRecordTable, headingPaths } from '../../tables/documents';
import { placeAt } from '../../tables/recognition';
import type { DocumentRow, Span, TextUnitRow } from '../../tables/tables';
import type { PassagePlace, TextRange, Passage } from './evidence';
import { isRecord } from '../../text/blocks';
import { isBoilerplate } from '../../text/boilerplate';
import { sentenceBounds } from '../../text/text-units';
import { passageLanguages } from '../../text/language';
import { passageTerms } from '../../text/terms';
import type { AskedWord } from '../../retrieval/lexical/asked-words';

/** The words of a span with their document and page; null when the document is gone or the span lies outside it. */
export function passageOf(index: SearchIndex, { document_id, start, end }: Span): Passage | null {
  const document = index.documents.get(document_id);
  if (!document || start < 0 || end <= start || end > document.text.length) return null;
  return {
    document_id,
    start,
    end,
    documentTitle: index.labels.get(document_id) ?? document.title,
    page: placeAt(document, start),
    quote: document.text.slice(start, end),
  };
}

/** Makes a lookup of the places of a document's spans; called in rising order of their starts. */
export function placesIn(
  { labels }: Pick<SearchIndex, 'labels'>,
  document: DocumentRow,
): (textUnitId: string, range: TextRange) => PassagePlace {
  const headingPath = headingPaths(headingsOf(document));
  return (textUnitId, { start, end }) => ({
    textUnitId,
    documentId: document.id,
    documentTitle: labels.get(document.id) ?? document.title,
    page: placeAt(document, start),
    headingPath: headingPath(start),
    start,
    end,
  });
}

/** Passages of several spans, without those that cannot be shown and without repeats. */
export function passagesOf(index: SearchIndex, spans: readonly Span[]): readonly Passage[] {
  const distinct = new Map(spans.map((span) => [spanKey(span), span]));
  return [...distinct.values()].flatMap((span) => passageOf(index, span) ?? []);
}

/** Identifies a span. */
export const spanKey = ({ document_id, start, end }: Span): string => `${document_id}:${start}:${end}`;

/** The first text unit of the document with the span's start. */
export function unitOfSpan(index: SearchIndex, span: Span): TextUnitRow | undefined {
  let nearest: TextUnitRow | undefined;
  for (const unit of index.unitsOf(span.document_id)) {
    if (unit.start <= span.start && span.end <= unit.end) return unit;
    if (unit.start <= span.start && span.start < unit.end) nearest ??= unit;
  }
  return nearest;
}

/** A sentence of a text unit. */
export interface Sentence {
  readonly span: Span;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Terms of the headings above it and of the sentences before and after it. */
  readonly around: ReadonlySet<string>;
  /** Terms of the cells of a table's row, without the names of its columns; missing for prose. */
  readonly cells?: ReadonlySet<string>;
  /** True for headings, rows that name columns, and lines of contents, which lead to text elsewhere. */
  readonly isHeading: boolean;
}

/** A sentence with its score, 0 to 1. */
interface ScoredSentence {
  readonly sentence: Sentence;
  readonly score: number;
}

/** Weight of the words around a sentence, against 1 for its own. */
const AROUND = 0.4;
const SAME_BEGINNING = 0.7;
const PREFIX = 5;
/** Penalty of a sentence for its overlap with chosen ones (maximal marginal relevance). */
const REPETITION = 0.5;
const MOST_MARKED = 3;
/** Least score of a marked sentence, as a share of the best one's. */
const LEAST_SHARE = 0.6;

/** The sentences of a text unit, in order, with their document offsets. */
export function sentencesOf(index: SearchIndex, slot: number): readonly Sentence[] {
  const unit = index.unitAt.get(slot);
  const document = unit && index.documents.get(unit.document_id);
  if (!unit || !document) return [];
  const reach = headingReach(document);
  const lineStart = (at: number): number => document.text.lastIndexOf('\n', at - 1) + 1;
  const languages = passageLanguages(unit.text, document.language);
  const above = passageTerms([document.title, ...unit.heading_path].join('\n'), languages);
  const bounds = sentenceBounds(unit, document.language);
  const texts = bounds.map(({ start, end }) => document.text.slice(start, end));
  const own = bounds.map((range, at) => passageTerms(`${tableHead(document, range)}\n${texts[at] ?? ''}`, languages));
  const cells = bounds.map((range, at) => cellWords(document, range, texts[at] ?? ''));
  return bounds.map(({ start, end }, at) => ({
    ...(cells[at] !== undefined && { cells: new Set(passageTerms(cells[at], languages)) }),
    span: { document_id: unit.document_id, start, end },
    text: texts[at] ?? '',
    terms: new Set(own[at]),
    around: new Set([...above, ...(own[at - 1] ?? []), ...(own[at + 1] ?? [])]),
    // A heading that begins with a number may be two sentences: “2.” and “Deposit”.
    isHeading:
      (reach.get(start) ?? reach.get(lineStart(start)) ?? 0) >= end ||
      start < (tableAt(document, start)?.body ?? 0) ||
      isBoilerplate(texts[at] ?? ''),
  }));
}

/**
 * Scores how well a set of terms contains a term: 1 for itself, less for a word with the same beginning ("director",
 * "directed").
 */
function matchOf(term: string, present: ReadonlySet<string>): number {
  if (present.has(term)) return 1;
  if (term.length < PREFIX) return 0;
  const beginning = term.slice(0, PREFIX);
  for (const other of present) if (other.length >= PREFIX && other.startsWith(beginning)) return SAME_BEGINNING;
  return 0;
}

/** Share of the question's weight in the terms, 0 to 1; 0 for a question without words of its own. */
export function coverage(question: readonly AskedWord[], present: ReadonlySet<string>): number {
  let covered = 0;
  let total = 0;
  for (const { terms, weight } of question) {
    total += weight;
    covered += weight * Math.max(...terms.map((term) => matchOf(term, present)));
  }
  return total === 0 ? 0 : covered / total;
}

/**
 * Scores sentences by their idf-weighted share of the question's terms, and less by the text around them: a heading, or
 * the sentence before, often has the words to which a sentence is the answer.
 */
function scoreSentences(question: readonly AskedWord[], sentences: readonly Sentence[]): readonly ScoredSentence[] {
  return sentences.map((sentence) => {
    const own = coverage(question, sentence.terms);
    const both = coverage(question, new Set([...sentence.terms, ...sentence.around]));
    const score = sentence.terms.size === 0 ? 0 : (own + AROUND * (both - own)) / (1 + AROUND / 2);
    const isEmptyRow = sentence.cells !== undefined && coverage(question, sentence.cells) === 0;
    return { sentence, score: sentence.isHeading || isEmptyRow ? 0 : score };
  });
}

/** The best one to three sentences of a passage, best first; where none shares a word with the question, its first one that is no row of a table. */
export function bestSentences(question: readonly AskedWord[], sentences: readonly Sentence[]): readonly Sentence[] {
  const left = scoreSentences(question, sentences).filter(({ score }) => score > 0);
  const best = left.reduce((top, { score }) => Math.max(top, score), 0);
  const chosen: ScoredSentence[] = [];
  while (chosen.length < MOST_MARKED) {
    const worth = ({ sentence, score }: ScoredSentence): number =>
      score - REPETITION * best * Math.max(0, ...chosen.map((one) => overlap(sentence.terms, one.sentence.terms)));
    const next = left
      .filter((one) => !chosen.includes(one))
      .reduce<ScoredSentence | null>((top, one) => (top && worth(top) >= worth(one) ? top : one), null);
    if (!next || worth(next) < LEAST_SHARE * best) break;
    chosen.push(next);
  }
  return chosen.length > 0
    ? chosen.map(({ sentence }) => sentence)
    : sentences.filter(({ isHeading, cells }) => !isHeading && !cells).slice(0, 1);
}

/** Share of the smaller set of terms that both sets have, 0 to 1. */
export function overlap<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  const common = [...one].filter((term) => other.has(term)).length;
  return common / Math.max(1, Math.min(one.size, other.size));
}

const SEPARATOR = /^(?=[^-]*--)[\s|:-]*$/u;
const MOST_ROWS = 200;

/** The words of a row of a table without the names of its columns; undefined for prose. */
function cellWords(row: DocumentRow, range: TextRange, words: string): string | undefined {
  if (isRecordTable(row) && isRecord(words)) return words.replace(LABEL, '');
  return tableAt(row, range.start) || words.trimStart().startsWith('|') ? words : undefined;
}

const LABEL = /^[^:\n]+:[ \t]/gmu;

/** The head of the table around a row; empty for other text, and for the head itself. */
export function tableHead(row: DocumentRow, range: TextRange): string {
  const table = tableAt(row, range.start);
  if (!table) return markdownHead(row.text, range);
  return range.start < table.body ? '' : headText(row, table);
}

function markdownHead(document: string, { start, end }: TextRange): string {
  const row = document.slice(start, end).trim();
  if (!row.startsWith('|') || SEPARATOR.test(row)) return '';
  let at = document.lastIndexOf('\n', start - 1);
  let isNext = false;
  for (let rows = 0; rows < MOST_ROWS && at > 0; rows++) {
    const from = document.lastIndexOf('\n', at - 1);
    const line = document.slice(from + 1, at).trim();
    if (!line.startsWith('|')) return '';
    if (isNext) return line;
    isNext = SEPARATOR.test(line);
    at = from;
  }
  return '';
}
