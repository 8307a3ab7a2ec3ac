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

describe.each(await askedCollections())('a document of $name that is left out', ({ index }) => {
  it.each(['basic', 'local', 'global'] as const)(
    'has nothing in the evidence of %s, and others take its places',
    async (mode) => {
      const found: string[] = [];
      for (const { id, title, text } of index.tables.documents) {
        const question = mode === 'global' ? 'What are the main themes?' : `${title} ${text.slice(0, 200)}`;
        const { passages, communities } = (await answerTo(index, { question, mode, leftOut: [id] })).evidence;
        const shown = [
          ...passages.map(({ documentId }) => documentId),
          ...communities.flatMap(({ sources }) => sources.map(({ document_id }) => document_id)),
        ];
        expect(shown, title).not.toContain(id);
        found.push(...shown);
      }
      if (index.tables.documents.length > 1) expect(found).not.toEqual([]);
    },
  );
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
