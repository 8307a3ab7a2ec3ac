// smoke: 500
/** Prints how long it takes to find names that may mean the same among many entities, with made-up names. */
import { findCandidates } from '../src/core/resolve/candidates';
import type { EntityRow, RelationshipRow } from '../src/core/tables/tables';

const SYLLABLES = 'ka lo mi ren ta vor shi del ash bru cor dan el fa gra hol in jo'.split(' ');
const TYPES = ['person', 'organization', 'place', 'work'] as const;

function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
}

function names(count: number): (next: () => number) => { title: string; type: string } {
  const next = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const word = (): string => {
    const text = Array.from({ length: 2 + Math.floor(next() * 2) }, () => pick(SYLLABLES)).join('');
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const given = Array.from({ length: 300 }, word);
  const surnames = Array.from({ length: Math.ceil(count / 7) }, word);
  const nouns = Array.from({ length: 800 }, word);
  return () => {
    const type = pick(TYPES);
    if (type !== 'person') return { type, title: [pick(surnames), pick(nouns)].join(' ') };
    const first = next() < 0.3 ? '' : next() < 0.2 ? `${pick(given).charAt(0)}. ` : `${pick(given)} `;
    return { type, title: first + pick(surnames) };
  };
}

function measure(count: number): Record<string, unknown> {
  const next = random(11);
  const name = names(count);
  const entities = Array.from({ length: count }, (_, at) => {
    const { title, type } = name(next);
    const frequency = 1 + Math.floor(next() * 20);
    return { id: `e${at}`, key: `${title.toLowerCase()} ${at}`, title, type, frequency, method: 'a model' };
  }) as unknown as EntityRow[];
  const relationships = Array.from({ length: 5 * count }, () => ({
    source_id: `e${Math.floor(next() * count)}`,
    target_id: `e${Math.floor(next() ** 2 * count)}`,
  })) as unknown as RelationshipRow[];
  const start = performance.now();
  const work = findCandidates(entities, relationships);
  let longest = 0;
  for (let last = start; ; last = performance.now()) {
    const step = work.next();
    longest = Math.max(longest, performance.now() - last);
    if (!step.done) continue;
    const ms = Math.round(performance.now() - start);
    return {
      entities: count,
      relationships: relationships.length,
      candidates: step.value.length,
      ms,
      'longest step ms': Math.round(longest),
    };
  }
}

const sizes = process.argv.slice(2).map(Number);
console.table((sizes.length > 0 ? sizes : [2_000, 20_000]).map(measure));
