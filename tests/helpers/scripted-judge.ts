import type { Judge } from '../../src/core/evaluation/judging/judge';
import { countPromptTokens } from '../../src/core/models/chat-model';
import type { ModelCall } from '../../src/core/models/model-call';
import type { TokenLoad } from '../../src/core/models/speed';

/** A call as a script sees it: the user's message and the name of the prompt. */
interface ScriptedCall {
  readonly prompt: string;
  readonly user: string;
  readonly call: ModelCall;
}

export interface ScriptedJudge extends Judge {
  readonly calls: ScriptedCall[];
}

/** A judge that replies by a rule. It proves what is done with replies, never how good they are. */
export function scriptedJudge(
  reply: (call: ScriptedCall, number: number) => string,
  own: Partial<Judge> = {},
): ScriptedJudge {
  const calls: ScriptedCall[] = [];
  return {
    model: 'm',
    title: 'M',
    form: 'lines',
    contextWindow: 8192,
    parallel: 2,
    prompts: {},
    ...own,
    calls,
    ask: (call) => {
      const one = { call, prompt: call.promptVersion.split(' ')[0] ?? '', user: call.messages.at(-1)?.content ?? '' };
      calls.push(one);
      const usage = { promptTokens: 1, completionTokens: 1, seconds: 0, exact: false };
      return Promise.resolve({ text: reply(one, calls.length - 1), finish: 'stop', usage });
    },
  };
}

/** The calls of some work for a price, of which no reply is kept. */
export async function rehearsed(judge: Judge, work: (judge: Judge) => Promise<unknown>): Promise<readonly TokenLoad[]> {
  const loads: TokenLoad[] = [];
  const rehearse: Judge['rehearse'] = async ({ messages }, replyTokens) => {
    loads.push({ promptTokens: countPromptTokens(messages), replyTokens });
    return null;
  };
  await work({ ...judge, rehearse });
  return loads;
}

/** Calls that were sent and prompt tokens in them, beside those that were planned. */
export function sentBesidePlan({ calls }: ScriptedJudge, plan: readonly TokenLoad[]) {
  const sent = calls.reduce((sum, { call }) => sum + countPromptTokens(call.messages), 0);
  const planned = plan.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
  return { calls: calls.length, planned: plan.length, tokens: planned / sent };
}
