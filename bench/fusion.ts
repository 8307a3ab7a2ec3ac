// smoke: 2000
import { denseSearch, type LoadedVectors } from '../src/core/retrieval/dense';
import { buildSearchIndex } from '../src/core/retrieval/index';
import { rankTextUnits } from '../src/core/retrieval/text-units';
import { scopeOf } from '../src/core/search/context/scope';
import { readQuestion } from '../src/core/search/request/question';
import { createFieldVectors } from '../src/core/vectors/field-vectors';
import { finish } from '../src/core/work';
import { randomNumbers } from '../src/core/random';
import { madeUpVectors } from './lib/made-up-vectors';
import { tablesOf } from './lib/recall-tables';
import { table } from './lib/table';
import { median, timed } from './lib/vector-times';

/**
 * Measures the time that ranking by meaning adds to a query over 100,000 made-up text units with vectors of 384
 * numbers. It has the vector search and the fusion of its ranking with that of the words, without the time of embedding
 * the question. `npm run bench -- fusion [TEXT UNITS]`.
 */
const rows = Number(process.argv[2] ?? 100_000);
const DIMS = 384;
const QUESTIONS = 100;
const WORDS = 60;
const VOCABULARY = 120_000;

const next = randomNumbers(7);
const word = (): string => `w${Math.floor(VOCABULARY * next() ** 4).toString(36)}`;
const text = (words: number): string => `${Array.from({ length: words }, word).join(' ')}.`;
const passages = Array.from({ length: rows }, (_, at) => ({
  id: String(at),
  title: `Page ${String(at)}`,
  text: text(WORDS),
}));
const index = finish(buildSearchIndex(tablesOf(passages)));
const { vectors, queries } = madeUpVectors(rows, DIMS, QUESTIONS);
const units = createFieldVectors({ field: 'text_unit_text', model: 'made-up', dims: DIMS }, rows);
const ids = passages.map(({ id }) => id);
finish(units.append({ ids, hashes: ids, vectors }));
const loaded: LoadedVectors = new Map([[units.field, units]]);

/** Milliseconds of each question by words alone, and with meaning, within these documents. */
function measure(documentIds: readonly string[]) {
  const { unit: allow, everything } = scopeOf(index, { documentIds });
  const times = queries.map((query, at) => {
    const read = readQuestion(index, { question: `What is ${passages[at]?.text.slice(0, 40) ?? ''}?`, mode: 'basic' });
    const dense = denseSearch(index, loaded, query, everything ? {} : { allow });
    const words = timed(() => rankTextUnits(index, read, allow));
    return { words, both: timed(() => rankTextUnits(index, { ...read, dense }, allow)) };
  });
  return { words: times.map((one) => one.words), both: times.map((one) => one.both) };
}

const first = measure([]);
const places = [
  ['all', measure([])],
  ['a tenth of the documents', measure(ids.filter((_, at) => at % 10 === 0))],
  ['ten documents', measure(ids.slice(0, 10))],
] as const;
const ms = (value: number): string => `${value.toFixed(1)} ms`;
console.log(
  table(
    ['within', 'words p50', 'words and meaning p50', 'fusion costs p50', 'slowest'],
    places.map(([name, { words, both }]) => {
      const costs = both.map((time, at) => time - (words[at] ?? 0));
      return [name, ms(median(words)), ms(median(both)), ms(median(costs)), ms(Math.max(...costs))];
    }),
  ),
);
console.log(`The first question after the index changed costs ${ms((first.both[0] ?? 0) - (first.words[0] ?? 0))}.`);
