import type { ChatChoice, ChatEvent, ChatRequest } from '../../../src/core/models/chat-model';
import type { SmokePlan, SmokeStep } from './plan';
import type { SmokeHost } from './smoke.worker';

const WORDS: Readonly<Record<SmokeStep, string>> = {
  load: 'load',
  stream: 'stream',
  bare: 'adapter beside bare WebLLM',
  grammar: 'grammar',
  interrupt: 'interrupt while decoding',
  prompt: 'abort while reading a long prompt',
  lost: 'a lost GPU',
};

/** Load, stream, compare, grammar, interrupt, reload. Throws at the first thing that is not as it should be. */
export async function smoke(host: SmokeHost, plan: SmokePlan, report: (line: string) => void): Promise<void> {
  const choice: ChatChoice = { provider: 'webllm', model: plan.model.id };
  const ask = (content: string, maxTokens = plan.tokens): ChatRequest => {
    return { messages: [{ role: 'user', content }], maxTokens, temperature: 0 };
  };
  const timed = (name: SmokeStep, step: () => Promise<string>) =>
    plan.steps.includes(name) ? time(name, report, step) : Promise.resolve();
  const call = (request: ChatRequest, signal?: AbortSignal) =>
    read(host.generate(choice, request, { ...(signal && { signal }) }));

  report(`hardware ${JSON.stringify(await host.probe())}`);
  report(`model ${JSON.stringify(await host.describe(choice))}`);
  await timed('load', async () => {
    const steps = new Set<string>();
    for await (const { step } of host.load(choice)) steps.add(step);
    must(steps.has('weights') && steps.has('shaders'), `steps of loading: ${[...steps].join(', ')}`);
    return [...steps].join(', ');
  });
  await timed('stream', async () => {
    const { deltas, reply } = await call(ask('a'));
    must(
      deltas.length > 1 && deltas.join('') === reply.text,
      `text came in pieces that make up the reply: ${JSON.stringify({ deltas, reply })}`,
    );
    must(reply.finish === 'length', `finish is length, not ${reply.finish}`);
    return `${JSON.stringify(reply.text)} ${JSON.stringify(reply.usage)}`;
  });
  await timed('bare', () => compare(host, plan, call, ask));
  await timed('grammar', async () => {
    const { reply } = await call({ ...ask('a', 8), shape: { kind: 'choice', options: ['yes', 'no'] } });
    must(reply.finish === 'stop' && /yes|no/.test(reply.text), `the grammar was kept: ${JSON.stringify(reply.text)}`);
    return JSON.stringify(reply.text);
  });
  await timed('interrupt', async () => {
    const since = await aborted((signal) => host.generate(choice, ask('a', 200), { signal }), 'delta');
    const { kinds, rate } = await call(ask('b', 2));
    must(!kinds.includes('restart'), 'the next call needs no reload');
    return `${since.toFixed(1)} s from the abort to the end of the call, ${(since * rate).toFixed(1)} times that of a token`;
  });
  await host.allow(1_500);
  await timed('prompt', async () => {
    const since = await aborted((signal) => host.generate(choice, ask('a'.repeat(plan.longPrompt)), { signal }), 1_000);
    const next = performance.now();
    let seen = 0;
    const { kinds, reply } = await read(
      afterFirst('restart', host.generate(choice, ask('b', 2)), () => Promise.resolve(void (seen = performance.now()))),
    );
    const visible = kinds[0] === 'restart' && kinds.includes('loading');
    must(reply.text.length > 0, 'the next call answers');
    return `${since.toFixed(1)} s to the end of the call; ${visible ? `then a reload, told after ${((seen - next) / 1000).toFixed(1)} s` : 'it stopped by itself, no reload'}`;
  });
  await timed('lost', async () => {
    const { kinds, reply } = await read(afterFirst('delta', host.generate(choice, ask('a', 2)), () => host.lose()));
    const order = runsOf(kinds).join(', ');
    must(/^delta, restart, loading, delta, reply$/.test(order), `the call begins again by itself, visibly: ${order}`);
    must(reply.finish === 'length', 'it is answered to the end');
    return order;
  });
  await host.unload();
}

/** Without the signs of life between them. */
function runsOf(kinds: readonly ChatEvent['kind'][]): readonly ChatEvent['kind'][] {
  return kinds.filter((kind) => kind !== 'working').filter((kind, i, all) => kind !== all[i - 1]);
}

type Call = (request: ChatRequest) => ReturnType<typeof read>;

async function compare(
  host: SmokeHost,
  plan: SmokePlan,
  call: Call,
  ask: (text: string) => ChatRequest,
): Promise<string> {
  const rates: { readonly adapter: number; readonly bare: number }[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const prompt = String.fromCharCode(97 + round);
    const bare = await host.bare(plan.model.id, prompt, plan.tokens);
    const { rate } = await call(ask(prompt));
    rates.push({ adapter: rate, bare });
  }
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const adapter = middle(rates.map((rate) => rate.adapter));
  const bare = middle(rates.map((rate) => rate.bare));
  const share = `${((100 * adapter) / bare).toFixed(1)} %`;
  return `${adapter.toFixed(3)} of ${bare.toFixed(3)} tok/s = ${share} (median of ${String(plan.rounds)}, ${String(plan.tokens)} tokens each)`;
}

/** A whole call; `rate` is pieces of text, each one token's here, per second between the first and the last, as they arrive on the page. */
async function read(events: AsyncIterable<ChatEvent>) {
  const kinds: ChatEvent['kind'][] = [];
  const deltas: string[] = [];
  let first = 0;
  let last = 0;
  for await (const event of events) {
    kinds.push(event.kind);
    if (event.kind === 'delta') {
      deltas.push(event.text);
      last = performance.now();
      first ||= last;
    }
    if (event.kind === 'reply') {
      const rate = (deltas.length - 1) / ((last - first) / 1000);
      return { kinds, deltas, reply: event.reply, rate };
    }
  }
  throw new Error('The call ended without a reply.');
}

/** Passes the events on, and acts once when the first one of a kind comes. */
async function* afterFirst(
  kind: ChatEvent['kind'],
  events: AsyncIterable<ChatEvent>,
  act: () => Promise<void>,
): AsyncGenerator<ChatEvent> {
  let seen = false;
  for await (const event of events) {
    yield event;
    if (event.kind !== kind || seen) continue;
    seen = true;
    await act();
  }
}

/** Aborts at the first event of a kind, or after so many milliseconds; seconds from there to the end of the call. */
async function aborted(
  start: (signal: AbortSignal) => AsyncIterable<ChatEvent>,
  at: ChatEvent['kind'] | number,
): Promise<number> {
  const controller = new AbortController();
  let since = 0;
  const abort = () => {
    since = performance.now();
    controller.abort(new Error('enough'));
  };
  if (typeof at === 'number') setTimeout(abort, at);
  try {
    for await (const event of start(controller.signal)) if (event.kind === at && !controller.signal.aborted) abort();
  } catch (error) {
    must(
      error instanceof Error && error.message === 'enough',
      `the call ends with the abort's reason: ${String(error)}`,
    );
    return (performance.now() - since) / 1000;
  }
  throw new Error('An aborted call ended as if nothing had happened.');
}

async function time(name: SmokeStep, report: (line: string) => void, step: () => Promise<string>): Promise<void> {
  const started = performance.now();
  const words = await step();
  report(`${WORDS[name]}: ${words} [${((performance.now() - started) / 1000).toFixed(1)} s]`);
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold that ${what}`);
}
