import { readingModels } from '../../../src/core/extract/model/reading-status';
import type { PlanPart } from '../../../src/core/index/planning';
import type { AllTables } from '../../../src/core/tables/tables';
import type { ReplyForm } from '../../../tests/helpers/gold/reply-form';
import { table } from '../table';
import { goldModel } from './answers';
import { benchCollection, type Parameters } from './collection';
import { costCorpus, type CostCorpus } from './cost-corpus';
import { goldRecall } from './gold-recall';
import { CALL_STEPS, ledgerModel, type LedgerCall } from './ledger-model';

/** Windows of a model in the tab, and of one on a server, which also answers in JSON. */
const WINDOW = { compact: 4096, full: 16_384, themes: 16_384, json: 16_384 } as const;

interface CostRun {
  readonly name: string;
  readonly depth: 'compact' | 'full' | 'themes';
  readonly parameters: Parameters;
  readonly skipSteps?: readonly string[];
}

/** Steps that read a graph, which these methods do without. */
const GRAPH = ['model reading', 'model resolution', 'model descriptions', 'model reports'];

const RUNS: readonly CostRun[] = [
  {
    name: 'compact, 10 %, 5 reports of 350 tokens',
    depth: 'compact',
    parameters: { 'model reading': { budget: 10 }, 'model reports': { most: 5, max_input_tokens: 350 } },
  },
  ...[10, 20, 40, 60, 100].map((budget) => ({
    name: `compact, ${String(budget)} %${budget === 60 ? ' (default)' : ''}`,
    depth: 'compact' as const,
    parameters: { 'model reading': { budget } },
  })),
  {
    name: 'LightRAG, 100 %',
    depth: 'themes',
    parameters: { 'model reading': { depth: 'themes', budget: 100 } },
  },
  ...['model summaries', 'model contexts'].map((step) => ({
    name: step === 'model summaries' ? 'RAPTOR' : 'Contextual Retrieval',
    depth: 'full' as const,
    parameters: { [step]: { write: true } },
    skipSteps: GRAPH,
  })),
  ...[0, 1].map((gleanings) => ({
    name: `full, 100 %, gleanings: ${String(gleanings)}`,
    depth: 'full' as const,
    parameters: { 'model reading': { depth: 'full', budget: 100, gleanings } },
  })),
];

/** Our estimates of what others ask of a model for 25,000 tokens: lengths of their prompts measured, replies as long as those of gpt-4o. */
const ESTIMATES: readonly (readonly [name: string, calls: number, prompt: number, reply: number])[] = [
  ['Microsoft GraphRAG, 1 gleaning, all reports', 211, 359_000, 82_000],
  ['nano-graphrag', 103, 321_000, 71_000],
  ['LightRAG, 1 gleaning', 50, 258_000, 32_000],
  ['HippoRAG 2', 46, 83_000, 20_000],
  ['fast-graphrag', 41, 76_000, 19_000],
  ['RAPTOR', 44, 31_000, 4_400],
  ['LazyGraphRAG, LinearRAG', 0, 0, 0],
];

/** Prints the cost of an index of 25,000 tokens, and its share of the gold standard. */
export async function printCost(runs: readonly CostRun[] = RUNS): Promise<void> {
  const corpus = await costCorpus();
  const measured: MeasuredRun[] = [await withoutModel(corpus)];
  for (const run of runs) {
    const lines = await measureCost(corpus, run);
    const json = await measureCost(corpus, run, 'json');
    measured.push({ name: run.name, ...lines, json });
  }
  const dearest = measured.reduce((top, one) => (tokensIn(one.calls) > tokensIn(top.calls) ? one : top));
  console.log(
    `\nIndex of ${String(corpus.tokens)} tokens (o200k) by a model that answers from the gold standard, all calls; its first answer at full ` +
      'depth leaves out each fifth record. Replies are lines where a grammar or nothing holds a model to a form, JSON where a server does. ' +
      'Lost: points of strict recall less than the dearest run has, by passages not read and questions not asked; what a real model ' +
      'overlooks comes on top. Entities and pairs: recall of the gold standard over the whole index, what was found without a model in the ' +
      'other passages included',
  );
  const prices = [
    'calls planned',
    'prompt planned',
    'calls',
    'prompt',
    'reply',
    'sum',
    'per token',
    'sum in JSON',
    'per token in JSON',
  ];
  const losses = ['entities lost', 'pairs lost'];
  const recalls = ['entities strict', 'partial', 'pairs strict', 'partial', 'entity precision', 'pair precision'];
  const rows = measured.map((run) => [
    run.name,
    `${String(run.read)} of ${String(run.passages)}`,
    String(sum(run.planned, ({ calls }) => calls)),
    thousands(sum(run.planned, (part) => part.promptTokens)),
    ...priceCells(run.calls, corpus.tokens),
    ...jsonCells((run.json ?? run).calls, corpus.tokens),
    ...lossCells(run, dearest),
    ...run.recall.map((one) => one.toFixed(3)),
  ]);
  const estimates = ESTIMATES.map(([name, calls, prompt, reply]) => [
    `${name} (estimated)`,
    ...['', '', ''],
    String(calls),
    ...[prompt, reply, prompt + reply].map(thousands),
    ((prompt + reply) / 25_000).toFixed(2),
    ...Array<string>(2 + losses.length + recalls.length).fill(''),
  ]);
  console.log(table(['index', 'passages read', ...prices, ...losses, ...recalls], [...rows, ...estimates]));
  console.log('\nThe same by step, in lines: calls, prompt + reply tokens');
  const steps = measured.filter(({ calls }) => calls.length > 0);
  console.log(
    table(
      ['index', ...CALL_STEPS],
      steps.map(({ name, calls }) => [
        name,
        ...CALL_STEPS.map((step) => stepCell(calls.filter((call) => call.step === step))),
      ]),
    ),
  );
  for (const { name, recall, json } of measured) {
    if (json && json.recall.join() !== recall.join())
      console.log(`In JSON another recall: ${name}: ${json.recall.join(' ')}`);
  }
}

interface MeasuredCost {
  readonly calls: readonly LedgerCall[];
  /** Calls and tokens that were planned before the first call. */
  readonly planned: readonly PlanPart[];
  /** Passages of which a reading by the model stands in the records, whatever was planned, and all passages. */
  readonly read: number;
  readonly passages: number;
  /** Recall of entities and pairs, strict and partial, then the strict precision of both; 0 to 1. */
  readonly recall: readonly number[];
}

interface MeasuredRun extends MeasuredCost {
  readonly name: string;
  /** The same run with replies in JSON. */
  readonly json?: MeasuredCost;
}

/** Runs an index and writes down its calls and what it holds. */
export async function measureCost(
  { files, gold }: CostCorpus,
  { depth, parameters, skipSteps = [] }: CostRun,
  form: ReplyForm = 'lines',
): Promise<MeasuredCost> {
  const model = ledgerModel(goldModel(gold, depth === 'full' ? 5 : 0, form), {
    window: WINDOW[form === 'json' ? form : depth],
    shapes: form === 'json' ? 'json schema' : 'none',
  });
  const collection = await benchCollection(model);
  await collection.add(files);
  const plan = await collection.engine.modelPlan(parameters, { extras: { skipSteps } });
  await collection.index(parameters, skipSteps);
  return { planned: plan?.parts ?? [], calls: model.calls, ...coverageOf(gold, await collection.tables()) };
}

async function withoutModel({ files, gold }: CostCorpus): Promise<MeasuredRun> {
  const collection = await benchCollection(ledgerModel(goldModel(gold)));
  await collection.add(files);
  return { name: 'without a model', calls: [], planned: [], ...coverageOf(gold, await collection.tables()) };
}

function coverageOf(gold: CostCorpus['gold'], tables: AllTables): Omit<MeasuredCost, 'calls' | 'planned'> {
  const [strict, partial] = [goldRecall(gold, tables, 'strict'), goldRecall(gold, tables, 'partial')];
  const recalls = [strict.entities, partial.entities, strict.relationships, partial.relationships];
  const precisions = [strict.entities, strict.relationships];
  return {
    read: sum(readingModels(tables.extractions, tables.text_units), ({ passages }) => passages),
    passages: tables.text_units.length,
    recall: [...recalls.map(({ recall }) => recall), ...precisions.map(({ precision }) => precision)],
  };
}

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0);
const thousands = (tokens: number): string => `${(tokens / 1000).toFixed(1)}k`;
const tokensIn = (calls: readonly LedgerCall[]): number => sum(calls, (call) => call.promptTokens + call.replyTokens);

function priceCells(calls: readonly LedgerCall[], tokens: number): string[] {
  const prompt = sum(calls, (call) => call.promptTokens);
  const reply = sum(calls, (call) => call.replyTokens);
  return [String(calls.length), ...[prompt, reply, prompt + reply].map(thousands), perToken(calls, tokens)];
}

const jsonCells = (calls: readonly LedgerCall[], tokens: number): string[] => [
  thousands(tokensIn(calls)),
  perToken(calls, tokens),
];

const perToken = (calls: readonly LedgerCall[], tokens: number): string => (tokensIn(calls) / tokens).toFixed(2);

/** Points of strict recall, of entities and of pairs. */
function lossCells({ recall: [entities = 0, , pairs = 0] }: MeasuredCost, { recall: of }: MeasuredCost): string[] {
  return [(of[0] ?? 0) - entities, (of[2] ?? 0) - pairs].map((lost) => (100 * lost).toFixed(1));
}

function stepCell(calls: readonly LedgerCall[]): string {
  if (calls.length === 0) return '';
  const [prompt, reply] = [sum(calls, (call) => call.promptTokens), sum(calls, (call) => call.replyTokens)];
  return `${String(calls.length)}: ${thousands(prompt)} + ${thousands(reply)}`;
}
