import { describe, expect, it } from 'vitest';
import { askedCollections } from '../../../bench/lib/asked-collections';
import { answerTo } from './ask';
import { inEnglish } from '../../../src/core/message';

describe.each(await askedCollections())('themes asked of one document of $name', ({ index }) => {
  it('show something of it and of no other', async () => {
    for (const { id, title } of index.tables.documents) {
      const request = { question: 'What are the main themes?', mode: 'global', documentIds: [id] } as const;
      const { passages, communities } = (await answerTo(index, request)).evidence;
      const shown = [
        ...passages.map(({ documentId }) => documentId),
        ...communities.flatMap(({ sources }) => sources.map(({ document_id }) => document_id)),
      ];
      expect([...new Set(shown)], title).toEqual([id]);
    }
  });
});

it('never says of chosen documents that they are the whole collection', async () => {
  const [collection] = await askedCollections();
  if (!collection) throw new Error('There is no collection among the fixtures.');
  const documentIds = [collection.index.tables.documents[0]?.id ?? ''];
  const { trace } = await answerTo(collection.index, { question: 'What are the main themes?', documentIds });
  expect(trace).toMatchObject({ mode: 'global' });
  expect(inEnglish(trace.reason)).toContain('the chosen documents');
  expect(inEnglish(trace.reason)).not.toContain('collection');
});
