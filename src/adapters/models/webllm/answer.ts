import type { ChatCompletionChunk } from '@mlc-ai/web-llm';
import type { ChatEvent, ChatReply, ChatRequest } from '../../../core/models/chat-model';
import type { Shape } from '../../../core/shapes/shape';
import { waitFor, type Waited } from '../wait-for';
import type { HeldEngine } from './engine-seat';
import { isHarmless } from './explain';
import { hasLost, type Engine } from './library';
import { untilFirstToken, type Patience } from './patience';
import { toWebllmRequest } from './request';
import { createTally } from './tally';

/** How one call of the engine ended. */
export type Ending = { readonly kind: 'reply'; readonly reply: ChatReply } | Exclude<Waited<never>, { kind: 'done' }>;

interface AnswerOptions {
  readonly toEbnf: (shape: Shape) => string;
  readonly patience: Patience;
  readonly signal?: AbortSignal | undefined;
}

/** A lost device makes itself known a moment after the error that it causes. */
const LOSS_KNOWN_MS = 1_000;

/**
 * One call: yields what is written, returns how it ended. When it is over, `held.idle` says whether the engine may be used again;
 * it may not when it went on after an interruption, which it does until it has read its whole prompt.
 */
export async function* answer(
  held: HeldEngine,
  request: ChatRequest,
  { toEbnf, patience, signal }: AnswerOptions,
): AsyncGenerator<ChatEvent, Ending> {
  const { engine, model } = held;
  const wait = <T>(promise: Promise<T>, silenceMs: number): Promise<Waited<T>> =>
    waitFor(promise, { silenceMs, signal, lost: () => hasLost(engine, model.id) });
  const tally = createTally(model.thinks);
  let silence = untilFirstToken(request, patience);

  yield { kind: 'working', words: 'Reading the prompt.' };
  const opened = await waitFor(engine.chatCompletion(toWebllmRequest(request, model, toEbnf)), { silenceMs: silence });
  if (opened.kind !== 'done') return settle(held, opened);
  if (signal?.aborted) return { kind: 'aborted' }; // nothing runs before the first chunk is asked for
  const chunks = opened.value[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<ChatCompletionChunk>> | undefined;
  let left = true;
  held.idle = false;
  try {
    for (;;) {
      pending = chunks.next();
      const waited = await wait(pending, silence);
      if (waited.kind !== 'done') {
        left = waited.kind === 'aborted';
        return await settle(held, waited);
      }
      pending = undefined;
      if (waited.value.done) break;
      const text = tally.take(waited.value.value);
      if (text !== '') yield { kind: 'delta', text };
      silence = patience.nextToken;
    }
    held.idle = true;
    const rest = tally.rest();
    if (rest !== '') yield { kind: 'delta', text: rest };
    return { kind: 'reply', reply: tally.reply() };
  } finally {
    if (left && !held.idle) held.idle = await stop(engine, chunks, pending, patience.interrupt);
  }
}

/** Tells a lost device from other failures, and marks an engine that only refused as idle. */
async function settle(held: HeldEngine, waited: Exclude<Waited<unknown>, { kind: 'done' }>): Promise<Ending> {
  if (waited.kind !== 'failed') return waited;
  held.idle = isHarmless(waited.error);
  if (held.idle) return waited;
  const lost = await lostSoon(held);
  return lost ? { kind: 'lost' } : waited;
}

async function lostSoon({ engine, model }: HeldEngine): Promise<boolean> {
  for (let passed = 0; passed < LOSS_KNOWN_MS; passed += LOSS_KNOWN_MS / 5) {
    if (await hasLost(engine, model.id)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOSS_KNOWN_MS / 5));
  }
  return false;
}

/** Interrupts and reads the stream to its end; false if it has not ended by then. */
async function stop(
  engine: Engine,
  chunks: AsyncIterator<ChatCompletionChunk>,
  pending: Promise<IteratorResult<ChatCompletionChunk>> | undefined,
  silenceMs: number,
): Promise<boolean> {
  void engine.interruptGenerate();
  const drain = async () => {
    let item = await (pending ?? chunks.next());
    while (!item.done) item = await chunks.next();
  };
  const { kind } = await waitFor(drain(), { silenceMs });
  return kind === 'done';
}
