import type { ChatMessage } from '../../src/core/models/chat-model';
import { CONTEXT_PROMPT } from '../../src/core/prompts/contextual';
import { SUMMARY_PROMPT } from '../../src/core/prompts/raptor';
import { THEME_KEYWORDS_PROMPT } from '../../src/core/prompts/themes';

/** Derivations of the family's methods, by the calls that they make. */
export type DerivedKind = 'contexts' | 'keywords' | 'summary';

/** A word that tests put into one document alone, to look for traces of it. */
export const MARK = /zz\d+qx/gu;

const PROMPTS = { contexts: CONTEXT_PROMPT, keywords: THEME_KEYWORDS_PROMPT, summary: SUMMARY_PROMPT } as const;
const KINDS = Object.keys(PROMPTS) as readonly DerivedKind[];

/** Purpose of a call of these derivations; undefined for any other. */
export function derivedKind(messages: readonly ChatMessage[]): DerivedKind | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  return KINDS.find((kind) => system.startsWith(PROMPTS[kind].system.split('{')[0] ?? ''));
}

/** Replies with words that the call shows: its marks, or the first words of each item. Undefined for any other call. */
export function derivedReply(messages: readonly ChatMessage[]): string | undefined {
  const shown = messages.at(-1)?.content ?? '';
  const words = [...new Set(shown.match(MARK) ?? shown.match(/(?<=^(?:\[\d+\]|\d+) )(?:\p{L}+ ?){1,4}/gmu))];
  const numbers = Array.from(shown.matchAll(/^\[?(\d+)\]? /gmu), ([, number]) => Number(number));
  const text = `This part names ${words.join(' ')}.`;
  switch (derivedKind(messages)) {
    case 'contexts':
      return JSON.stringify({ contexts: numbers.map((passage) => ({ passage, context: text })) });
    case 'keywords':
      return JSON.stringify({ themes: numbers.map((number) => ({ number, keywords: words.slice(0, 3) })) });
    case 'summary':
      return JSON.stringify({ summary: text });
    case undefined:
      return undefined;
  }
}
