import type { SearchIndex } from '../retrieve/index';
import { chooseSentences } from './choose-sentences';
import { bestScored, composeNotFound, isNotFound, quoted, scoredSentences } from './compose-passages';
import type { Draft } from './draft';
import type { Question } from './question';
import { rankUnits, type UnitFilter } from './retrieve-units';
import { withSecondHop } from './second-hop';
import { section, sourceItems } from './sections';

const UNITS = 8;
const MOST_SENTENCES = 6;

/** Basic search: the best sentences of the best passages, in the passages' order. */
export function composeBasic(index: SearchIndex, question: Question, allow: UnitFilter): Draft {
  const ranking = rankUnits(index, question, allow);
  const scored = scoredSentences(index, question, ranking, UNITS);
  const first = chooseSentences(question, scored, { most: MOST_SENTENCES, leastShare: 0.6, leastOwn: 0.45 });
  const chosen = withSecondHop(index, question, first, scored);
  const used = new Set(chosen.map((one) => one.candidate.slot));
  const sections = [section('Sources', sourceItems(index, ranking.hits, used))];
  if (isNotFound(index, question, bestScored(scored), allow)) return composeNotFound(index, question, scored, sections);
  const rank = new Map(ranking.hits.map((hit, at) => [hit.id, at]));
  const place = (slot: number): number => rank.get(slot) ?? Infinity;
  const ordered = [...chosen].sort(
    (a, b) => place(a.candidate.slot) - place(b.candidate.slot) || a.candidate.span.start - b.candidate.span.start,
  );
  return { sections, sentences: ordered.flatMap((one) => quoted(index, one.candidate) ?? []), notFound: false };
}
