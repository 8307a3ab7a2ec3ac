import type { TracedCall } from '../../src/core/search/trace';

/** A call of one token each way in one second, changed in some parts. */
export const tracedCall = (parts: Partial<TracedCall> = {}): TracedCall => ({
  purpose: 'step',
  about: '',
  messages: [],
  reply: '',
  promptTokens: 1,
  completionTokens: 1,
  seconds: 1,
  exact: true,
  remembered: false,
  documentIds: [],
  ...parts,
});
