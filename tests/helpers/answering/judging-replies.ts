import type { ChatMessage } from '../../../src/core/models/chat-model';
import { ASSERTION_CHECK, CLAIM_CHECK, TEXT_CLAIMS } from '../../../src/core/prompts/judging';
import type { Prompt } from '../../../src/core/prompts/prompt';

const CLAIM = /^(\d+)\. (.+)$/gmu;

/** The replies of a judge that takes texts by their sentences, and says what stands in them letter by letter. Undefined for a call that is none of a judge. */
export function judgingReply(messages: readonly ChatMessage[]): string | undefined {
  const [system = '', user = ''] = [messages[0]?.content, messages.at(-1)?.content];
  const asks = (prompt: Prompt): boolean => system.startsWith(prompt.system.split('{')[0] ?? '');
  if (asks(TEXT_CLAIMS)) return JSON.stringify({ claims: sentencesOf(partOf(user, 'Text: ', '</data>')) });
  if (asks(CLAIM_CHECK)) return checkedClaims(user, system.includes('JSON'));
  if (!asks(ASSERTION_CHECK)) return undefined;
  return system.includes('JSON') ? JSON.stringify({ choice: 'yes' }) : 'yes';
}

const partOf = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0]?.trim() ?? '';

const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?])\s+/u).flatMap((sentence) => sentence.trim() || []);

function checkedClaims(user: string, isJson: boolean): string {
  const text = oneSpace(partOf(user, 'Text: ', '\nClaims:'));
  const judged = Array.from(user.matchAll(CLAIM), ([, number = '', claim = '']) => ({
    number: Number(number),
    tag: text.includes(oneSpace(claim)) ? 'says' : 'open',
  }));
  if (!isJson) return judged.map(({ number, tag }) => `${tag}|${String(number)}`).join('\n');
  const of = (wanted: string) => judged.filter(({ tag }) => tag === wanted).map(({ number }) => ({ number }));
  return JSON.stringify({ says: of('says'), denies: [], open: of('open') });
}

const oneSpace = (text: string): string => text.replaceAll(/\s+/gu, ' ');
