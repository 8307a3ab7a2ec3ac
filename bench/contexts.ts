// smoke: 0.01
import type { RunMode } from '../src/core/search/request/search-request';
import { buildSearchIndex, type SearchIndex } from '../src/core/retrieval/index';
import { basicContext } from '../src/core/search/modes/basic';
import { premisesOf, type BuiltContext } from '../src/core/search/context/context';
import { actionContext } from '../src/core/search/modes/drift/action';
import { primerFolds } from '../src/core/search/modes/drift/primer';
import { globalBatches } from '../src/core/search/modes/global/batches';
import { localContext } from '../src/core/search/modes/local/local';
import { scopeOf } from '../src/core/search/context/scope';
import { rankReports } from '../src/core/retrieval/reports';
import { readQuestion } from '../src/core/search/request/question';
import { search } from '../src/core/search/search';
import { finish } from '../src/core/work';
import { madeUpIndex } from './lib/made-up-index';
import { quantile } from './lib/quantile';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';

/**
 * Fails where a target is missed. Time to build what a prompt shows, and from a question to its evidence without a model, the reading of the question
 * included: `npm run bench -- contexts [share of the full size]`. With everything that can be cited and the documents of each context, as when a call is made.
 */
const FULL = { textUnits: 100_000, entities: 50_000, relationships: 300_000, reports: 10_000 };
const share = Number(process.argv[2] ?? 1);
const size = {
  textUnits: Math.round(FULL.textUnits * share),
  entities: Math.round(FULL.entities * share),
  relationships: Math.round(FULL.relationships * share),
  reports: Math.round(FULL.reports * share),
};
const { tables, claims, questions } = madeUpIndex(size, 30);
const started = performance.now();
const index = finish(buildSearchIndex(tables));
console.log(`Index of ${JSON.stringify(size)} built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);

const chosen = tables.documents.slice(0, Math.ceil(tables.documents.length / 20)).map(({ id }) => id);
const scope = scopeOf(index);
const within = scopeOf(index, { documentIds: chosen });
const BUDGETS = [3000, 12_000, 28_000] as const;
/** Reads the rest of a context: its citable sentences and documents. */
const read = (context: BuiltContext): number => premisesOf(context).length + context.documentIds.length;

type Build = (index: SearchIndex, question: string, tokens: number) => readonly BuiltContext[];

const BUILDERS: readonly (readonly [name: string, mostMilliseconds: number | null, build: Build])[] = [
  ['local', 150, (on, question, tokens) => [localContext(on, asked(question), { tokens, claims, scope })]],
  [
    'local, 1 of 20 documents',
    null,
    (on, question, tokens) => [localContext(on, asked(question), { tokens, claims, scope: within })],
  ],
  ['DRIFT step', 100, (on, question, tokens) => [actionContext(on, asked(question), { tokens, claims, scope })]],
  [
    'DRIFT primer',
    null,
    (on, question, tokens) => {
      const near = rankReports(on, asked(question), { level: 2, allow: scope.unit }).slice(0, 20);
      return primerFolds(on, near, { tokens, folds: 2, scope });
    },
  ],
  ['basic', null, (on, question, tokens) => [basicContext(on, asked(question), { tokens, scope })]],
];

const asked = (question: string) => readQuestion(index, { question, mode: 'auto' });

const EVIDENCE_MILLISECONDS = 300;
const ALONE = {
  clock: { now: () => performance.now(), yield: () => Promise.resolve() },
  claims,
  signal: new AbortController().signal,
  dense: () => Promise.resolve(null),
  reranker: () => Promise.resolve(null),
  writer: null,
};

const targets: Target[] = [];
const rows = BUILDERS.flatMap(([name, mostMilliseconds, build]) =>
  BUDGETS.map((tokens) =>
    measured(name, mostMilliseconds, tokens, (question) => build(index, question, tokens), questions),
  ),
);
const GLOBAL = questions.slice(0, 10);
for (const tokens of BUDGETS) {
  rows.push(
    measured('global, all batches', 300, tokens, () => globalBatches(index, { tokens, scope }).batches, GLOBAL, false),
  );
}
rows.push(
  measured(
    'global, all batches and all that can be cited',
    null,
    12_000,
    () => globalBatches(index, { tokens: 12_000, scope }).batches,
    GLOBAL,
  ),
  measured(
    'global, 1 of 20 documents',
    null,
    12_000,
    () => globalBatches(index, { tokens: 12_000, scope: within }).batches,
    GLOBAL,
  ),
);
console.log(
  table(
    [
      'context',
      'tokens at most',
      'prompts',
      'tokens used',
      'first',
      'p50',
      'p95',
      'p50 of processor time',
      'target for p50',
    ],
    rows,
  ),
);
await measureEvidence();
holdTo(targets);

/** From a question to its evidence, without a model; a question on the whole, and one within a twentieth of the documents, too. */
async function measureEvidence(): Promise<void> {
  const modes: readonly RunMode[] = ['basic', 'local', 'global', 'drift'];
  const cases = [
    ...modes.map((mode) => ({ name: mode, mode, all: questions, documentIds: [] as readonly string[] })),
    { name: 'global, on the whole', mode: 'global' as const, all: ['What are the main themes?'], documentIds: [] },
    { name: 'local, 1 of 20 documents', mode: 'local' as const, all: questions, documentIds: chosen },
    {
      name: 'with a word that stands nowhere',
      mode: 'local' as const,
      all: questions.map((one) => `${one} Zorblattig?`),
      documentIds: [],
    },
  ];
  const lines: string[][] = [];
  for (const { name, mode, all, documentIds } of cases) {
    const times: number[] = [];
    let shown = 0;
    for (const question of all) {
      const started = performance.now();
      let at = Number.NaN;
      await search(index, { question, mode, documentIds }, ALONE, (event) => {
        if (event.kind !== 'evidence') return;
        at = performance.now() - started;
        shown += event.evidence.passages.length + event.evidence.communities.length;
      });
      times.push(at);
    }
    const p50 = quantile(times, 0.5);
    targets.push({ name: `evidence of ${name}, p50 in ms`, value: p50, atMost: EVIDENCE_MILLISECONDS });
    const ms = (value: number): string => `${value.toFixed(0)} ms`;
    lines.push([
      name,
      (shown / all.length).toFixed(1),
      ms(times[0] ?? Number.NaN),
      ms(p50),
      ms(quantile(times, 0.95)),
      ms(EVIDENCE_MILLISECONDS),
    ]);
  }
  console.log('\nFrom a question to its evidence, without a model');
  console.log(table(['search', 'passages and communities', 'first', 'p50', 'p95', 'target for p50'], lines));
}

function measured(
  name: string,
  mostMilliseconds: number | null,
  tokens: number,
  build: (question: string) => readonly BuiltContext[],
  all: readonly string[],
  citable = true,
): string[] {
  const times: number[] = [];
  const processor: number[] = [];
  let prompts = 0;
  let used = 0;
  for (const question of all) {
    const before = performance.now();
    const cpu = process.cpuUsage();
    const contexts = build(question);
    if (citable) for (const context of contexts) read(context);
    const { user, system } = process.cpuUsage(cpu);
    times.push(performance.now() - before);
    processor.push((user + system) / 1000);
    prompts += contexts.length;
    used += contexts.reduce((sum, context) => sum + context.tokens, 0);
  }
  const at = (values: readonly number[], part: number): string => `${quantile(values, part).toFixed(0)} ms`;
  if (mostMilliseconds !== null)
    targets.push({
      name: `${name} of ${String(tokens)} tokens, p50 in ms`,
      value: quantile(times, 0.5),
      atMost: mostMilliseconds,
    });
  const mean = (sum: number): string => (sum / all.length).toFixed(0);
  return [
    name,
    String(tokens),
    mean(prompts),
    mean(used),
    `${(times[0] ?? 0).toFixed(0)} ms`,
    at(times, 0.5),
    at(times, 0.95),
    at(processor, 0.5),
    mostMilliseconds === null ? '' : `${String(mostMilliseconds)} ms`,
  ];
}
