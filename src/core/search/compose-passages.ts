import type { SearchIndex } from '../retrieval/index';
import type { DocumentRow } from '../tables/tables';
import { withoutAside } from './aside';
import { sentencesOf, type Candidate } from './candidates';
import { isFurniture, withoutHeadLines } from './furniture';
import { chooseSentences, type Choice } from './choose-sentences';
import { citeCandidate } from './cite';
import type { Draft, DraftSentence } from './draft';
import { plain } from './draft';
import type { ContextSection } from './events';
import { forReaders } from './instructing-words';
import { withoutListMark } from './list-marks';
import { isNotFound } from './not-found';
import { asRead, spanKey } from './passages';
import type { Question } from './question';
import type { UnitFilter, UnitRanking } from './retrieve-units';
import { scoreSentences, type Scored } from './score-sentences';
import { joinUtterances } from './utterances';
import { statedGap } from './stated-gap';
import { unsaid, type Unsaid } from './unsaid';
import { say, unsaidWords, WORDS } from './words';

/** Sentences of the best text units, each once, with their scores; those that speak to a model only where there are no others. */
export function scoredSentences(
  index: SearchIndex,
  question: Question,
  ranking: UnitRanking,
  units: number,
): readonly Scored[] {
  const seen = new Map<string, Candidate>();
  for (const { id } of ranking.hits.slice(0, units)) {
    for (const candidate of statementsOf(index, id)) {
      const key = spanKey(candidate.span);
      if (!seen.has(key)) seen.set(key, candidate);
    }
  }
  const candidates = forReaders([...seen.values()], ({ text }) => text);
  return scoreSentences(index, question, ranking, candidates);
}

/** What a text unit states: its sentences without titles, headings and headers, joined where they belong together. */
function statementsOf(index: SearchIndex, slot: number): readonly Candidate[] {
  const document = index.documents.get(index.unitAt.get(slot)?.document_id ?? '');
  if (!document) return [];
  const sentences = sentencesOf(index, slot)
    .flatMap((one) => withoutHeadLines(one, document) ?? [])
    .filter((one) => !isFurniture(one, document));
  return joinUtterances(sentences, document).map((one) => unmarked(one, document));
}

/** The sentence without the number or bullet of the list in which it stands. */
function unmarked(candidate: Candidate, document: DocumentRow): Candidate {
  const span = withoutListMark(document, candidate.span);
  return span === candidate.span ? candidate : { ...candidate, span, text: document.text.slice(span.start, span.end) };
}

/** An answer's sentence in its document's words. */
export function quoted(index: SearchIndex, candidate: Candidate): DraftSentence | null {
  const cited = citeCandidate(index, candidate);
  return cited ? { text: asRead(candidate.text), role: 'sentence', cited: [cited] } : null;
}

/** What an answer is refused on. */
export interface Refusable {
  readonly scored: readonly Scored[];
  readonly sections: readonly ContextSection[];
  readonly allow: UnitFilter;
}

/**
 * The draft that says that the documents do not answer: with the sentence in which they say so themselves, or with the closest
 * ones under what is not said; null when they do answer.
 */
export function refusal(index: SearchIndex, question: Question, given: Refusable): Draft | null {
  const best = bestScored(given.scored);
  const judged = withoutAside(index, question);
  const missing = unsaid(index, judged, given.scored, given.allow);
  if (isNotFound(index, judged, best, given.allow)) return composeNotFound(index, question, given, missing);
  const gap = statedGap(index, question, best);
  const sentence = gap && quoted(index, gap.candidate);
  if (!sentence) return missing?.refuses ? composeNotFound(index, question, given, missing) : null;
  const item = { ...sentence, role: 'item' as const };
  return { sections: given.sections, sentences: [plain(say(question, WORDS.gap)), item], notFound: true };
}

/** Says that the documents do not answer, and what of the question they do not say, and offers the closest sentences as such. */
export function composeNotFound(
  index: SearchIndex,
  question: Question,
  { scored, sections }: Pick<Refusable, 'scored' | 'sections'>,
  missing: Unsaid | null = null,
): Draft {
  const choice: Choice = { most: 3, leastShare: 0.5 };
  const known = scored.filter((one) => one.own > 0);
  const closest = chooseSentences(question, known, choice).flatMap(({ candidate }) => quoted(index, candidate) ?? []);
  const words = closest.length === 0 ? WORDS.nothing : missing ? unsaidWords(missing) : WORDS.notFound;
  const items = closest.map((one) => ({ ...one, role: 'item' as const }));
  return { sections, sentences: [plain(say(question, words)), ...items], notFound: true };
}

const MOST_JUDGED = 7;

/** The sentences on which it is judged whether the documents answer: the best scored, shown or not. */
function bestScored(scored: readonly Scored[]): readonly Scored[] {
  return [...scored].sort((a, b) => b.score - a.score).slice(0, MOST_JUDGED);
}
