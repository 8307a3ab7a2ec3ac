import type { ChatRequest } from '../../src/core/models/chat-model';
import type { Script } from './scripted-model';

/**
 * A script that keeps every name a compact prompt lists, as a person, and links the first name to each other one by the first sentence that
 * has both. It proves what is done with replies, never how good they are.
 */
export const naming: Script = (request) => [namesOf(request)];

function namesOf({ messages }: ChatRequest): string {
  const prompt = messages.at(-1)?.content ?? '';
  const names = [...prompt.matchAll(/^(\d+) (.+?)(?: \(.*\))?$/gmu)].map(([, number, name]) => ({ number, name }));
  const sentences = [...prompt.matchAll(/^s(\d+) (.+)$/gmu)].map(([, number, text = '']) => ({ number, text }));
  if (names.length === 0) return 'none';
  const [first, ...others] = names;
  const links = others.flatMap(({ number, name }) => {
    const both = sentences.find(({ text }) => text.includes(name ?? '') && text.includes(first?.name ?? ''));
    return both ? [`link|${first?.number ?? ''}|${number ?? ''}|stands with|${both.number ?? ''}`] : [];
  });
  return [`keep|person|${names.map(({ number }) => number).join(',')}`, ...links].join('\n');
}
