import { expect, it } from 'vitest';
import { DocumentActions, type DocumentNeeds } from '../../../../src/app/library/document-actions';
import type { DocumentItem } from '../../../../src/core/engine/documents/document-view';

it('asks before deleting a document from this collection, and does not say that other collections lose it', async () => {
  const asked: string[] = [];
  const needs = {
    dialogs: { confirm: async ({ text }: { readonly text: string }) => (asked.push(text), false) },
    library: { nameOf: () => ({ full: 'Log book' }) },
  } as unknown as DocumentNeeds;
  await new DocumentActions(needs).delete({} as DocumentItem);
  expect(asked).toEqual([expect.stringContaining('everything found in it from this collection.')]);
});
