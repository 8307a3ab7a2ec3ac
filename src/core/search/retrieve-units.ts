import { fuse } from '../retrieval/fusion';
import { hop, type Bridge } from '../retrieval/graph-expansion';
import type { SearchIndex } from '../retrieval/index';
import type { Hit } from '../retrieval/top-k';
import { terms } from '../text/terms';
import { entityEvidence } from './entity-evidence';
import { fusedWith } from './fuse-dense';
import type { Question } from './question';

/** Text units for a question, best first, with how the reached ones were reached. */
export interface UnitRanking {
  /** Store numbers of the units; scores fall from 1 and are only comparable within one ranking. */
  readonly hits: readonly Hit[];
  readonly via: ReadonlyMap<number, Bridge>;
  /** Folded names in the question that the text units or entities know. */
  readonly named: readonly string[];
}

/** Whether the text unit of this slot may be found. */
export type UnitFilter = (slot: number) => boolean;

const POOL = 100;
const ENTITY_WEIGHT = 0.4;

/** Only text units of this state, and only of the chosen documents when there are any. */
export function unitFilter(index: SearchIndex, documentIds: readonly string[] = []): UnitFilter {
  const chosen = new Set(documentIds);
  return (slot) => {
    const unit = index.unitAt.get(slot);
    return unit !== undefined && (chosen.size === 0 || chosen.has(unit.document_id));
  };
}

/** Text units by their words alone. */
export function rankByWords(index: SearchIndex, question: Question, allow: UnitFilter): readonly Hit[] {
  const words = question.terms.map(({ term }) => term);
  const asked = words.length > 0 ? words : terms(question.text);
  return index.store.passages.bm25.search(asked, { k: POOL, allow });
}

/** Text units by their words and one hop over shared rare names, and by meaning where there are vectors. */
export function rankUnits(index: SearchIndex, question: Question, allow: UnitFilter): UnitRanking {
  const ranking = hop({
    question: question.text,
    direct: rankByWords(index, question, allow),
    sources: index.concepts,
    textOf: (slot) => index.unitAt.get(slot)?.text ?? '',
    size: index.unitAt.size,
    allow,
  });
  return question.dense ? { ...ranking, hits: fusedWith(ranking.hits, question.dense.units(POOL)) } : ranking;
}

/** As {@link rankUnits}, with the text units that have most to do with the picked entities fused in. */
export function rankLocalUnits(
  index: SearchIndex,
  question: Question,
  allow: UnitFilter,
  entities: readonly number[],
): UnitRanking {
  const ranking = rankUnits(index, question, allow);
  const evidence = entityEvidence(index, { entities, via: ranking.via, allow });
  if (evidence.size === 0) return ranking;
  const position = new Map(ranking.hits.map((hit, at) => [hit.id, at]));
  const ofEntities = [...evidence]
    .sort((a, b) => b[1] - a[1] || (position.get(a[0]) ?? POOL) - (position.get(b[0]) ?? POOL) || a[0] - b[0])
    .map(([slot]) => slot)
    .slice(0, POOL);
  const fused = fuse([{ ids: ranking.hits.map((hit) => hit.id) }, { ids: ofEntities, weight: ENTITY_WEIGHT }], 10);
  const best = fused[0]?.score ?? 1;
  return { ...ranking, hits: fused.map(({ id, score }) => ({ id, score: score / best })) };
}
