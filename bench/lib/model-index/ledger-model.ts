import type {
  ChatCapabilities,
  ChatEvent,
  ChatMessage,
  ChatModel,
  ChatReply,
} from '../../../src/core/models/chat-model';
import { derivedKind } from '../../../tests/helpers/derived-replies';
import { shownPrompt } from '../../../tests/helpers/gold/shown-prompt';
import { promptTokens, tokensOf } from './tokens';

export const CALL_STEPS = [
  'reading',
  'gleaning',
  'claims',
  'names',
  'descriptions',
  'reports',
  'contexts',
  'keywords',
  'summary',
] as const;
type CallStep = (typeof CALL_STEPS)[number];

/** A call as it was answered; times in milliseconds. */
export interface LedgerCall {
  readonly step: CallStep;
  readonly promptTokens: number;
  readonly replyTokens: number;
  readonly began: number;
  readonly ended: number;
  readonly messages: readonly ChatMessage[];
  readonly text: string;
}

export type Answerer = (messages: readonly ChatMessage[], call: number) => Pick<ChatReply, 'text' | 'finish'>;

interface LedgerOptions {
  readonly window?: number;
  readonly parallel?: number;
  /** Forms that its replies can have; none by default, so that they are lines. */
  readonly shapes?: ChatCapabilities['shapes'];
  /** Milliseconds that every call takes at least. */
  readonly sleep?: number;
  /** Counts tokens with a tokenizer; without it they are 0, and nothing but the engine is timed. */
  readonly counted?: boolean;
}

export interface LedgerModel extends ChatModel {
  readonly calls: readonly LedgerCall[];
}

/** A model that answers by rule and writes down what each call was. */
export function ledgerModel(answer: Answerer, options: LedgerOptions = {}): LedgerModel {
  const { window = 4096, parallel = 1, shapes = 'none', sleep = 0, counted = true } = options;
  const calls: LedgerCall[] = [];
  let begun = 0;
  return {
    info: {
      choice: { provider: 'server', model: 'ledger' },
      title: 'Ledger',
      capabilities: { contextWindow: window, shapes, prefixReuse: 'none', parallel, seed: true },
    },
    calls,
    async *generate({ messages }): AsyncGenerator<ChatEvent> {
      const began = performance.now();
      const reply = answer(messages, begun++);
      if (sleep > 0) await new Promise((resolve) => setTimeout(resolve, sleep));
      const tokens = counted
        ? { promptTokens: promptTokens(messages), replyTokens: tokensOf(reply.text) }
        : { promptTokens: 0, replyTokens: 0 };
      const ended = performance.now();
      calls.push({ step: stepOf(messages), ...tokens, began, ended, messages, text: reply.text });
      const usage = {
        promptTokens: tokens.promptTokens,
        completionTokens: tokens.replyTokens,
        seconds: 0,
        exact: true,
      };
      yield { kind: 'reply', reply: { ...reply, usage } };
    },
  };
}

function stepOf(messages: readonly ChatMessage[]): CallStep {
  const derived = derivedKind(messages);
  if (derived) return derived;
  const shown = shownPrompt(messages);
  if (shown) return shown.kind === 'claims' ? 'claims' : shown.answers > 0 ? 'gleaning' : 'reading';
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  if (system.includes('"summary"')) return 'reports';
  return system.includes('"description"') ? 'descriptions' : 'names';
}
