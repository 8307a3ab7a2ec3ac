import type { ChatEvent } from '../../core/models/chat-model';
import type { Signs } from './hand-out';

/** Signs of life of a chat model: what it did last, told again, and for how long nothing came. */
export const chatSigns = (times: Pick<Signs<ChatEvent>, 'everyMs' | 'forMs'>): Signs<ChatEvent> => ({
  ...times,
  sign: (last, silentMs) => {
    if (last.kind === 'loading') return last;
    const words = last.kind === 'working' ? last.words : 'Writing.';
    return { kind: 'working', words: `${words}${silence(silentMs)}`, silent: true };
  },
});

const NOTABLE_MS = 20_000;

/** Empty while it is not worth a word. */
function silence(milliseconds: number): string {
  if (milliseconds < NOTABLE_MS) return '';
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes === 0) return ` Nothing came for ${String(Math.round(milliseconds / 1000))} seconds.`;
  return ` Nothing came for ${minutes === 1 ? 'a minute' : `${String(minutes)} minutes`}: a model that is loaded, or reads a long text, says nothing.`;
}

/** Joins texts, and keeps of loading steps and signs of life the newest. */
export function joinChatEvents(last: ChatEvent, next: ChatEvent): ChatEvent | undefined {
  if (last.kind === 'delta' && next.kind === 'delta') return { kind: 'delta', text: last.text + next.text };
  if (last.kind === 'working') return next;
  const sameStep = last.kind === 'loading' && next.kind === 'loading' && last.progress.step === next.progress.step;
  return sameStep ? next : undefined;
}
