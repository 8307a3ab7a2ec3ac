import { terms } from '../text/terms';
import { cuePrefix, questionCues } from './prefix-terms';
import type { ConceptSource } from './concept-source';
import { conceptKey } from './concepts';
import type { Hit } from './top-k';

/** Constants of the hop, chosen on the even-numbered questions of the labelled set that bench/retrieval reads. */
export interface HopParameters {
  /** Share of a seed's score that a passage reached from it gets at most (before the nearness factor). */
  readonly weight: number;
  /** Concepts in more passages than this connect nothing. */
  readonly maxFrequency: number;
  /** Number of best passages from which to hop. */
  readonly seeds: number;
  /** Factor for a reached passage that mentions the concept but is not about it. */
  readonly mention: number;
  /** Raised by this share when a word of the question stands near the concept in the seed. */
  readonly near: number;
  /** Added, relative to the best score, to passages about something the question names. */
  readonly named: number;
  /** So many direct hits keep their place. */
  readonly keep: number;
}

export const HOP: HopParameters = {
  weight: 0.8,
  maxFrequency: 20,
  seeds: 5,
  mention: 0.15,
  near: 0.6,
  named: 0.4,
  keep: 2,
};

/** What a hop works on. */
export interface HopInput {
  readonly question: string;
  /** Lexical hits, best first. */
  readonly direct: readonly Hit[];
  readonly sources: readonly ConceptSource[];
  readonly textOf: (id: number) => string;
  /** Number of passages there are; a concept in more than a quarter of them is never rare. */
  readonly size: number;
  /** Only these passages, when given. */
  readonly allow?: (id: number) => boolean;
}

export interface HopResult {
  /** Best first; scores are relative to the best direct hit. */
  readonly hits: readonly Hit[];
  /** Known concepts that the question names. */
  readonly named: readonly string[];
  /** For a passage that was reached: the passage from which and the concept over which. */
  readonly via: ReadonlyMap<number, Bridge>;
}

/** How a passage was reached. */
export interface Bridge {
  readonly from: number;
  readonly key: string;
  /** How much of what speaks for the passage it comes from speaks for this one, 0 to 1. */
  readonly carried: number;
}

interface Reach {
  readonly gains: Map<number, number>;
  readonly via: Map<number, Bridge>;
}

const BEFORE = 60;
const AFTER = 30;

/**
 * Reranks direct hits by what the question names, and adds passages that share a rare concept with the best of them.
 * One hop, no model, milliseconds.
 */
export function hop(input: HopInput, parameters: HopParameters = HOP): HopResult {
  const scores = new Map<number, number>();
  const top = input.direct[0]?.score ?? 1;
  for (const hit of input.direct) scores.set(hit.id, hit.score / top);
  const named = [...new Set(input.sources.flatMap((source) => source.namesIn(input.question)))].filter(
    (name) => terms(name).length > 0,
  );
  boostNamed(input, named, parameters.named, scores);
  const seeds = ranked(scores);
  const { gains, via } = expand(input, named, seeds, parameters);
  for (const [id, gain] of gains) scores.set(id, (scores.get(id) ?? 0) + gain);
  const first = seeds.slice(0, parameters.keep);
  const kept = new Set(first.map((hit) => hit.id));
  return { hits: [...first, ...ranked(scores).filter((hit) => !kept.has(hit.id))], named, via };
}

function ranked(scores: ReadonlyMap<number, number>): Hit[] {
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
}

function boostNamed(input: HopInput, named: readonly string[], boost: number, scores: Map<number, number>): void {
  const allow = input.allow ?? (() => true);
  for (const name of named) {
    const about = new Set<number>();
    for (const source of input.sources) {
      for (const posting of source.passages(name)) if (posting.about && allow(posting.id)) about.add(posting.id);
    }
    const gain = boost / Math.sqrt(about.size);
    for (const id of about) scores.set(id, (scores.get(id) ?? 0) + gain);
  }
}

function expand(input: HopInput, named: readonly string[], seeds: readonly Hit[], parameters: HopParameters): Reach {
  const reach: Reach = { gains: new Map(), via: new Map() };
  const focus = {
    asked: ` ${conceptKey(input.question)} `,
    named: new Set(named),
    cues: questionCues(input.question, named),
    parameters,
  };
  const best = seeds[0]?.score ?? 1;
  for (const seed of seeds.slice(0, parameters.seeds)) {
    for (const source of input.sources) {
      for (const [key, nearness] of rareConcepts(input, source, seed.id, focus)) {
        const gain = parameters.weight * (seed.score / best) * nearness;
        follow(reach, source, { from: seed.id, key }, gain, parameters.mention, input.allow);
      }
    }
  }
  return reach;
}

function follow(
  reach: Reach,
  source: ConceptSource,
  bridge: Omit<Bridge, 'carried'>,
  gain: number,
  mention: number,
  allow: HopInput['allow'],
): void {
  for (const { id, about } of source.passages(bridge.key)) {
    if (id === bridge.from || (allow && !allow(id))) continue;
    const here = about ? gain : gain * mention;
    if (here <= (reach.gains.get(id) ?? 0)) continue;
    reach.gains.set(id, here);
    reach.via.set(id, { ...bridge, carried: Math.min(1, here) });
  }
}

interface Focus {
  readonly asked: string;
  readonly named: ReadonlySet<string>;
  readonly cues: ReadonlySet<string>;
  readonly parameters: HopParameters;
}

/** Concepts of a seed worth following, with their nearness factor: rare, and not what was asked about. */
function rareConcepts(
  { textOf, size }: HopInput,
  source: ConceptSource,
  seed: number,
  { asked, named, cues, parameters: { maxFrequency, near } }: Focus,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const text = textOf(seed);
  const limit = Math.min(maxFrequency, Math.max(2, size / 4));
  for (const { key, start, end } of source.conceptsIn(seed)) {
    if (named.has(key) || asked.includes(` ${key} `)) continue;
    const frequency = source.frequency(key);
    if (frequency < 2 || frequency > limit) continue;
    const around = `${text.slice(Math.max(0, start - BEFORE), start)}\n${text.slice(end, end + AFTER)}`;
    const factor = terms(around).some((term) => cues.has(cuePrefix(term))) ? 1 + near : 1;
    found.set(key, Math.max(found.get(key) ?? 0, factor));
  }
  return found;
}
