import { hop, HOP } from '../src/core/retrieve/hop';
import { buildSearchIndex } from '../src/core/retrieve/index';
import { createPassageIndex } from '../src/core/retrieve/passage-index';
import { retrieve } from '../src/core/search/retrieve-units';
import { terms } from '../src/core/text/terms';
import { finish } from '../src/core/work';
import { mean, pairedDifference } from './lib/bootstrap';
import { readLabelledSet, recallAt, type LabelledSet } from './lib/recall';
import { timeSynthetic } from './lib/recall-synthetic';
import { tablesOf } from './lib/recall-tables';

/**
 * Recall of evidence passages per retrieval mode, with paired bootstrap intervals against BM25.
 * `npx tsx bench/retrieval.ts DIR [--no-timing]` for a folder with corpus.jsonl and questions.jsonl.
 * The constants of the hop were chosen on the questions with an even index (from 0) of one such folder; the odd ones
 * are the held-out half there.
 */

const DEPTHS = [2, 5, 10, 20] as const;
const LARGE = 100_000;

/** Titles in rank order for a question. */
type Ranker = (question: string) => readonly string[];

function rankers({ passages }: LabelledSet): readonly (readonly [string, Ranker])[] {
  const raw = createPassageIndex();
  passages.forEach(({ title, text }, id) => raw.add(id, { text, titles: [title] }));
  const untitled = createPassageIndex();
  passages.forEach(({ title, text }, id) => untitled.add(id, { text: `${title}. ${text}`, titles: [] }));
  const index = finish(buildSearchIndex(tablesOf(passages)));
  const titleOf = new Map(passages.map((passage) => [passage.id, passage.title]));
  const direct = (question: string) => raw.bm25.search(terms(question), { k: 100 });
  const withHop = (from: typeof raw, question: string) =>
    hop({
      question,
      direct: from.bm25.search(terms(question), { k: 100 }),
      sources: [from.concepts],
      textOf: (id) => passages[id]?.text ?? '',
      size: passages.length,
    });
  const titles = (hits: readonly { readonly id: number }[]) => hits.map(({ id }) => passages[id]?.title ?? '');
  const inIndex =
    (mode: 'basic' | 'local'): Ranker =>
    (question) =>
      retrieve(index, question, mode, 20).map((id) => titleOf.get(id) ?? '');
  return [
    ['BM25', (question) => titles(direct(question))],
    ['BM25 + hop', (question) => titles(withHop(raw, question).hits)],
    ['BM25 + hop, title as text', (question) => titles(withHop(untitled, question).hits)],
    ['index, basic', inIndex('basic')],
    ['index, local', inIndex('local')],
  ];
}

function printRecall(set: LabelledSet): void {
  const halves = [
    ['even questions (constants chosen here)', (at: number) => at % 2 === 0],
    ['odd questions (held out)', (at: number) => at % 2 === 1],
    ['all questions', () => true],
  ] as const;
  const ranked = rankers(set).map(([name, rank]) => {
    const started = performance.now();
    const lists = set.questions.map(({ question }) => rank(question));
    return { name, lists, milliseconds: (performance.now() - started) / set.questions.length };
  });
  for (const [half, belongs] of halves) {
    const chosen = set.questions.map((question, at) => ({ question, at })).filter(({ at }) => belongs(at));
    console.log(`\n${half}: ${chosen.length}`);
    const recalls = (lists: readonly (readonly string[])[], k: number) =>
      chosen.map(({ question, at }) => recallAt(lists[at] ?? [], question.evidence, k));
    const yardstick = ranked[0]?.lists ?? [];
    console.table(
      Object.fromEntries(
        ranked.map(({ name, lists, milliseconds }) => {
          const gain = pairedDifference(recalls(lists, 5), recalls(yardstick, 5));
          const columns = DEPTHS.map((k) => [`R@${k}`, mean(recalls(lists, k)).toFixed(3)] as const);
          const interval = `${signed(gain.mean)} [${signed(gain.low)}, ${signed(gain.high)}]`;
          return [
            name,
            {
              ...Object.fromEntries(columns),
              'R@5 against BM25 (95 %)': interval,
              'ms a question': milliseconds.toFixed(2),
            },
          ];
        }),
      ),
    );
  }
}

const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;

function printTiming(): void {
  const times = timeSynthetic(LARGE);
  console.log('\nMade-up text units of about 130 words');
  console.table({
    'text units': times.textUnits,
    'build, s': times.buildSeconds.toFixed(1),
    'BM25 query, median ms': times.bm25Median.toFixed(2),
    'BM25 query, slowest ms': times.bm25Slowest.toFixed(2),
    'BM25 + hop, median ms': times.hopMedian.toFixed(2),
    'BM25 + hop, slowest ms': times.hopSlowest.toFixed(2),
    'memory, MB': times.heapMegabytes.toFixed(0),
  });
}

const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
if (folder === undefined) {
  console.log('Give a folder with corpus.jsonl and questions.jsonl to measure recall; timing only.');
} else {
  console.log('Hop constants', HOP);
  printRecall(readLabelledSet(folder));
}
if (!process.argv.includes('--no-timing')) printTiming();
