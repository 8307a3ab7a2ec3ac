import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loadGold } from '../../scripts/lib/gold';
import type { Answer, Completion } from './chat-completion';
import { goldModel, kindOfCall, spoil, type CallKind } from './gold/answer-call';
import { serveModelServer, type ModelServer } from './model-server';
import { randomNumbers } from '../../src/core/random';

/** The name of its only model. */
export const GOLD_MODEL = 'gold';
const CHAT = '/v1/chat/completions';
/** Tokens: whole passages and the tables of a community fit. */
const WINDOW = 16_384;

interface GoldServing {
  /** Handling of JSON Schema in a call: followed, or answered in lines. */
  schemas: 'honoured' | 'ignored';
  /** Milliseconds that each call takes. */
  pace: number;
  /** The share of replies that are corrupted, each by itself and by what is asked alone, so that no order of calls matters. */
  corrupted: number;
  seed: number;
}

/** A chat call that arrived. */
export interface GoldCall {
  readonly kind: CallKind | 'other';
  /** Names the words and the sampling of the call: two with the same key ask the same. */
  readonly key: string;
  readonly ended: 'not yet' | 'well' | 'left';
  /** Time of its end, by `performance.now()`; Infinity until then. */
  readonly endedAt: number;
}

/** A model server whose model knows the gold standard of the sample. It proves what is done with replies, never how good those of a real model are. */
export interface GoldServer extends GoldServing {
  readonly server: ModelServer;
  calls(): readonly GoldCall[];
  /** Calls of this kind, or all. */
  count(kind?: GoldCall['kind']): number;
  /** Calls that had been asked before, word by word. */
  repeated(): readonly GoldCall[];
  /** Replies that were corrupted so far. */
  spoilt(): number;
  close(): Promise<void>;
}

export async function serveGold(serving: Partial<GoldServing> = {}): Promise<GoldServer> {
  const model = goldModel(await loadGold());
  let spoilt = 0;
  const answer = async (asks: Completion): Promise<Answer | undefined> => {
    const { messages, response_format: format } = asks;
    const { schemas, pace, corrupted, seed } = self;
    if (pace > 0) await wait(pace);
    const text = model(messages, format && schemas === 'honoured' ? 'json' : 'lines');
    if (text === undefined) return undefined;
    const random = randomNumbers(seed ^ Number.parseInt(keyOf(asks).slice(0, 8), 16));
    if (random() >= corrupted) return { text, finish: 'stop' };
    spoilt++;
    return spoil(text, random, messages);
  };
  const server = await serveModelServer({ models: [{ id: GOLD_MODEL, max_model_len: WINDOW }], answer });
  const calls = (): readonly GoldCall[] =>
    server.asked
      .filter(({ path }) => path === CHAT)
      .map(({ json, ended, endedAt }) => ({ ...callOf(json as Completion), ended, endedAt }));
  const self: GoldServer = {
    schemas: 'honoured',
    pace: 0,
    corrupted: 0,
    seed: 1,
    ...serving,
    server,
    calls,
    count: (kind) => calls().filter((call) => kind === undefined || call.kind === kind).length,
    repeated: () => {
      const known = new Set<string>();
      return calls().filter(({ key }) => known.size === known.add(key).size);
    },
    spoilt: () => spoilt,
    close: () => server.close(),
  };
  return self;
}

const callOf = (asks: Completion): Pick<GoldCall, 'kind' | 'key'> => ({
  kind: kindOfCall(asks.messages) ?? 'other',
  key: keyOf(asks),
});

const keyOf = (asks: Completion): string => createHash('sha256').update(JSON.stringify(asks)).digest('hex');
