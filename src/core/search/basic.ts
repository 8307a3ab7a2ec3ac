import type { SearchIndex } from '../retrieval/index';
import { chooseEvidence } from './choose-evidence';
import type { Choice } from './choose-sentences';
import { composeNotFound, quoted, refusal, scoredSentences } from './compose-passages';
import type { Draft } from './draft';
import type { Question } from './question';
import { rankUnits, type UnitFilter } from './retrieve-units';
import { section, sourceItems } from './sections';

const UNITS = 8;
const CHOICE: Choice = { most: 6, leastShare: 0.6, leastOwn: 0.4 };

/** Basic search: the best sentences of the best passages, in the passages' order. */
export function composeBasic(index: SearchIndex, question: Question, allow: UnitFilter): Draft {
  const ranking = rankUnits(index, question, allow);
  const scored = scoredSentences(index, question, ranking, UNITS);
  const chosen = chooseEvidence(index, question, { ranking, scored }, CHOICE);
  const used = new Set(chosen.map((one) => one.candidate.slot));
  const sections = [section('Sources', sourceItems(index, ranking.hits, used))];
  const refused = refusal(index, question, { scored, sections, allow });
  if (refused) return refused;
  if (chosen.length === 0) return composeNotFound(index, question, { scored, sections });
  const rank = new Map(ranking.hits.map((hit, at) => [hit.id, at]));
  const place = (slot: number): number => rank.get(slot) ?? Infinity;
  const ordered = [...chosen].sort(
    (a, b) => place(a.candidate.slot) - place(b.candidate.slot) || a.candidate.span.start - b.candidate.span.start,
  );
  return { sections, sentences: ordered.flatMap((one) => quoted(index, one.candidate) ?? []), notFound: false };
}
