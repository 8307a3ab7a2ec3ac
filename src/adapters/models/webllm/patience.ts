import type { ChatRequest } from '../../../core/models/chat-model';

/** How long an engine may be silent, in milliseconds, before it counts as hung. */
export interface Patience {
  /** From the call to the first token: this much, and this much for each character of the prompt. */
  readonly firstToken: number;
  readonly promptCharacter: number;
  readonly nextToken: number;
  /** From the interruption to the end of the stream. */
  readonly interrupt: number;
  /** Between two reports of progress while loading. */
  readonly loading: number;
  /** For letting a model go. */
  readonly leaving: number;
  /** Between two signs of life while the engine is waited for. */
  readonly sign: number;
}

/** Enough for a weak GPU that reads about 10 tokens a second. */
export const PATIENCE: Patience = {
  firstToken: 120_000,
  promptCharacter: 25,
  nextToken: 60_000,
  interrupt: 1_500,
  loading: 300_000,
  leaving: 3_000,
  sign: 5_000,
};

export function untilFirstToken({ messages }: ChatRequest, { firstToken, promptCharacter }: Patience): number {
  return firstToken + promptCharacter * messages.reduce((sum, { content }) => sum + content.length, 0);
}
