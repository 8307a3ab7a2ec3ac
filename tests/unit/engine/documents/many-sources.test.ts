import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import { knownSources } from '../../../../src/core/engine/documents/ingest';
import { pendingQueue } from '../../../../src/core/engine/documents/pending-queue';
import { readingProgress, TEXT_SHARE } from '../../../../src/core/engine/documents/reading-progress';
import type { IndexState, PendingSource } from '../../../../src/core/ports/index-state';
import type { TableStore } from '../../../../src/core/ports/collections';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { countUnread } from '../../../../src/core/engine/collections/reach';
import { OpenCollection } from '../../../../src/core/engine/collections/open-collection';
import type { DocumentRow } from '../../../../src/core/tables/tables';
import { smallWorld } from '../../search/small-world';

interface Count {
  looks: number;
}

/** The same source, with every look at its bytes' hash or size counted. */
function counted(source: PendingSource, count: Count): PendingSource {
  return {
    ...source,
    get byte_hash() {
      count.looks++;
      return source.byte_hash;
    },
    get byte_size() {
      count.looks++;
      return source.byte_size;
    },
  };
}

/** A store whose waiting sources count the looks at them; what is written back is plain again. */
function countingStore(store: TableStore, count: Count): TableStore {
  let of: IndexState | undefined;
  let shown: IndexState | undefined;
  return Object.create(store, {
    writable: { get: () => store.writable },
    generation: { get: () => store.generation },
    state: {
      get: () => {
        if (of !== store.state || !shown) {
          of = store.state;
          shown = { ...of, pending: of.pending.map((source) => counted(source, count)) };
        }
        return shown;
      },
    },
  }) as TableStore;
}

async function looksWhileAdding(documents: number): Promise<number> {
  const count = { looks: 0 };
  const env = testEnv();
  const open: typeof env.collections.open = async (id) => {
    const { tables, blobs } = await env.collections.open(id);
    return { tables: countingStore(tables, count), blobs };
  };
  const engine = createEngine({ ...env, collections: { ...env.collections, open } });
  const { id } = await engine.createCollection('Many');
  await engine.open(id);
  await collect(engine.add(Array.from({ length: documents }, (_, n) => textFile(`${n}.txt`, `note ${n}`))));
  expect((await engine.view()).documents).toHaveLength(documents);
  return count.looks;
}

const source = (n: number): PendingSource => ({ path: `${n}.txt`, byte_hash: `hash ${n}`, byte_size: 1 });

describe('thousands of sources', () => {
  it('are queued, read and reported with work in proportion to their number', async () => {
    const few = await looksWhileAdding(500);
    const many = await looksWhileAdding(3000);
    expect(few).toBeGreaterThan(500);
    expect(many / few).toBeLessThan(8);
  }, 60_000);

  it('are handed out once each, small ones first, those that come meanwhile too, and the list is read only when it grew or ran out', () => {
    const count = { looks: 0 };
    let list = Array.from({ length: 2000 }, (_, n) => counted({ ...source(n), byte_size: n < 1000 ? 9 : 1 }, count));
    const queue = pendingQueue(() => list);
    const taken: string[] = [];
    for (let one = queue.take(); one; one = queue.take()) {
      taken.push(one.path);
      if (taken.length === 1500) list = [...list, counted(source(2000), count)];
    }
    const paths = list.map(({ path }) => path);
    expect(taken).toEqual([...paths.slice(1000, 2000), ...paths.slice(0, 500), '2000.txt', ...paths.slice(500, 1000)]);
    expect(count.looks).toBeLessThan(60_000);
  });

  it('are looked up among the documents without reading a document again', () => {
    const count = { looks: 0 };
    const documents = Array.from({ length: 2000 }, (_, n) => ({
      ...counted(source(n), count),
      id: `${n}`,
      title: `Title ${n}`,
      source_path: `${n}.txt`,
      get byte_hash() {
        count.looks++;
        return `hash ${n}`;
      },
    }));
    count.looks = 0;
    const known = knownSources(documents, [source(5000)]);
    const built = count.looks;
    expect(documents.map((_, n) => known.twin(`hash ${n}`)?.ids[0])).toEqual(documents.map(({ id }) => id));
    expect(known.documentsAt('7.txt')).toEqual(['7']);
    expect(known.twin('hash 5000')).toEqual({ title: '5000.txt', ids: [] });
    expect(known.twin('hash 6000')).toBeNull();
    expect(count.looks).toBe(built);
    expect(built).toBeLessThanOrEqual(2 * documents.length);
  });
});

const documentsOf = (...ids: readonly string[]): readonly DocumentRow[] =>
  smallWorld({ documents: ids.map((id) => ({ id, title: id, paragraphs: ['Olga Petrova is the treasurer.'] })) })
    .documents;

/** A collection in which search knows the first document only. */
async function begin(): Promise<OpenCollection> {
  const env = testEnv();
  const record = await env.collections.create('Papers');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.store.load();
  await open.store.commit(() => ({ append: { documents: documentsOf('club') } }));
  await open.search.refresh();
  await open.store.commit(() => ({ append: { documents: documentsOf('letter', 'diary') } }));
  return open;
}

const unread = ({ store, index }: OpenCollection, chosen?: readonly string[]): number =>
  countUnread(store.snapshot, index, chosen);

describe('documents that search does not know yet', () => {
  it('are counted among the chosen ones only, where some are chosen', async () => {
    const open = await begin();
    expect(unread(open)).toBe(2);
    expect(unread(open, ['letter', 'club'])).toBe(1);
    expect(unread(open, ['club'])).toBe(0);
    await open.search.refresh();
    expect(unread(open, ['letter'])).toBe(0);
  });
});

describe('progress of reading', () => {
  it('goes on while what is read is kept and made searchable, and is whole only then', async () => {
    const open = await begin();
    const [first, second] = [source(1), source(2)];
    await open.store.commit(() => ({ state: { pending: [first, second] } }));
    const parts: number[] = [];
    const progress = readingProgress(open.store, (_stage, _done, _total, part = 0) => parts.push(part));
    progress.report(first, 1);
    progress.keep([first], 0.5);
    progress.keep([first], 1);
    await open.store.commit(() => ({ state: { pending: [second] } }));
    progress.settle(first);
    progress.search(0.5);
    progress.search(1);
    progress.report(second, 1);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(new Set(parts).size).toBe(parts.length);
    await open.store.commit(() => ({ state: { pending: [] } }));
    progress.settle(second);
    progress.search(1);
    expect(parts.at(-2)).toBeLessThan(1);
    expect(parts.at(-1)).toBeCloseTo(1);
  });

  it('goes on from the kept text of a long document, even if that is longer than its file', async () => {
    const open = await begin();
    const table = { ...source(1), byte_size: 1_000 };
    await open.store.commit(() => ({ state: { pending: [table] } }));
    const parts: number[] = [];
    const progress = readingProgress(open.store, (_stage, _done, _total, part = 0) => parts.push(part));
    progress.report(table, TEXT_SHARE);
    const [long] = documentsOf('table');
    if (!long) throw new Error('There is no document');
    const document = { ...long, text: 'x'.repeat(3_000) };
    await open.store.commit(() => ({
      append: { documents: [document] },
      state: { pending: [], reindex: [document.id] },
    }));
    progress.settle(table, document.text.length);
    for (const part of [0.02, 0.2, 0.5]) progress.make(document, part);
    await open.store.commit(() => ({ state: { reindex: [] } }));
    progress.make(document, 1);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts.at(-1)).toBeCloseTo(1);
  });
});
