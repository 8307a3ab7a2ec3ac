import type { ChatEvent } from '../../core/models/chat-model';
import type { Signs } from './hand-out';

/** Signs of life of a chat model: what it did last, told again. */
export const chatSigns = (times: Pick<Signs<ChatEvent>, 'everyMs' | 'forMs'>): Signs<ChatEvent> => ({
  ...times,
  sign: (last) => (last.kind === 'loading' || last.kind === 'working' ? last : { kind: 'working', words: 'Writing.' }),
});

/** Joins texts, and keeps of loading steps and signs of life the newest. */
export function joinChatEvents(last: ChatEvent, next: ChatEvent): ChatEvent | undefined {
  if (last.kind === 'delta' && next.kind === 'delta') return { kind: 'delta', text: last.text + next.text };
  if (last.kind === 'working') return next;
  const sameStep = last.kind === 'loading' && next.kind === 'loading' && last.progress.step === next.progress.step;
  return sameStep ? next : undefined;
}
