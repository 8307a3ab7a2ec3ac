import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import { ModelError } from '../../../../src/core/errors';
import type { EngineModels } from '../../../../src/core/models/engine-models';
import type { SearchEvent } from '../../../../src/core/search/events';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { steppedTimer } from '../../../helpers/stepped-timer';

const QUESTION = { question: 'Who designed the lighthouse?', mode: 'basic' } as const;

async function openWith(chat: EngineModels['chat'], timer = steppedTimer()) {
  const engine = createEngine(testEnv({ timer, models: { chat, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', 'Edda Marrow designed the lighthouse in 1871.')]));
  return engine;
}

describe('a model that cannot be had', () => {
  test('leaves the evidence, and why it did not answer', async () => {
    const engine = await openWith(() => Promise.reject(new ModelError('Nothing answers there.')));
    const events = await collect(engine.search(QUESTION));
    const last = events.at(-1);
    if (last?.kind !== 'answer') throw new Error('No answer came.');
    expect(last.answer).toMatchObject({ method: 'evidence', notFound: false, stopped: false });
    expect(JSON.stringify(last.answer.failure)).toContain('Nothing answers there.');
    expect(last.answer.evidence.passages[0]?.text).toContain('Edda Marrow');
  });

  test('holds no evidence back while it is waited for, which is told after a while', async () => {
    const timer = steppedTimer();
    const engine = await openWith(() => new Promise(() => undefined), timer);
    const leaving = new AbortController();
    const events: SearchEvent[] = [];
    const reading = (async () => {
      for await (const event of engine.search(QUESTION, { signal: leaving.signal })) events.push(event);
    })();
    await timer.during(expect.poll(() => events.map(({ kind }) => kind)).toContain('working'));
    expect(events.find(({ kind }) => kind === 'evidence')).toMatchObject({
      evidence: { passages: [{ text: expect.stringContaining('Edda Marrow') }] },
    });
    leaving.abort();
    await reading.catch(() => undefined);
    expect(events.at(-1)).toMatchObject({ kind: 'answer', answer: { stopped: true } });
  });
});
