import { conceptKey } from '../retrieval/concepts';
import { cuePrefix } from '../retrieval/prefix-terms';
import type { SearchIndex } from '../retrieval/index';
import { splitSentences } from '../text/sentences';
import { terms } from '../text/terms';
import type { Span, TextUnitRow } from '../tables/tables';
import type { QuestionTerm } from './question';
import { kindredTerms } from './kindred-terms';
import { tableHead } from './table-head';

/** A sentence of a document that may enter the answer. */
export interface Candidate {
  readonly span: Span;
  readonly unit: TextUnitRow;
  readonly slot: number;
  readonly text: string;
  /** Of a table's row also those of the table's head. */
  readonly terms: ReadonlySet<string>;
  /** Folded text with a space at both ends, to look names up in. */
  readonly folded: string;
  /** Terms of the titles above it and of the sentence before it. */
  readonly around: ReadonlySet<string>;
}

/** The sentences of a text unit, in order, with their document offsets. */
export function sentencesOf(index: SearchIndex, slot: number): readonly Candidate[] {
  const unit = index.unitAt.get(slot);
  const document = unit && index.documents.get(unit.document_id);
  if (!unit || !document) return [];
  const titles = terms([document.title, ...unit.heading_path].join('\n'));
  const found: Candidate[] = [];
  let before: readonly string[] = [];
  for (const { start, end } of sentenceBounds(unit, document.language)) {
    const text = document.text.slice(start, end);
    const own = terms(`${tableHead(document.text, { start, end })}\n${text}`);
    found.push({
      span: { document_id: unit.document_id, start, end },
      unit,
      slot,
      text,
      terms: new Set(own),
      folded: ` ${conceptKey(text)} `,
      around: new Set([...titles, ...before]),
    });
    before = own;
  }
  return found;
}

/** Where the sentences of a text unit stand in its document, in order. */
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

const ONE_HAN = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]$/u;
const RELATED = 0.8;
const SAME_BEGINNING = 0.7;

/** How well a set of terms holds one term: 1 itself, less for a related word or a word with the same beginning. */
export function matchOf(term: string, held: ReadonlySet<string>): number {
  if (held.has(term)) return 1;
  for (const other of kindredTerms(term)) if (held.has(other)) return RELATED;
  if (ONE_HAN.test(term)) return [...held].some((other) => other.includes(term)) ? SAME_BEGINNING : 0;
  if (term.length < 5) return 0;
  const beginning = cuePrefix(term);
  for (const other of held) if (other.length >= 5 && beginsWith(other, beginning)) return SAME_BEGINNING;
  return 0;
}

/** Whether a term begins so, itself or behind the "ge" of a German participle: "gründete" and "gegründet". */
const beginsWith = (term: string, beginning: string): boolean =>
  term.startsWith(beginning) || (term.startsWith('ge') && term.startsWith(beginning, 2));

/** Share of the question's weight held by the terms, 0 to 1; 0 for a question without terms of its own. */
export function coverage(question: readonly QuestionTerm[], held: ReadonlySet<string>): number {
  let covered = 0;
  let total = 0;
  for (const { term, weight } of question) {
    total += weight;
    covered += weight * matchOf(term, held);
  }
  return total === 0 ? 0 : covered / total;
}
