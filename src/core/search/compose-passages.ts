import type { SearchIndex } from '../retrieve/index';
import { sentencesOf, type Candidate } from './candidates';
import { isFurniture } from './furniture';
import { chooseSentences, type Choice } from './choose-sentences';
import { citeCandidate } from './cite';
import type { Draft, DraftSentence } from './draft';
import { plain } from './draft';
import type { ContextSection } from './events';
import { isNotFound } from './not-found';
import { oneLine, spanKey } from './passages';
import type { Question } from './question';
import type { UnitRanking } from './retrieve-units';
import { scoreSentences, type Scored } from './score-sentences';
import { joinUtterances } from './utterances';
import { say, WORDS } from './words';

/** Sentences of the best text units, each once, with their scores. */
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
  return scoreSentences(index, question, ranking, [...seen.values()]);
}

/** What a text unit states: its sentences without titles, headings and headers, joined where they belong together. */
function statementsOf(index: SearchIndex, slot: number): readonly Candidate[] {
  const document = index.documents.get(index.unitAt.get(slot)?.document_id ?? '');
  if (!document) return [];
  const sentences = sentencesOf(index, slot).filter((one) => !isFurniture(one, document));
  return joinUtterances(sentences, document);
}

/** An answer's sentence in its document's words. */
export function quoted(index: SearchIndex, candidate: Candidate): DraftSentence | null {
  const cited = citeCandidate(index, candidate);
  return cited ? { text: oneLine(candidate.text), role: 'sentence', cited: [cited] } : null;
}

const MOST_JUDGED = 7;

/** The sentences on which it is judged whether the documents answer: the best scored, shown or not. */
export function bestScored(scored: readonly Scored[]): readonly Scored[] {
  return [...scored].sort((a, b) => b.score - a.score).slice(0, MOST_JUDGED);
}

/** Says that the documents do not answer, and offers the closest sentences as such. */
export function composeNotFound(
  index: SearchIndex,
  question: Question,
  scored: readonly Scored[],
  sections: readonly ContextSection[],
): Draft {
  const choice: Choice = { most: 3, leastShare: 0.5 };
  const known = scored.filter((one) => one.own > 0);
  const closest = chooseSentences(question, known, choice).flatMap(({ candidate }) => quoted(index, candidate) ?? []);
  const words = closest.length > 0 ? WORDS.notFound : WORDS.nothing;
  const items = closest.map((one) => ({ ...one, role: 'item' as const }));
  return { sections, sentences: [plain(say(question, words)), ...items], notFound: true };
}

export { isNotFound };
