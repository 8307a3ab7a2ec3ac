import type { ChatEvent, ChatModel, ChatReply, ChatRequest } from '../../src/core/models/chat-model';

/**
 * Script of one call: the pieces that the model writes, or the error that it throws; a piece may be a promise to wait
 * for.
 */
export type Script = (request: ChatRequest, call: number) => readonly (string | Promise<unknown>)[] | Error;

export interface ScriptedModel extends ChatModel {
  /** Last messages of the calls that were begun, in order. */
  readonly begun: string[];
  /** Calls that were aborted. */
  readonly aborted: string[];
  /** Most calls that ran at the same time. */
  most: number;
}

/** A model that answers by rule. It proves what is done with a model's words, never how good they are. */
export function scriptedModel(script: Script, parallel = 1): ScriptedModel {
  let running = 0;
  const model: ScriptedModel = {
    info: {
      choice: { provider: 'server', model: 'scripted' },
      title: 'Scripted',
      capabilities: { contextWindow: 4096, shapes: 'none', prefixReuse: 'none', parallel, seed: true },
    },
    begun: [],
    aborted: [],
    most: 0,
    async *generate(request, { signal } = {}): AsyncGenerator<ChatEvent> {
      const name = request.messages.at(-1)?.content ?? '';
      model.begun.push(name);
      model.most = Math.max(model.most, ++running);
      const stop = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          model.aborted.push(name);
          reject(signal.reason as Error);
        });
      });
      stop.catch(() => undefined); // it may never be waited for
      try {
        const pieces = script(request, model.begun.length);
        if (pieces instanceof Error) throw pieces;
        let text = '';
        for (const piece of pieces) {
          if (typeof piece !== 'string') await Promise.race([piece, stop]);
          else {
            text += piece;
            yield { kind: 'delta', text: piece };
          }
        }
        yield { kind: 'reply', reply: replyOf(text) };
      } finally {
        running--;
      }
    },
  };
  return model;
}

export function replyOf(text: string): ChatReply {
  return { text, finish: 'stop', usage: { promptTokens: 1, completionTokens: text.length, seconds: 0, exact: false } };
}
