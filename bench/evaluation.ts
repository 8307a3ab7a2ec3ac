// smoke: 0.3 10
import { createMentionFinders } from '../src/core/extract/find-mentions';
import { createEngine } from '../src/core/engine/engine';
import type { EvaluationQuestion } from '../src/core/evaluation/evaluation';
import type { Clock } from '../src/core/platform';
import { collect, testEnv, textFile } from '../tests/helpers/engine-env';
import { choiceOf, modesOf, typed } from '../tests/helpers/evaluated-letters';
import { englishCorpus } from './lib/english-corpus';
import { quantile } from './lib/quantile';
import { table } from './lib/table';
import { holdTo } from './lib/targets';

/**
 * Measures an evaluation without a model: words of a passage as a question, with that passage as evidence, by six modes on a collection of
 * generated English. Reports seconds, also of processor time for a machine that is shared, stretches without a yield, recall and rank by mode.
 * RAPTOR is left out: its tree is made once, before its first question. Fails over 60 seconds.
 * `npm run bench -- evaluation [MEGABYTES] [QUESTIONS]`
 */
const [megabytes = '10', count = '200'] = process.argv.slice(2);
const QUESTIONS = Number(count);
const MODES = modesOf('basic', 'local', 'global', 'drift', 'lightrag-mix', 'contextual');
const MOST_SECONDS = 60;
/** Words of a question. */
const WORDS = 9;

const stretches: number[] = [];
let turn = performance.now();
const clock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  yield: async () => {
    stretches.push(performance.now() - turn);
    await new Promise(setImmediate);
    turn = performance.now();
  },
};

const env = testEnv({ mentions: createMentionFinders(), clock });
const engine = createEngine(env);
const { id } = await engine.createCollection('Bench');
await engine.open(id);
const files = await englishCorpus(Number(megabytes), 40);
await collect(engine.add(files.map(({ name, text }) => textFile(name, text))));
await engine.keepEvaluationQuestions(await knownItems());

stretches.length = 0;
turn = performance.now();
const start = performance.now();
const before = process.cpuUsage();
const last = (await collect(engine.evaluate(choiceOf({ contestants: MODES })))).at(-1);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
if (last?.kind !== 'results') throw new Error('There are no results.');

const rows = last.results.modes.map(({ contestant, answered, figures }) => {
  const meanOf = (name: string): string => figures.find((one) => one.name === name)?.figure.mean.toFixed(3) ?? '–';
  return [contestant.mode, String(answered), meanOf('retrieval.recall'), meanOf('retrieval.reciprocal_rank')];
});
console.log(table(['mode', 'questions', 'recall', 'reciprocal rank'], rows));
const sorted = stretches.toSorted((a, b) => a - b);
console.log(
  `${megabytes} MB, ${String(QUESTIONS)} questions × ${String(MODES.length)} modes: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processors; between two yields ${quantile(sorted, 0.5).toFixed(0)} ms at the median, ${quantile(sorted, 0.99).toFixed(0)} ms at the 99th percentile.`,
);
holdTo([{ name: 'seconds', value: seconds, atMost: MOST_SECONDS }]);

/** Questions of words from the middle of passages, spread over the collection. */
async function knownItems(): Promise<readonly EvaluationQuestion[]> {
  const { tables } = await env.collections.open(id);
  const texts = new Map((await tables.read('documents')).map((row) => [row.id, row.text]));
  const units = await tables.read('text_units');
  const every = Math.max(1, Math.floor(units.length / QUESTIONS));
  return units
    .filter((_, at) => at % every === 0)
    .slice(0, QUESTIONS)
    .map((unit, at) => {
      const words = (texts.get(unit.document_id) ?? '').slice(unit.start, unit.end).split(/\s+/u);
      const from = Math.max(0, Math.floor((words.length - WORDS) / 2));
      return typed(String(at), words.slice(from, from + WORDS).join(' '), { evidence: [unit.id] });
    });
}
