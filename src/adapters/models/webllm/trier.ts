import type { ChatChoice, ChatEvent, ChatRequest } from '../../../core/models/chat-model';
import type { Shape } from '../../../core/shapes/shape';
import { streamChat } from '../chat-progress';
import { AGAIN } from './again';
import { answer, type Ending } from './answer';
import { DeviceLost } from './check-loaded';
import type { EngineSeat, HeldEngine } from './engine-seat';
import type { LoadModel } from './model-loader';
import type { Patience } from './patience';

interface TrierParts {
  readonly load: LoadModel;
  readonly seat: EngineSeat;
  readonly toEbnf: (shape: Shape) => string;
  readonly patience: Patience;
}

/** One try to answer: its events, and how it ended. */
export type Try = (
  choice: ChatChoice,
  request: ChatRequest,
  signal: AbortSignal | undefined,
) => AsyncGenerator<ChatEvent, Ending>;

/** Makes tries whose events nobody has to wait for, with signs of life: the engine's own patience says when it counts as dead. */
export function trier({ load, seat, toEbnf, patience }: TrierParts): Try {
  const attempt = async (
    choice: ChatChoice,
    request: ChatRequest,
    signal: AbortSignal,
    tell: (event: ChatEvent) => void,
  ): Promise<Ending> => {
    let held: HeldEngine;
    try {
      held = await follow(load(choice, signal), (progress) => tell({ kind: 'loading', progress }));
    } catch (error) {
      if (error instanceof DeviceLost) return { kind: 'lost' };
      throw error;
    }
    try {
      return await follow(answer(held, request, { toEbnf, patience, signal }), tell);
    } finally {
      if (!held.idle) seat.discard(AGAIN.aborted);
    }
  };
  return (choice, request, signal) =>
    streamChat((emit, stop) => attempt(choice, request, stop, emit), { signal, everyMs: patience.sign });
}

/** Reads a generator to its end, which it returns. */
async function follow<T, R>(source: AsyncGenerator<T, R>, hear: (item: T) => void): Promise<R> {
  for (;;) {
    const item = await source.next();
    if (item.done) return item.value;
    hear(item.value);
  }
}
