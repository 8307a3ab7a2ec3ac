import { RUN_MODES } from '../../../../src/core/search/request/mode-names';
import type { SearchRequest } from '../../../../src/core/search/request/search-request';
import { describe, expect, it } from 'vitest';
import { MODES } from '../../../../src/core/search/modes/modes';
import { RATE_REPORT } from '../../../../src/core/prompts/answers';
import type { ChatModelInfo } from '../../../../src/core/models/chat-model';
import { searchCost, type SearchCost } from '../../../../src/core/search/search-cost';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { manyReports } from './many-reports';
import { MODEL, searched, type Script } from './scripted-asker';
import { inEnglish } from '../../../../src/core/message';

const index = indexOf(smallWorld(HARBOUR_WORLD));
const question = 'Who designed the lighthouse at Grey Point?';
/** The call for further questions comes after the answer, and is made elsewhere. */
const ANSWER_ALONE = { answers: { follow_ups: 0 } };

const costOf = (
  request: Partial<SearchRequest> & Pick<SearchRequest, 'mode'>,
  model: ChatModelInfo | null = MODEL,
  { on = index, speed = undefined as { prefill: number; decode: number } | undefined } = {},
): SearchCost =>
  searchCost(
    on,
    { question, parameters: ANSWER_ALONE, ...request },
    { model, prompts: {}, speed, hasVectors: false, isChecker: false },
  );

const withWindow = (contextWindow: number): ChatModelInfo => ({
  ...MODEL,
  capabilities: { ...MODEL.capabilities, contextWindow },
});

/** Each step asks further, so that all rounds are run. */
const curious: Script = ({ shape }, at) => {
  if (shape?.kind === 'choice') return shape.options.includes('yes') ? 'yes' : '4';
  if (shape?.kind !== 'record') return 'The lighthouse at Grey Point was designed by Edda Marrow in 1871.';
  if ('points' in shape.fields)
    return JSON.stringify({ points: [{ description: 'Clara Voss founded it.', reports: [1], score: 80 }] });
  if ('terms' in shape.fields) return JSON.stringify({ themes: ['storms'], terms: ['Grey Point'] });
  if ('expanded' in shape.fields) return JSON.stringify({ expanded: 'Who designed the lighthouse?' });
  if ('claims' in shape.fields)
    return JSON.stringify({ claims: [{ claim: 'Clara Voss founded it.', sources: [1], score: 80 }] });
  const topics = ['log', 'reef', 'toll', 'wharf', 'canal', 'museum', 'bridge', 'oil', 'silver', 'railway', 'storm'];
  const follow_ups = [0, 1, 2, 3].map(
    (one) => `What of the ${topics[(4 * at + one) % topics.length] ?? ''} ${String(at)}?`,
  );
  return JSON.stringify({ answer: 'Tobias Fenn saved nine sailors.', score: 70, follow_ups });
};

it('counts how a reply is to be written, as the model is held to it', () => {
  const request = { mode: 'global', question, parameters: { ...ANSWER_ALONE, global: { dynamic: true } } } as const;
  const tokensWith = (system: string) => {
    const prompts = { [RATE_REPORT.name]: { system } };
    return searchCost(index, request, { model: MODEL, prompts, speed: undefined, hasVectors: false, isChecker: false })
      .promptTokens;
  };
  const { system } = RATE_REPORT;
  expect(tokensWith(system)).toBeGreaterThan(tokensWith(system.replace('{form}', '')));
  expect(tokensWith(system)).toBe(costOf(request).promptTokens);
});

describe.each(RUN_MODES)('what %s search is said to cost', (mode) => {
  it('bounds the calls that are made and the tokens that are sent, in any window', async () => {
    for (const contextWindow of [2048, 4096, 32_768]) {
      const model = withWindow(contextWindow);
      const cost = costOf({ mode }, model);
      const { calls, answer } = await searched(index, { question, mode, parameters: ANSWER_ALONE }, curious, { model });
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.length).toBeLessThanOrEqual(cost.calls);
      const sent = (answer.trace.calls ?? []).reduce((sum, { promptTokens }) => sum + promptTokens, 0);
      expect(cost.promptTokens).toBeGreaterThanOrEqual(0.8 * sent);
      expect(cost.promptTokens + cost.outputTokens).toBeLessThanOrEqual(cost.calls * contextWindow);
    }
  });

  it('is what is asked, call for call, where each reply is of use', async () => {
    const { calls } = await searched(index, { question, mode, parameters: ANSWER_ALONE }, curious);
    expect(costOf({ mode }).calls).toBe(calls.length);
  });

  it('bounds them within chosen documents and for a follow-up, too', async () => {
    const request = {
      mode,
      question: 'And she?',
      documentIds: ['marrow'],
      history: [{ question: 'Who was Edda Marrow?', answer: 'She was an engineer.', documentIds: ['marrow'] }],
      parameters: ANSWER_ALONE,
    };
    const { calls } = await searched(index, request, curious);
    expect(calls.length).toBeLessThanOrEqual(costOf(request).calls);
    // A question that is put without documents needs no standing by itself.
    const rewriting = MODES[mode].withoutDocuments ? 0 : 1;
    expect(costOf(request).calls).toBe(costOf({ ...request, history: [] }).calls + rewriting);
  });

  it('has no follow-up questions for the second of two modes that are compared', () => {
    const first = costOf({ mode, parameters: {} });
    expect(costOf({ mode, parameters: {}, after: 'first' }).calls).toBe(first.calls - 1);
  });

  it('is nothing without a model, and where the documents alone are to answer', () => {
    const nothing = { calls: 0, promptTokens: 0, outputTokens: 0, seconds: 0 };
    expect(costOf({ mode }, null)).toMatchObject({ ...nothing, mode, model: null });
    expect(costOf({ mode, method: 'evidence' })).toMatchObject({ ...nothing, model: 'Scripted 1B' });
  });

  it('is told in seconds by the measured speed only', () => {
    expect(costOf({ mode }).seconds).toBeNull();
    const slow = costOf({ mode }, MODEL, { speed: { prefill: 100, decode: 10 } });
    const fast = costOf({ mode }, MODEL, { speed: { prefill: 1000, decode: 100 } });
    expect(slow.seconds).toBeCloseTo(10 * (fast.seconds ?? 0), 6);
    expect(slow.seconds).toBeLessThan(slow.promptTokens / 100 + slow.outputTokens / 10 + 1e-6);
  });

  it('counts the call for further questions', () => {
    expect(costOf({ mode, parameters: {} }).calls).toBe(costOf({ mode }).calls + 1);
  });
});

describe('the cost of DRIFT', () => {
  it('is 12 calls at most by default, the imagined answer and the further questions counted', () => {
    for (const contextWindow of [4096, 32_768]) {
      const env = {
        model: withWindow(contextWindow),
        prompts: {},
        speed: undefined,
        hasVectors: true,
        isChecker: false,
      };
      expect(searchCost(index, { question, mode: 'drift' }, env).calls).toBeLessThanOrEqual(12);
    }
  });

  it('bounds the calls of wider settings', async () => {
    const parameters = { ...ANSWER_ALONE, drift: { depth: 3, follow_ups: 2, folds: 2 } };
    const { calls } = await searched(index, { question, mode: 'drift', parameters }, curious);
    const { calls: said } = costOf({ mode: 'drift', parameters });
    expect(calls.length).toBeLessThanOrEqual(said);
    expect(calls.length).toBeGreaterThan(costOf({ mode: 'drift', parameters: { drift: { depth: 1 } } }).calls);
  });
});

describe('the cost of Global', () => {
  const global = { most_batches: 500 };
  it.each([
    { count: 30, sentences: 3 },
    { count: 90, sentences: 9 },
    { count: 210, sentences: 4 },
  ])('bounds the batches of $count reports', async ({ count, sentences }) => {
    const on = manyReports(count, sentences);
    const parameters = { ...ANSWER_ALONE, global };
    const { calls } = await searched(on, { question, mode: 'global', parameters }, curious);
    const { calls: said } = costOf({ mode: 'global', parameters }, MODEL, { on });
    expect(calls.length).toBeLessThanOrEqual(said);
    expect(said).toBeLessThanOrEqual(1.5 * calls.length + 2);
  });

  it('is that of reading passages where there are no reports yet', () => {
    const on = indexOf(smallWorld({ ...HARBOUR_WORLD, communities: [] }));
    const { calls, promptTokens } = costOf({ mode: 'basic' }, MODEL, { on });
    expect(costOf({ mode: 'global' }, MODEL, { on })).toMatchObject({ calls, promptTokens });
  });

  it('bounds the ratings and the batches where reports are rated first', async () => {
    const on = manyReports(60, 5);
    const parameters = { ...ANSWER_ALONE, global: { dynamic: true, most_ratings: 25 } };
    const { calls } = await searched(on, { question, mode: 'global', parameters }, curious);
    const { calls: said } = costOf({ mode: 'global', parameters }, MODEL, { on });
    expect(calls.filter(({ shape }) => shape?.kind === 'choice')).toHaveLength(25);
    expect(calls.length).toBeLessThanOrEqual(said);
  });
});

describe('the cost of Auto', () => {
  it('is that of the mode which it would choose, and says why', () => {
    const broad = costOf({ mode: 'auto', question: 'What are the main themes?' });
    expect(broad).toMatchObject({
      ...costOf({ mode: 'global', question: 'What are the main themes?' }),
      reason: broad.reason,
    });
    expect(inEnglish(broad.reason)).toContain('the whole collection');
    expect(costOf({ mode: 'auto', question: 'Who is Tobias Fenn?' }).mode).toBe('local');
  });
});

it('has a call more for each sentence where the model also checks what it wrote', () => {
  const env = { model: MODEL, prompts: {}, speed: undefined, hasVectors: false };
  const request: SearchRequest = { question, mode: 'basic', parameters: ANSWER_ALONE };
  const alone = searchCost(index, request, { ...env, isChecker: false });
  const checked = searchCost(index, request, { ...env, isChecker: true });
  expect(checked.calls - alone.calls).toBeGreaterThan(5);
  expect(checked.promptTokens).toBeGreaterThan(alone.promptTokens);
  expect(checked.outputTokens).toBeGreaterThan(alone.outputTokens);
});
