import { formsAmong, wordForms } from '../text/terms';
import { passageLanguage } from '../text/language';
import { idfOfWord } from './lexical/asked-words';
import type { WordTerms } from './lexical/bm25';
import { languagesOf, wordsInDocuments } from './lexical/languages';
import { unitsWithPhrase } from './phrases';
import { fuseDense, rerank, sortedHits, type Hit } from '../vectors/top-k';
import { addressedFirst } from './documents/addressed-sections';
import { preferDated } from './documents/dated-passages';
import { expandByConcepts, type Bridge, type ExpansionInput } from './graph-expansion';
import type { SearchIndex, RetrievalQuery } from './index';

/** Text units for a question, best first, with how the reached ones were reached. */
interface UnitRanking {
  /** Row numbers of the units; scores fall and are only comparable within one ranking. */
  readonly hits: readonly Hit[];
  readonly via: ReadonlyMap<number, Bridge>;
  /** Folded names in the question that the text units or entities know. */
  readonly named: readonly string[];
}

/** Checks if the text unit of this number may be found. */
export type UnitFilter = (slot: number) => boolean;

const POOL = 100;
/** Weight of a word in its typed form, in idf; .2 to .5 gain as much. */
const FORM = 0.3;
/** Hits that are looked through for forms. */
const FORMS_READ = 50;
/** Largest bonus of entities for a text unit, as a share of the best score: enough to decide between near equals. */
const ENTITY_SHARE = 0.03;
/** Factor on the score of a text unit without any prose, or unrelated to its document. */
const LEAST_OF_BOILERPLATE = 0.6;

/**
 * Text units by their words alone (BM25 over stems); the form in which a word was typed counts beside its stem. On XQuAD this puts .6 to 1.1 % more
 * of the questions' passages first, in five of six languages.
 */
export function rankByWords(
  index: SearchIndex,
  query: RetrievalQuery,
  allow: UnitFilter,
  k: number = POOL,
): readonly Hit[] {
  const { phrase } = query;
  if (phrase !== undefined && query.words.length === 0) return unitsWithPhrase(index, phrase, { k, allow });
  return withForms(index, query, index.passages.bm25.search(wordsOf(index, query), { k, allow }));
}

/** Adds to the best hits the idf of each word in its typed form. */
export function withForms(index: SearchIndex, query: RetrievalQuery, hits: readonly Hit[]): readonly Hit[] {
  const { bm25 } = index.passages;
  const asked = new Map(wordsOf(index, query).flatMap((word) => word.map((term) => [term, word])));
  const weights = new Map<string, number>();
  for (const language of languagesOf(index.tables.documents)) {
    for (const [form, term] of wordForms(query.text, language)) {
      const word = asked.get(term);
      if (word) weights.set(form, idfOfWord(bm25, word));
    }
  }
  if (weights.size === 0) return hits;
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  for (const { id, score } of hits.slice(0, FORMS_READ)) {
    const unit = index.unitAt.get(id);
    const document = unit && index.documents.get(unit.document_id);
    if (!unit || !document) continue;
    const texts = [document.title, ...unit.heading_path, unit.text].join('\n');
    let sum = 0;
    for (const form of formsAmong(texts, passageLanguage(unit.text, document.language), weights))
      sum += weights.get(form) ?? 0;
    scores.set(id, score + FORM * sum);
  }
  return sortedHits(scores);
}

/**
 * Text units by their words and one hop over shared rare names, and by meaning where there are vectors; contents pages, references, code and what
 * stands apart from its document, such as a licence, behind text; those of a date that the question names before others; of near equals, those
 * first that have most to do with the entities. With a reranker's scores, those first. A section that the question addresses by its number comes
 * before all.
 */
export function rankTextUnits(
  index: SearchIndex,
  query: RetrievalQuery,
  allow: UnitFilter,
  entities: readonly number[] = [],
): UnitRanking {
  const ranking = fusedOnce(index, query, allow);
  const dated = preferDated(index, query.text, ranking.hits);
  const hits = withEntities(dated, entityEvidence(index, entities, ranking.via, allow));
  const ranked = query.reranked ? rerank(hits, query.reranked) : hits;
  return { ...ranking, hits: addressedFirst(index, query.text, ranked, allow) };
}

/** Checks if any allowed text unit matches the question, by its words or its meaning. */
export const hasMatches = (index: SearchIndex, query: RetrievalQuery, allow: UnitFilter): boolean =>
  rankTextUnits(index, query, allow).hits.length > 0;

interface Fused {
  readonly index: SearchIndex;
  readonly allow: UnitFilter;
  readonly ranking: UnitRanking;
}

/** By question: what retrieves and what shows its evidence ask for the same ranking. */
const fused = new WeakMap<RetrievalQuery, Fused>();

function fusedOnce(index: SearchIndex, query: RetrievalQuery, allow: UnitFilter): UnitRanking {
  const known = fused.get(query);
  if (known?.index === index && known.allow === allow) return known.ranking;
  const ranking = fusedUnits(index, query, allow);
  fused.set(query, { index, allow, ranking });
  return ranking;
}

function fusedUnits(index: SearchIndex, query: RetrievalQuery, allow: UnitFilter): UnitRanking {
  const { bm25, concepts, proseOf } = index.passages;
  const textShare = (slot: number): number => {
    const unit = index.unitAt.get(slot);
    return unit ? proseOf(slot) * index.cohesionOf(unit) : 1;
  };
  const weigh = (slot: number): number => LEAST_OF_BOILERPLATE + (1 - LEAST_OF_BOILERPLATE) * textShare(slot);
  const { dense } = query;
  const input = {
    question: query.text,
    languages: languagesOf(index.tables.documents),
    words: wordsOf(index, query),
    direct: rankByWords(index, query, allow),
    concepts,
    bm25,
    weigh,
    allow,
  };
  return dense ? rankPassages(input, dense.units(POOL), dense.weight) : rankPassages(input);
}

/**
 * Ranks passages, wherever their words and names come from: the index in memory, or what was fetched of a hosted one. By words and one hop over
 * shared rare names, fused with those `nearest` in meaning, which count `weight` times as much as the words.
 */
export function rankPassages(source: ExpansionInput, nearest: readonly Hit[] = [], weight = 1): UnitRanking {
  const ranking = expandByConcepts(source);
  return { ...ranking, hits: fuseDense(ranking.hits, nearest, weight) };
}

/** Words to search by; what an earlier question lends counts half as much as the question's own. */
export function wordsOf({ tables }: SearchIndex, { words, text }: RetrievalQuery): readonly WordTerms[] {
  if (words.length === 0) return wordsInDocuments(text, tables.documents);
  const all = words.map(({ terms }) => terms);
  const own = words.flatMap(({ terms, isLent }) => (isLent ? [] : [terms]));
  return own.length < all.length ? [...all, ...own] : all;
}

/**
 * Adds the weight of entities to scores relative to the best; the first hit keeps its place. On XQuAD and 2Wiki
 * entities put as good a passage first less often than the words did.
 */
function withEntities(hits: readonly Hit[], evidence: ReadonlyMap<number, number>): readonly Hit[] {
  if (evidence.size === 0) return hits;
  const best = hits.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  const most = [...evidence.values()].reduce((a, b) => Math.max(a, b), 0) || 1;
  const scores = new Map(hits.map(({ id, score }) => [id, score / best]));
  for (const [slot, value] of evidence) scores.set(slot, (scores.get(slot) ?? 0) + (ENTITY_SHARE * value) / most);
  const [first] = hits;
  if (first) scores.set(first.id, 1 + 2 * ENTITY_SHARE);
  return sortedHits(scores);
}

/**
 * Scores the links of each text unit with entities. A unit that mentions them counts by their rarity, as a node does in
 * HippoRAG. A unit that was reached from one inherits a part: else it would rank behind every passage that repeats a
 * name.
 */
export function entityEvidence(
  index: SearchIndex,
  entities: readonly number[],
  via: ReadonlyMap<number, Bridge>,
  allow: UnitFilter,
): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  for (const row of entities) {
    const ids = index.tables.entities[row]?.text_unit_ids ?? [];
    for (const id of ids) {
      const slot = index.slotOf.get(id);
      if (slot !== undefined && allow(slot)) own.set(slot, (own.get(slot) ?? 0) + 1 / Math.sqrt(ids.length));
    }
  }
  const evidence = new Map(own);
  for (const [slot, { from, carried }] of via) {
    const inherited = carried * (own.get(from) ?? 0);
    if (inherited > 0) evidence.set(slot, (own.get(slot) ?? 0) + inherited);
  }
  return evidence;
}
