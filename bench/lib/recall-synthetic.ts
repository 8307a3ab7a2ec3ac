import { expandByConcepts } from '../../src/core/retrieval/graph-expansion';
import { createPassageIndex, type PassageIndex } from '../../src/core/retrieval/indexes/passage-index';
import { terms } from '../../src/core/text/terms';
import { randomNumbers } from '../../src/core/random';
import { median, timed } from './vector-times';

interface SyntheticTimes {
  readonly textUnits: number;
  readonly buildSeconds: number;
  readonly bm25Median: number;
  readonly bm25Slowest: number;
  readonly hopMedian: number;
  readonly hopSlowest: number;
  readonly heapMegabytes: number;
}

const VOCABULARY = 120_000;
const NAMES = 60_000;
const WORDS = 120;
const QUERIES = 200;

/** Times BM25 and the hop on made-up text units with a Zipf-like vocabulary and made-up names; milliseconds per query. */
export function timeSynthetic(textUnits: number): SyntheticTimes {
  const next = randomNumbers(7);
  const word = (): string => `w${Math.floor(VOCABULARY * next() ** 4).toString(36)}`;
  const name = (): string =>
    `Na${Math.floor(NAMES * next() ** 2).toString(36)} Su${Math.floor(NAMES * next() ** 2).toString(36)}`;
  const texts = Array.from({ length: textUnits }, () => {
    const words = Array.from({ length: WORDS }, (_, at) => (at % 20 === 3 ? name() : word()));
    return `${words.join(' ')}.`;
  });
  const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const started = performance.now();
  const index = createPassageIndex();
  texts.forEach((text, id) => index.add(id, { text, titles: [], languages: { own: 'en', document: 'en' } }));
  const buildSeconds = (performance.now() - started) / 1000;
  const after = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const queries = Array.from({ length: QUERIES }, () => {
    const source = texts[Math.floor(next() * texts.length)] ?? '';
    return `what ${source.split(' ').slice(2, 8).join(' ')}`;
  });
  const bm25 = queries.map((query) => timed(() => index.bm25.search(terms(query), { k: 100 })));
  const hops = queries.map((query) => timed(() => hopOnce(index, query)));
  return {
    textUnits,
    buildSeconds,
    bm25Median: median(bm25),
    bm25Slowest: Math.max(...bm25),
    hopMedian: median(hops),
    hopSlowest: Math.max(...hops),
    heapMegabytes: (after - before) / 2 ** 20,
  };
}

function hopOnce(index: PassageIndex, question: string): void {
  expandByConcepts({
    question,
    languages: ['en'],
    words: terms(question).map((term) => [term]),
    direct: index.bm25.search(terms(question), { k: 100 }),
    concepts: index.concepts,
    bm25: index.bm25,
  });
}
