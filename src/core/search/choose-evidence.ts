import type { SearchIndex } from '../retrieval/index';
import { chooseSentences, type Choice } from './choose-sentences';
import { forOneFact } from './one-fact';
import { spanKey } from './passages';
import type { Question } from './question';
import { partsOf } from './question-parts';
import type { UnitRanking } from './retrieve-units';
import { scoreSentences, type Scored } from './score-sentences';
import { withSecondHop } from './second-hop';

/** The sentences that answer each question which the question joins, each with its second hop; best first, none twice. */
export function chooseEvidence(
  index: SearchIndex,
  question: Question,
  { ranking, scored }: { readonly ranking: UnitRanking; readonly scored: readonly Scored[] },
  choice: Choice,
): readonly Scored[] {
  const parts = partsOf(question);
  const candidates = scored.map(({ candidate }) => candidate);
  const most = Math.ceil(choice.most / parts.length);
  const found = parts.flatMap((part) => {
    const own = parts.length === 1 ? scored : scoreSentences(index, part, ranking, candidates);
    const chosen = withSecondHop(index, part, chooseSentences(part, own, { ...choice, most }), own);
    return parts.length === 1 ? forOneFact(index, part, chosen, own) : chosen;
  });
  return [...new Map(found.toReversed().map((one) => [spanKey(one.candidate.span), one])).values()].toReversed();
}
