import type { TracedCall } from '../../../../src/core/search/trace';
import { expect, it, describe } from 'vitest';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';
import { answerReady, callsWords, keptWords, notFoundWords, tookWords } from '../../../../src/app/words/answers';
import { tracedCall } from '../../../helpers/traced-call';

it('counts each citation once, and not what only comes nearest to a sentence that nothing supports', () => {
  const at = { start: 0, end: 1 };
  const verdict = 'quoted' as const;
  const sentences = [
    { text: 'Ada kept the lamp.', at, verdict, citations: [1, 2] },
    { text: 'She kept it alone.', at, verdict, citations: [2] },
    { text: 'She flew.', at, verdict, citations: [], nearest: 3 },
  ];
  expect(answerReady({ text: 'Ada kept the lamp.', sentences, evidence: NO_EVIDENCE })).toBe(
    'Answer ready: 3 sentences, 2 citations.',
  );
});

describe('the head of an answer that was not found', () => {
  const tests = { by: 'Small', made: 16, most: 20, relevant: 0, walked: 3, leftOut: 1 };

  it('speaks of the tested passages alone, whatever else was not asked, where some were not tested', () => {
    const words = 'Not in the 16 passages tested; 129 more were not tested';
    expect(notFoundWords([], { tests: { ...tests, untested: 129 } })).toBe(words);
    expect(notFoundWords(['d'], { isFiltered: true, tests: { ...tests, untested: 129 } })).toBe(words);
  });

  it('speaks of the documents where every passage was tested', () => {
    expect(notFoundWords([], { tests })).toBe('Not in your documents');
  });
});

const call = (remembered: boolean) => tracedCall({ remembered });
const traceOf = (...remembered: readonly boolean[]) =>
  callsWords({ calls: remembered.map(call), modelCalls: remembered.filter((one) => !one).length });

describe('the calls of an answer', () => {
  it('are counted', () => {
    expect(traceOf(false)).toBe('1 model call');
    expect(traceOf(false, false)).toBe('2 model calls');
    expect(callsWords({ modelCalls: 0 })).toBe('0 model calls');
  });

  it('are told with their tokens and the time, and nothing where none was asked', () => {
    const calls = [call(false), call(false)];
    expect(tookWords({ calls, milliseconds: 1200 })).toBe(
      `It took 2 model calls, 4 tokens of prompts and replies, ${(1.2).toLocaleString()} seconds.`,
    );
    expect(tookWords({ milliseconds: 1200 })).toBe('');
    const failed = tracedCall({ failed: 'Nothing answers.' });
    expect(tookWords({ calls: [failed], milliseconds: 1200 })).toBe('');
    expect(tookWords({ calls: [...calls, failed], milliseconds: 0 })).toContain('It took 2 model calls, 4 tokens');
  });

  it('are told without the tokens of kept replies, without a time that is not known, and without what was proposed afterwards', () => {
    const proposed = tracedCall({ purpose: 'follow-ups' });
    const took = (...calls: readonly TracedCall[]) => tookWords({ calls, milliseconds: 0 });
    expect(took(call(true), call(false), proposed)).toBe(
      'It took 2 model calls, 1 of them new, 2 tokens of prompts and replies.',
    );
    expect(took(call(true), proposed)).toBe('It took 1 model call, none of them new.');
    expect(keptWords({ calls: [call(true), proposed] })).toBe('Reuses earlier replies.');
  });

  it('count those whose replies were kept from before, and say how many are new', () => {
    expect(traceOf(true, true, true, false, false)).toBe('5 model calls, 2 of them new');
    expect(traceOf(true)).toBe('1 model call, none of them new');
  });

  it('are as many above the answer as below it: what was proposed afterwards is told apart', () => {
    const proposed = tracedCall({ purpose: 'follow-ups' });
    const calls = [call(false), proposed, proposed];
    expect(tookWords({ calls, milliseconds: 0 })).toContain('It took 1 model call, ');
    expect(callsWords({ calls, modelCalls: 3 })).toBe('1 model call, 2 more for follow-up questions');
    expect(callsWords({ calls: [call(true), proposed], modelCalls: 1 })).toBe(
      '1 model call, none of them new, 1 more for follow-up questions',
    );
  });

  it('are told in the foot where their replies, or some of them, were kept from before', () => {
    const kept = (...remembered: readonly boolean[]) => keptWords({ calls: remembered.map(call) });
    expect(kept(true, true)).toBe('Reuses earlier replies.');
    expect(kept(true, false)).toBe('Partly reuses earlier replies.');
    expect([kept(false), kept(), keptWords({})]).toEqual(['', '', '']);
  });
});
