import type { AllTables } from '../../../src/core/index/index-tables';
import { table } from '../table';
import { goldModel } from './answers';
import { benchCollection, type Parameters } from './collection';
import { costCorpus, type CostCorpus } from './cost-corpus';
import { goldRecall } from './gold-recall';
import { CALL_STEPS, ledgerModel, type LedgerCall } from './ledger-model';

/** Of a model in the tab, and of one on a server. */
const WINDOW = { compact: 4096, full: 16_384 } as const;

export interface CostRun {
  readonly name: string;
  readonly depth: 'compact' | 'full';
  readonly parameters: Parameters;
}

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
  ['LightRAG, 1 gleaning', 50, 200_000, 32_000],
  ['HippoRAG 2', 46, 83_000, 20_000],
  ['fast-graphrag', 41, 76_000, 19_000],
  ['RAPTOR', 44, 31_000, 4_400],
  ['LazyGraphRAG, LinearRAG', 0, 0, 0],
];

/** What an index of 25,000 tokens costs, and what of the gold standard it holds. */
export async function printCost(runs: readonly CostRun[] = RUNS): Promise<void> {
  const corpus = await costCorpus();
  const rows: string[][] = [];
  const steps: string[][] = [];
  rows.push(await withoutModel(corpus));
  for (const run of runs) {
    const { calls, recall } = await measureCost(corpus, run);
    const total = sum(calls, (call) => call.promptTokens) + sum(calls, (call) => call.replyTokens);
    rows.push([...costCells(run.name, calls), (total / corpus.tokens).toFixed(2), ...recall]);
    steps.push([run.name, ...CALL_STEPS.map((step) => stepCell(calls.filter((call) => call.step === step)))]);
  }
  const estimates = ESTIMATES.map(([name, calls, prompt, reply]) => [
    `${name} (estimated)`,
    String(calls),
    ...[prompt, reply, prompt + reply].map(thousands),
    ((prompt + reply) / 25_000).toFixed(2),
    ...Array<string>(6).fill(''),
  ]);
  console.log(
    `\nIndex of ${String(corpus.tokens)} tokens (o200k) by a model that answers from the gold standard, all calls; its first answer at full ` +
      'depth leaves out each fifth record. Entities and pairs: recall of the gold standard over the whole index, what was found without a ' +
      'model in the other passages included',
  );
  const recalls = ['entities strict', 'partial', 'pairs strict', 'partial', 'entity precision', 'pair precision'];
  console.log(table(['index', 'calls', 'prompt', 'reply', 'sum', 'per token', ...recalls], [...rows, ...estimates]));
  console.log('\nThe same by step: calls, prompt + reply tokens');
  console.log(table(['index', ...CALL_STEPS], steps));
}

export async function measureCost(
  { files, gold }: CostCorpus,
  { depth, parameters }: CostRun,
): Promise<{ readonly calls: readonly LedgerCall[]; readonly recall: readonly string[] }> {
  const model = ledgerModel(goldModel(gold, depth === 'full' ? 5 : 0), { window: WINDOW[depth] });
  const collection = await benchCollection(model);
  await collection.add(files);
  await collection.index(parameters);
  return { calls: model.calls, recall: recallCells(gold, await collection.tables()) };
}

async function withoutModel({ files, gold }: CostCorpus): Promise<string[]> {
  const collection = await benchCollection(ledgerModel(goldModel(gold)));
  await collection.add(files);
  return ['without a model', '0', '0', '0', '0', '0.00', ...recallCells(gold, await collection.tables())];
}

function recallCells(
  gold: CostCorpus['gold'],
  tables: Pick<AllTables, 'entities' | 'relationships'>,
): readonly string[] {
  const [strict, partial] = [goldRecall(gold, tables, 'strict'), goldRecall(gold, tables, 'partial')];
  const recalls = [strict.entities, partial.entities, strict.relationships, partial.relationships];
  const precisions = [strict.entities, strict.relationships];
  return [...recalls.map(({ recall }) => recall), ...precisions.map(({ precision }) => precision)].map((one) =>
    one.toFixed(3),
  );
}

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0);
const thousands = (tokens: number): string => `${(tokens / 1000).toFixed(1)}k`;

function costCells(name: string, calls: readonly LedgerCall[]): string[] {
  const prompt = sum(calls, (call) => call.promptTokens);
  const reply = sum(calls, (call) => call.replyTokens);
  return [name, String(calls.length), ...[prompt, reply, prompt + reply].map(thousands)];
}

function stepCell(calls: readonly LedgerCall[]): string {
  if (calls.length === 0) return '';
  const [prompt, reply] = [sum(calls, (call) => call.promptTokens), sum(calls, (call) => call.replyTokens)];
  return `${String(calls.length)}: ${thousands(prompt)} + ${thousands(reply)}`;
}
