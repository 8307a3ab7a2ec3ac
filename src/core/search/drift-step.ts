import type { SearchIndex } from '../retrieval/index';
import type { Span } from '../tables/tables';
import { coverage } from './candidates';
import { chooseSentences } from './choose-sentences';
import { citeRelationship, spansOfRelationship } from './cite';
import { quoted, scoredSentences } from './compose-passages';
import type { Scope } from './context/scope';
import type { DraftSentence } from './draft';
import type { Branch } from './drift-branches';
import { instructionIn } from './instructing-words';
import { isNotFound } from './not-found';
import { unitOfSpan } from './passages';
import { readQuestion, type Question } from './question';
import { rankUnits, type UnitRanking } from './retrieve-units';
import { saysTheSame } from './say-once';
import type { Scored } from './score-sentences';
import { isShown } from './shown-spans';

/** What the documents say on a further question, in their own sentences. */
export interface DriftStep {
  /** None where they say nothing that was not said before. */
  readonly items: readonly DraftSentence[];
  /** Numbers of the text units that they stand in. */
  readonly slots: readonly number[];
  /** How much of the person's question they hold, 0 to 100; null for a question without words of its own. */
  readonly score: number | null;
}

/** What was said so far. */
export interface SaidBefore {
  readonly spans: readonly Span[];
  readonly texts: readonly string[];
}

const ITEMS = 2;
const UNITS = 6;
/** What a sentence gains by stating the relationship. */
const STATES = 0.5;
const LEAST_SHARE = 0.5;

/** A relationship's sentences that are new, the nearest to the question first, and what stands beside them. */
export function stepAlong(
  index: SearchIndex,
  question: Question,
  branch: Branch,
  { scope, said }: { readonly scope: Scope; readonly said: SaidBefore },
): DriftStep {
  const spans = scope.spans(spansOfRelationship(index, branch.relationship));
  const slots = spans.flatMap((span) => index.slotOf.get(unitOfSpan(index, span)?.id ?? '') ?? []);
  const hits = [...new Set(slots)].slice(0, UNITS).map((id) => ({ id, score: 1 }));
  const about = { ...question, entities: [branch.from, branch.to] };
  const scored = fresh(scoredSentences(index, about, { hits, via: new Map(), named: [] }, UNITS), said);
  const states = ({ candidate }: Scored): boolean => isShown(spans, [candidate.span]);
  const worth = (one: Scored): number => one.score + (states(one) ? STATES : 0);
  const ordered = [...scored].sort((a, b) => worth(b) - worth(a));
  const first = ordered.find(states);
  if (!first) return stepOf(index, question, []);
  const second = ordered.find(
    (one) => one !== first && worth(one) >= LEAST_SHARE * worth(first) && !repeats(one, first),
  );
  const chosen = [first, ...(second ? [second] : [])];
  const cited = citeRelationship(index, branch.relationship, [first.candidate.span], scope.unit);
  return stepOf(index, question, chosen, (one) => (cited && states(one) ? [cited] : []));
}

/** What the documents say on a question that a person wants asked. */
export function stepFor(
  index: SearchIndex,
  question: Question,
  words: string,
  { scope, said }: { readonly scope: Scope; readonly said: SaidBefore },
): DriftStep {
  const asked = readQuestion(index, { question: words, mode: 'drift' });
  const ranking: UnitRanking = rankUnits(index, asked, scope.unit);
  const scored = scoredSentences(index, asked, ranking, UNITS);
  if (isNotFound(index, asked, scored, scope.unit)) return stepOf(index, question, []);
  const chosen = chooseSentences(asked, fresh(scored, said), { most: ITEMS, leastShare: LEAST_SHARE });
  return stepOf(index, question, chosen);
}

/** What was not said before; never words to a model, since a step may come to nothing. */
const fresh = (scored: readonly Scored[], { spans, texts }: SaidBefore): readonly Scored[] =>
  scored.filter(
    ({ candidate }) =>
      instructionIn(candidate.text) === null &&
      !isShown(spans, [candidate.span]) &&
      !texts.some((text) => saysTheSame(text, candidate.text)),
  );

const repeats = (one: Scored, other: Scored): boolean => saysTheSame(one.candidate.text, other.candidate.text);

function stepOf(
  index: SearchIndex,
  question: Question,
  chosen: readonly Scored[],
  also: (one: Scored) => DraftSentence['cited'] = () => [],
): DriftStep {
  const inOrder = [...chosen].sort(
    (a, b) => a.candidate.slot - b.candidate.slot || a.candidate.span.start - b.candidate.span.start,
  );
  const items = inOrder.flatMap((one) => {
    const sentence = quoted(index, one.candidate);
    return sentence ? [{ ...sentence, role: 'item' as const, cited: [...sentence.cited, ...also(one)] }] : [];
  });
  const held = new Set(chosen.flatMap(({ candidate }) => [...candidate.terms]));
  const score = question.terms.length === 0 ? null : Math.round(100 * coverage(question.terms, held));
  return { items, slots: chosen.map(({ candidate }) => candidate.slot), score };
}
