import type { ChatMessage } from '../../../src/core/models/chat-model';
import { SEARCH_PROMPTS } from '../../../src/core/search/modes/modes';
import { shownRows, type ShownRow } from './shown-rows';

/** A call of a search, read back from its words as a model sees them. */
export interface AskedCall {
  /** Name of the prompt. */
  readonly prompt: string;
  /** The question to answer now. */
  readonly question: string;
  readonly rows: readonly ShownRow[];
  /** True if the call wants a JSON object, and not lines. */
  readonly json: boolean;
  /** All that is not the system's. */
  readonly user: string;
}

/** Undefined for a call that is none of a search. */
export function askedCall(messages: readonly ChatMessage[]): AskedCall | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const prompt = SEARCH_PROMPTS.find((one) => system.startsWith(one.system.split('{')[0] ?? ''))?.name;
  if (prompt === undefined) return undefined;
  const user = messages.at(-1)?.content ?? '';
  return {
    prompt,
    question: lastLine(user, /^(?:Question|Follow-up question|Newest question): /u),
    rows: shownRows(user),
    json: system.includes('one JSON object'),
    user,
  };
}

/** Returns the text behind the last beginning of a line of this kind. */
const lastLine = (text: string, beginning: RegExp): string =>
  text
    .split('\n')
    .findLast((line) => beginning.test(line))
    ?.replace(beginning, '') ?? '';
