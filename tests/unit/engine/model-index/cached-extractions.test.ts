import { describe, expect, it } from 'vitest';
import { cachedExtractions } from '../../../../src/core/engine/model-index/cached-extractions';
import { OpenCollection } from '../../../../src/core/engine/collections/open-collection';
import { testEnv } from '../../../helpers/engine-env';
import { mention } from '../../../helpers/rows';

async function begin() {
  const env = testEnv();
  const record = await env.collections.create('Records');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.store.load();
  return open;
}

const row = (key: string) => mention(key, { sentence: 0, start: 0 });

describe('Records that are asked for again', () => {
  it('are those that were read before, where a commit changed other things', async () => {
    const open = await begin();
    await open.store.commit(() => ({ append: { extractions: [row('ada')] } }));
    const before = await cachedExtractions(open.store);
    await open.store.commit(() => ({ state: { paused: true } }));
    expect(await cachedExtractions(open.store)).toBe(before);
  });

  it('are read anew where some were added or a document went', async () => {
    const open = await begin();
    await open.store.commit(() => ({ append: { extractions: [row('ada')] } }));
    expect(await cachedExtractions(open.store)).toHaveLength(1);
    await open.store.commit(() => ({ append: { extractions: [row('bea')] } }));
    expect((await cachedExtractions(open.store)).map(({ key }) => key)).toEqual(['ada', 'bea']);
    await open.store.commit(() => ({ removeDocuments: [row('ada').document_id] }));
    expect(await cachedExtractions(open.store)).toEqual([]);
  });
});
