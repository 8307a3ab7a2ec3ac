import { describe, expect, it } from 'vitest';
import { OpenCollection } from '../../../src/core/engine/open-collection';
import type { DocumentRow } from '../../../src/core/tables/tables';
import { testEnv } from '../../helpers/engine-env';
import { smallWorld } from '../search/small-world';

const documentsOf = (...ids: readonly string[]): readonly DocumentRow[] =>
  smallWorld({ documents: ids.map((id) => ({ id, title: id, paragraphs: ['Olga Petrova is the treasurer.'] })) })
    .documents;

/** A collection in which search knows the first document only. */
async function begin(): Promise<OpenCollection> {
  const env = testEnv();
  const record = await env.collections.create('Papers');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.load();
  await open.commit(() => ({ append: { documents: documentsOf('club') } }));
  await open.refreshIndex();
  await open.commit(() => ({ append: { documents: documentsOf('letter', 'diary') } }));
  return open;
}

describe('documents that search does not know yet', () => {
  it('are counted among the chosen ones only, where some are chosen', async () => {
    const open = await begin();
    expect(open.unreadOf()).toBe(2);
    expect(open.unreadOf(['letter', 'club'])).toBe(1);
    expect(open.unreadOf(['club'])).toBe(0);
    await open.refreshIndex();
    expect(open.unreadOf(['letter'])).toBe(0);
  });
});
