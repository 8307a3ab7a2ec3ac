import { ENTAILMENT } from '../../src/core/prompts/answers';
import { askedCall, type AskedCall } from './answering/asked-call';
import { judgingReply } from './answering/judging-replies';
import { judgedStatements, type Judge } from './answering/judged-statements';
import { makingReply } from './answering/making-replies';
import { replyIn, WRITTEN, type Manner } from './answering/manners';
import type { Completion } from './chat-completion';
import { serveModelServer, type Behaviour, type ModelServer } from './model-server';

/** The name of its only model. */
export const ANSWERING_MODEL = 'answering';
const CHAT = '/v1/chat/completions';
/** Tokens: whole passages and several reports fit. */
const WINDOW = 8192;

/** A chat call that arrived. */
interface AnsweredCall {
  /** Name of the prompt; `other` for a call that is none of a search. */
  readonly prompt: string;
  readonly question: string;
  /** All that was sent. */
  readonly words: string;
  /** The same, message by message. */
  readonly messages: readonly string[];
}

/** A model server whose model answers from what each prompt shows. It proves what is done with replies, never how good those of a real model are. */
export interface AnsweringServer {
  manner: Manner;
  /** Reply instead of an honest answer; missing for none. */
  script?: string;
  /** Judges a sentence by a passage where it checks answers; by default it is not sure. */
  judge: Judge;
  readonly server: ModelServer;
  calls(prompt?: string): readonly AnsweredCall[];
  close(): Promise<void>;
}

export async function serveAnswers(
  manner: Manner = 'honest',
  behaviour: Partial<Behaviour> = {},
  window = WINDOW,
): Promise<AnsweringServer> {
  const server = await serveModelServer({
    models: [{ id: ANSWERING_MODEL, max_model_len: window }],
    ...behaviour,
    answer: ({ messages }) => {
      const call = askedCall(messages);
      const text = call ? replyOf(self, call) : (judgingReply(messages) ?? makingReply(messages) ?? '');
      return { text, finish: 'stop', pieces: text.match(/\s*\S+/gu) ?? [] };
    },
  });
  const self: AnsweringServer = {
    manner,
    judge: () => 'open',
    server,
    calls: (prompt) =>
      server.asked
        .filter(({ path }) => path === CHAT)
        .map(({ json }) => callOf(json as Completion))
        .filter((call) => prompt === undefined || call.prompt === prompt),
    close: () => server.close(),
  };
  return self;
}

function replyOf({ manner, judge, script }: AnsweringServer, call: AskedCall): string {
  if (call.prompt === ENTAILMENT.name) return judgedStatements(call.user, call.json, judge);
  return script !== undefined && WRITTEN.has(call.prompt) ? script : replyIn(manner, call);
}

function callOf({ messages }: Completion): AnsweredCall {
  const call = askedCall(messages);
  const sent = messages.map(({ content }) => content);
  return { prompt: call?.prompt ?? 'other', question: call?.question ?? '', words: sent.join('\n'), messages: sent };
}
