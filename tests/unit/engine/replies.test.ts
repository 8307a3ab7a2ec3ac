import { describe, expect, test } from 'vitest';
import { openTables } from '../../../src/adapters/storage/collections/table-store';
import { commitWithReplies } from '../../../src/core/engine/collections/commit-with-replies';
import { createEngine } from '../../../src/core/engine/engine';
import type { ChatReply } from '../../../src/core/models/chat-model';
import type { TableChange } from '../../../src/core/ports/collections';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { memoryReplies } from '../../helpers/memory-replies';
import { memoryContext, memoryFiles, memoryLocks } from '../storage/memory-parts';
import { documentRow, startCollection } from '../storage/rows';

const REPLY: ChatReply = {
  text: 'the harbour',
  finish: 'stop',
  usage: { promptTokens: 1, completionTokens: 1, seconds: 1, exact: true },
};

describe('replies of models', () => {
  test('go with their document, stay gone while calls end, and are kept again once it is added again', async () => {
    const replies = memoryReplies();
    const engine = createEngine(testEnv({ replies }));
    const { id: collection } = await engine.createCollection('Papers');
    await engine.open(collection);
    const file = textFile('harbour.txt', 'The Harbour was built in 1901.');
    const add = async () => {
      await collect(engine.add([file]));
      return (await engine.view()).documents[0]?.id ?? '';
    };
    const id = await add();
    const put = () => replies.put('key', REPLY, { collection, documentIds: [id] });
    await put();
    await collect(engine.removeDocuments([id]));
    expect(await replies.get('key')).toBeUndefined();
    await put();
    expect(await replies.get('key')).toBeUndefined();
    expect(await add()).toBe(id);
    await put();
    expect(await replies.get('key')).toMatchObject(REPLY);
  });

  test('are kept again of a document whose deletion was cut off before its commit', async () => {
    const replies = memoryReplies();
    const engine = createEngine(testEnv({ replies }));
    const { id: collection } = await engine.createCollection('Papers');
    await engine.open(collection);
    await collect(engine.add([textFile('harbour.txt', 'The Harbour was built in 1901.')]));
    const { id = '' } = (await engine.view()).documents[0] ?? {};
    await replies.removeDocuments(collection, [id]); // what comes first of a deletion
    await engine.open((await engine.createCollection('Other')).id);
    await engine.open(collection);
    await replies.put('key', REPLY, { collection, documentIds: [id] });
    expect(await replies.get('key')).toMatchObject(REPLY);
  });

  async function begin() {
    const files = memoryFiles();
    const context = memoryContext(files, memoryLocks());
    await startCollection(context);
    const replies = memoryReplies();
    const store = await openTables(context, 'c');
    const put = () => replies.put('key', REPLY, { collection: 'c', documentIds: ['a'] });
    const commit = (change: TableChange) => commitWithReplies({ store, replies, collection: 'c' }, change);
    await commit({ append: { documents: [documentRow('a')] } });
    await put();
    return { files, replies, put, commit };
  }

  test('go with a document that another one replaces, and stay with one that is only read anew', async () => {
    const { replies, commit } = await begin();
    await commit({ removeDocuments: ['a'], append: { documents: [documentRow('a')] } });
    expect(await replies.get('key')).toMatchObject(REPLY);
    await commit({ removeDocuments: ['a'], append: { documents: [documentRow('b')] } });
    expect(await replies.get('key')).toBeUndefined();
  });

  test('are kept again of a document whose deletion failed', async () => {
    const { files, replies, put, commit } = await begin();
    files.fault = () => 'crash';
    await expect(commit({ removeDocuments: ['a'] })).rejects.toThrow('Everything saved before is kept');
    files.fault = () => 'none';
    await put();
    expect(await replies.get('key')).toMatchObject(REPLY);
  });
});
