import type { ChatRequest } from '../../src/core/models/chat-model';
import { goldDecisions } from './gold/decisions';
import type { Script } from './scripted-model';

/**
 * A script that keeps every name a compact prompt lists, as a person. It links the first name to each other one by the first sentence that
 * has both. It proves what is done with replies, never how good they are.
 */
export const naming: Script = (request) => [answerOf(request)];

/** Every name is its own, and a report says no more than that there is one. */
function answerOf(request: ChatRequest): string {
  const { shape } = request;
  if (shape?.kind === 'record') return JSON.stringify(REPORT);
  if (shape?.kind === 'lines' && 'keep' in shape.records) return namesOf(request);
  return decisions(request);
}

const decisions = goldDecisions([]);

const REPORT = {
  title: 'Who met whom',
  summary: 'People of the letters stand together [Data: Entities (1)].',
  rating: 4,
  rating_explanation: 'They are many.',
  findings: [{ summary: 'They met', explanation: 'The first stands with the second [Data: Relationships (1)].' }],
  description: 'A person of the letters.',
};

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
