import { expect, it } from 'vitest';
import type { ChatChoice, ChatRequest } from '../../../src/core/models/chat-model';
import { replyKey } from '../../../src/core/models/queue/reply-cache';

const CHOICE: ChatChoice = { provider: 'server', model: 'tiny', address: 'http://localhost:11434' };
const REQUEST: ChatRequest = {
  messages: [{ role: 'user', content: 'Do boats float?' }],
  maxTokens: 50,
  temperature: 0,
};
const key = (choice: Partial<ChatChoice> = {}, version = '1', request: Partial<ChatRequest> = {}): string =>
  replyKey({ ...CHOICE, ...choice }, version, { ...REQUEST, ...request });

it('the same call has the same name, whatever the order of its parts and with defaults spelt out or not', () => {
  const { messages, maxTokens, temperature } = REQUEST;
  expect(replyKey(CHOICE, '1', { temperature, stop: [], topP: 1, maxTokens, messages })).toBe(key());
});

it.each([
  ['another model', key({ model: 'large' })],
  ['a model of the same name elsewhere', key({ address: 'http://localhost:1234' })],
  ['another provider', key({ provider: 'webllm' })],
  ['another version of the prompt', key({}, '2')],
  ['another form', key({}, '1', { shape: { kind: 'choice', options: ['yes', 'no'] } })],
  ['another message', key({}, '1', { messages: [{ role: 'user', content: 'Do boats float' }] })],
  ['another role', key({}, '1', { messages: [{ role: 'system', content: 'Do boats float?' }] })],
  ['the likeliest tokens beside', key({}, '1', { likeliest: 5 })],
  ['another limit', key({}, '1', { maxTokens: 51 })],
  ['another temperature', key({}, '1', { temperature: 0.1 })],
  ['another share of likely words', key({}, '1', { topP: 0.9 })],
  ['a seed', key({}, '1', { seed: 0 })],
  ['words that end it', key({}, '1', { stop: ['\n'] })],
])('%s makes it another call', (_name, other) => {
  expect(other).not.toBe(key());
});
