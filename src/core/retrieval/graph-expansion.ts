import { distinctWords, terms, termsInAny } from '../text/terms';
import type { Bm25Reader, WordTerms } from './lexical/bm25';
import { idfOfWord } from './lexical/asked-words';
import { conceptKey, type ConceptSource } from './lexical/concepts';
import { sortedHits, type Hit } from '../vectors/top-k';
import type { EntityRow, RelationshipRow } from '../tables/tables';
import type { RowLinks } from './indexes/row-links';
import type { NumberedRows } from './indexes/row-numbers';

/** Constants of the hop, chosen on the even-numbered questions of labelled sets that bench/retrieval reads: 2Wiki, and XQuAD in German, Turkish and Vietnamese. */
export const EXPANSION = {
  /** A reached passage scores at most so much, relative to the score of its seed. */
  weight: 2,
  /** Share of that for a passage with none of the terms that the seed leaves open, 0 to 1. */
  base: 0.4,
  /** Concepts in more passages than this connect nothing. */
  maxFrequency: 50,
  /** Power of a concept's idf, relative to that of a concept in two passages, with which a rare one counts more. */
  rarity: 3,
  /** Number of best passages from which to hop. */
  seeds: 5,
  /** Factor for a reached passage that mentions the concept but is not about it. */
  mention: 0.05,
  /** Added to that for a reached passage that only mentions it: so much for all of the terms that the seed leaves open, a part for some. */
  answering: 0.3,
  /** Added, relative to the best score, to passages about something the question names. */
  named: 0.3,
};

/** Inputs of a hop. */
export interface ExpansionInput {
  readonly question: string;
  /** Languages (BCP 47) in which the words of the question are read. */
  readonly languages: readonly string[];
  /** Content words of the question; at most the first 31 that are known decide what a seed leaves open. */
  readonly words: readonly WordTerms[];
  /** Lexical hits, best first. */
  readonly direct: readonly Hit[];
  readonly concepts: ConceptSource;
  /** The index of the same passages. */
  readonly bm25: Bm25Reader;
  /** Factor for what speaks for a passage, above 0 to 1; default 1. */
  readonly weigh?: (id: number) => number;
  /** Only these passages, when given. */
  readonly allow?: (id: number) => boolean;
}

interface ExpansionResult {
  /** Best first; scores are relative to the best direct hit. The first is the best of what was found without a hop. */
  readonly hits: readonly Hit[];
  /** Known concepts that the question names. */
  readonly named: readonly string[];
  /** For a passage that was reached: the passage from which and the concept over which. */
  readonly via: ReadonlyMap<number, Bridge>;
}

/** Path to a reached passage. */
export interface Bridge {
  readonly from: number;
  readonly key: string;
  /** Share of the first passage's score that this one inherits, 0 to 1. */
  readonly carried: number;
  /** True where this counts more than the words of the question that the passage holds. */
  readonly leads: boolean;
}

interface Reach {
  readonly gains: Map<number, number>;
  readonly via: Map<number, Bridge>;
}

const always = (): true => true;
const one = (): number => 1;
/** As many as there are bits. */
const MOST_WORDS = 31;
/** A concept in a larger share of the passages is never rare. */
const MOST_OF_ALL = 1 / 4;

/**
 * Reranks lexical hits by what the question names, and adds passages that share a rare concept with the best of them. A passage gains by the
 * terms of the question that the hit lacks. One hop, no model, milliseconds.
 */
export function expandByConcepts(input: ExpansionInput): ExpansionResult {
  const { direct, concepts, question, weigh = one } = input;
  const scores = new Map<number, number>();
  const top = direct[0]?.score ?? 1;
  for (const { id, score } of direct) scores.set(id, (weigh(id) * score) / top);
  const named = [...new Set(concepts.namesIn(question))].filter(
    (name) => terms(name).length > 0 && isName(input, name),
  );
  boostNamed(input, named, scores);
  const seeds = sortedHits(scores);
  const { gains, via } = expand(input, named, seeds);
  for (const [id, gain] of gains) scores.set(id, (scores.get(id) ?? 0) + gain);
  const first = seeds.slice(0, 1);
  return { hits: [...first, ...sortedHits(scores).filter(({ id }) => id !== first[0]?.id)], named, via };
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’.\-‐–][\p{L}\p{M}\p{N}]+)*/gu;
/**
 * A word is a name where it has a capital letter in this share of its passages; at the start of a sentence any word has
 * one.
 */
const LEAST_CAPITALS = 1 / 2;

/**
 * Checks if a known concept is a name in the question: one of several words, one with a capital inside it, or a word
 * that passages write so.
 */
function isName({ question, languages, concepts, bm25 }: ExpansionInput, key: string): boolean {
  if (key.includes(' ')) return true;
  const tokens = [...question.matchAll(TOKEN)].filter(([token]) => conceptKey(token) === key);
  const isInside = (at: number): boolean => /[\p{L}\p{N}][^.!?:…¿¡。！？]*$/u.test(question.slice(0, at));
  if (tokens.length === 0 || tokens.some(({ 0: token, index }) => /^\p{Lu}/u.test(token) && isInside(index)))
    return true;
  const holding = tokens.flatMap(([token]) => termsInAny(token, languages)).map((term) => bm25.documentFrequency(term));
  return concepts.frequency(key) >= LEAST_CAPITALS * Math.max(...holding);
}

function boostNamed(
  { concepts, weigh = one, allow = always }: ExpansionInput,
  named: readonly string[],
  scores: Map<number, number>,
): void {
  for (const name of named) {
    const about = concepts.passages(name).filter((posting) => posting.about && allow(posting.id));
    const gain = EXPANSION.named / Math.sqrt(about.length);
    for (const { id } of about) scores.set(id, (scores.get(id) ?? 0) + gain * weigh(id));
  }
}

function expand(input: ExpansionInput, named: readonly string[], seeds: readonly Hit[]): Reach {
  const { concepts, weigh = one, allow = always } = input;
  const { weight } = EXPANSION;
  const reach: Reach = { gains: new Map(), via: new Map() };
  const openShare = coverage(input);
  const own = new Map(seeds.map(({ id, score }) => [id, score]));
  const best = seeds[0]?.score ?? 1;
  for (const seed of seeds.slice(0, EXPANSION.seeds)) {
    const shareOf = openShare(seed.id);
    for (const [key, rarity] of followed(input, seed.id, named)) {
      const most = weight * (seed.score / best) * rarity;
      for (const { id, about } of concepts.passages(key)) {
        if (id === seed.id || !allow(id)) continue;
        const gain = most * weigh(id) * worth(about, shareOf(id));
        if (gain <= (reach.gains.get(id) ?? 0)) continue;
        reach.gains.set(id, gain);
        const leads = id !== seeds[0]?.id && gain > (own.get(id) ?? 0);
        reach.via.set(id, { from: seed.id, key, carried: Math.min(1, gain), leads });
      }
    }
  }
  return reach;
}

/** Weighs a reached passage, by whether it is about the concept and by its share of the open terms. */
function worth(about: boolean, share: number): number {
  const { base, mention, answering } = EXPANSION;
  const plain = base + (1 - base) * share;
  return about ? plain : mention * plain + answering * share;
}

/** Returns the share (by idf) of the question's words missing in a seed that another passage has, 0 to 1. */
function coverage({ words, bm25 }: ExpansionInput): (seed: number) => (id: number) => number {
  const known = distinctWords(words)
    .filter((terms) => idfOfWord(bm25, terms) > 0)
    .slice(0, MOST_WORDS);
  const weights = known.map((terms) => idfOfWord(bm25, terms));
  const wordsIn = bm25.holders(known);
  const sum = (bits: number): number =>
    weights.reduce((total, weight, bit) => ((bits & (1 << bit)) === 0 ? total : total + weight), 0);
  return (seed) => {
    const open = ~wordsIn(seed);
    const all = sum(open);
    return (id) => (all === 0 ? 0 : sum(open & wordsIn(id)) / all);
  };
}

/** Concepts of a seed to follow, each with how much its rarity counts, 0 to 1: not what the question names. */
function followed(
  { question, bm25, concepts }: ExpansionInput,
  seed: number,
  named: readonly string[],
): ReadonlyMap<string, number> {
  const size = bm25.size();
  const limit = Math.min(EXPANSION.maxFrequency, Math.max(2, size * MOST_OF_ALL));
  const asked = ` ${conceptKey(question)} `;
  const found = new Map<string, number>();
  for (const { key } of concepts.conceptsIn(seed)) {
    if (found.has(key) || named.includes(key) || asked.includes(` ${key} `)) continue;
    const frequency = concepts.frequency(key);
    if (frequency < 2 || frequency > limit) continue;
    const share = Math.log((size + 1) / frequency) / Math.log((size + 1) / 2);
    found.set(key, Math.max(0, share) ** EXPANSION.rarity);
  }
  return found;
}

/** Relationships as typed arrays: those of entity `i` are `edges[offsets[i]..offsets[i + 1])`, both directions. */
export interface Adjacency {
  readonly offsets: Int32Array;
  /** Row numbers in the relationships table. */
  readonly edges: Int32Array;
  /** Row number of the entity at the other end. */
  readonly neighbours: Int32Array;
}

/** Lists each entity's relationships, by the links to both of their ends; those with an end that is no entity are left out. */
export function buildAdjacency(
  { targets }: RowLinks<RelationshipRow>,
  { rows, positions }: NumberedRows<EntityRow>,
): Adjacency {
  const offsets = new Int32Array(rows.length + 1);
  const ends = targets.map((number) => positions[number] ?? -1);
  for (let at = 0; at < ends.length; at += 2) {
    const [source, target] = [ends[at] ?? -1, ends[at + 1] ?? -1];
    if (source < 0 || target < 0) continue;
    offsets[source + 1] = (offsets[source + 1] ?? 0) + 1;
    offsets[target + 1] = (offsets[target + 1] ?? 0) + 1;
  }
  for (let at = 0; at < rows.length; at++) offsets[at + 1] = (offsets[at + 1] ?? 0) + (offsets[at] ?? 0);
  const next = offsets.slice();
  const edges = new Int32Array(offsets[rows.length] ?? 0);
  const neighbours = new Int32Array(edges.length);
  const put = (from: number, to: number, edge: number): void => {
    const at = next[from] ?? 0;
    next[from] = at + 1;
    edges[at] = edge;
    neighbours[at] = to;
  };
  for (let at = 0; at < ends.length; at += 2) {
    const [source, target] = [ends[at] ?? -1, ends[at + 1] ?? -1];
    if (source < 0 || target < 0) continue;
    put(source, target, at / 2);
    put(target, source, at / 2);
  }
  return { offsets, edges, neighbours };
}

/** The relationships of an entity, as row numbers. */
export function edgesOf(adjacency: Adjacency, entity: number): Int32Array {
  return adjacency.edges.subarray(adjacency.offsets[entity] ?? 0, adjacency.offsets[entity + 1] ?? 0);
}

/** The neighbours of an entity, as row numbers; one entry per relationship. */
export function neighboursOf(adjacency: Adjacency, entity: number): Int32Array {
  return adjacency.neighbours.subarray(adjacency.offsets[entity] ?? 0, adjacency.offsets[entity + 1] ?? 0);
}
