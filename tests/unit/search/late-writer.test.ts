import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/core/errors';
import type { SearchEvent } from '../../../src/core/search/events';
import { search, type SearchEnv } from '../../../src/core/search/search';
import { indexOf } from './ask';
import { harbour } from './harbour';

const index = indexOf(harbour());

/** A search whose writer comes as it is given. */
function begun(writer: SearchEnv['writer'], signal = new AbortController().signal) {
  const events: SearchEvent[] = [];
  const env: SearchEnv = {
    clock: { now: () => 0, yield: () => Promise.resolve() },
    claims: [],
    signal,
    dense: () => Promise.resolve(null),
    reranker: () => Promise.resolve(null),
    writer,
  };
  const request = { question: 'Who is Tobias Fenn?', mode: 'local' } as const;
  return { events, over: search(index, request, env, (event) => events.push(event)) };
}

const kindsOf = (events: readonly SearchEvent[]) => events.map(({ kind }) => kind);

describe('a writer that is not ready', () => {
  it('holds no evidence back', async () => {
    const leaving = new AbortController();
    const { events, over } = begun(new Promise(() => undefined), leaving.signal);
    await expect.poll(() => kindsOf(events)).toEqual(['plan', 'evidence', 'context']);
    leaving.abort();
    await over;
    expect(events.at(-1)).toMatchObject({ kind: 'answer', answer: { stopped: true, method: 'evidence' } });
  });

  it('that cannot be had leaves the evidence, and the answer says why', async () => {
    const { events, over } = begun(Promise.reject(new ModelError('Nothing answers there.')));
    await over;
    const last = events.at(-1);
    if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
    expect(last.answer).toMatchObject({ stopped: false, notFound: false, method: 'evidence' });
    expect(JSON.stringify(last.answer.failure)).toContain('Nothing answers there.');
    expect(last.answer.evidence.passages.length).toBeGreaterThan(0);
  });
});
