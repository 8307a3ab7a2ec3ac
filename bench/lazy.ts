// smoke: --pace 0.05
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { replyOf } from '../src/core/engine/model-index/asking/model-ask';
import type { ChatModel, ChatRequest } from '../src/core/models/chat-model';
import { createChatQueue } from '../src/core/models/queue/chat-queue';
import { randomNumbers } from '../src/core/random';
import type { AskModel } from '../src/core/search/writer/search-run';
import { buildSearchIndex } from '../src/core/retrieval';
import { finish } from '../src/core/work';
import { dataOf, MODEL, searched } from '../tests/unit/search/modes/scripted-asker';
import { madeUpIndex } from './lib/made-up-index';
import { quantile } from './lib/quantile';
import { table } from './lib/table';
import { holdTo } from './lib/targets';

const HELP = `Time of a lazy search beside that of its calls, with a scripted model on a server of 8 seats: \`npm run bench -- lazy [--pace 1]\`.

Calls take a time each, drawn by a seed: a test about 100 ms, others about 800 ms, times the pace. The time of its calls is that of all tests over
all seats, of the batches of claims side by side, and of the two calls that stand alone. Fails where a search at a budget of 100 takes more
than 1.3 times that.`;

const SEATS = 8;
const RUNS = 5;
const MOST = 1.3;
const TEST_MS = 100;
const OTHER_MS = 800;
/** Share of passages that bear on a question. */
const RELEVANT = 0.2;

const { values } = parseArgs({ options: { pace: { type: 'string', default: '1' }, help: { type: 'boolean' } } });
if (values.help) {
  console.log(HELP);
  process.exit();
}
const pace = Number(values.pace);
const { tables, questions } = madeUpIndex(
  { textUnits: 2_000, entities: 600, relationships: 3_000, reports: 120 },
  RUNS,
);
const index = finish(buildSearchIndex(tables));
const BUDGETS = ['20', '100', '500'] as const;

/** A search in milliseconds: its own time, and that of its calls. */
interface Measured {
  readonly tests: number;
  readonly search: number;
  readonly calls: number;
}

const isTest = ({ shape }: Pick<ChatRequest, 'shape'>): boolean => shape?.kind === 'choice';

function replyTo(request: ChatRequest, random: () => number): string {
  if (isTest(request)) return random() < RELEVANT ? 'yes' : 'no';
  if (request.shape?.kind !== 'record') return 'They say so. [Data: Sources (1)]';
  if ('expanded' in request.shape.fields) return JSON.stringify({ expanded: dataOf(request.messages).slice(-80) });
  return JSON.stringify({ claims: [{ claim: 'They say so.', sources: [1], score: 80 }] });
}

async function measure(question: string, budget: string, seed: number): Promise<Measured> {
  const random = randomNumbers(seed);
  const took = { tests: [] as number[], claims: [] as number[], others: [] as number[] };
  const model: ChatModel = {
    info: { ...MODEL, capabilities: { ...MODEL.capabilities, contextWindow: 8_192, parallel: SEATS } },
    generate: async function* (request) {
      const isClaims = request.shape?.kind === 'record' && 'claims' in request.shape.fields;
      const milliseconds = pace * (isTest(request) ? TEST_MS : OTHER_MS) * (0.6 + 0.8 * random());
      const text = replyTo(request, random);
      const began = performance.now();
      await wait(milliseconds);
      took[isTest(request) ? 'tests' : isClaims ? 'claims' : 'others'].push(performance.now() - began);
      const usage = { promptTokens: 1, completionTokens: 1, seconds: milliseconds / 1000, exact: true };
      yield { kind: 'reply', reply: { text, finish: 'stop', usage } };
    },
  };
  const timer = { after: (ms: number, act: () => void) => clear(setTimeout(act, ms)) };
  const queue = createChatQueue({ chat: () => Promise.resolve(model) }, { timer });
  const ask: AskModel = ({ documentIds: _, ...call }, onEvent) =>
    replyOf(queue.ask({ ...call, priority: 'question' }), onEvent);
  const parameters = { lazy: { budget }, answers: { follow_ups: 0 } };
  const began = performance.now();
  const { answer } = await searched(index, { question, mode: 'lazy', parameters }, () => '', {
    model: model.info,
    ask,
  });
  const search = performance.now() - began;
  const seats = (all: readonly number[]): number => Math.max(sum(all) / SEATS, ...all);
  const calls = seats(took.tests) + (took.claims.length > 0 ? seats(took.claims) : 0) + sum(took.others);
  return { tests: answer.trace.tests?.made ?? 0, search, calls };
}

const clear = (timeout: NodeJS.Timeout) => (): void => clearTimeout(timeout);
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

const shares = new Map<string, number>();
const rows: string[][] = [];
for (const budget of BUDGETS) {
  const measured: Measured[] = [];
  for (const [seed, question] of questions.entries()) measured.push(await measure(question, budget, seed + 1));
  const median = (of: (one: Measured) => number): number => quantile(measured.map(of), 0.5);
  const share = median(({ search, calls }) => search / calls);
  shares.set(budget, share);
  const milliseconds = [median((one) => one.search), median((one) => one.calls)].map((ms) => ms.toFixed(0));
  rows.push([budget, String(median((one) => one.tests)), ...milliseconds, share.toFixed(2)]);
}
console.log(table(['budget', 'tests made', 'search (ms)', 'its calls (ms)', 'ratio'], rows));
holdTo([
  {
    name: 'search / calls at a budget of 100',
    value: shares.get('100') ?? Number.NaN,
    atMost: pace < 1 ? Infinity : MOST,
  },
]);
