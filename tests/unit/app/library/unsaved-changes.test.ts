import { expect, test } from 'vitest';
import { UnsavedChanges, type CollectionState } from '../../../../src/app/library/collection-actions.svelte';

function standing(id: string, generation: number, ...updated: readonly number[]): CollectionState {
  const collection = { id, name: id, created: 0, opened: 0 };
  const conversations = updated.map((when, at) => ({ id: `conversation ${String(at)}`, updated: when }));
  return { view: { collection, generation }, conversations };
}

test('what was just opened can be closed; what changed since in documents or conversations cannot', () => {
  const unsaved = new UnsavedChanges();
  unsaved.see(standing('a', 1));
  expect(unsaved.any).toBe(false);
  unsaved.see(standing('a', 2));
  expect(unsaved.any).toBe(true);
  unsaved.saved(standing('a', 2));
  expect(unsaved.any).toBe(false);
  unsaved.see(standing('a', 2, 7));
  expect(unsaved.any).toBe(true);
});

test('work that comes after the copy was begun is still asked about', () => {
  const unsaved = new UnsavedChanges();
  unsaved.see(standing('a', 1));
  unsaved.see(standing('a', 3));
  unsaved.saved(standing('a', 2));
  expect(unsaved.any).toBe(true);
});

test('a collection that is left counts until it is saved or removed', () => {
  const unsaved = new UnsavedChanges();
  unsaved.see(standing('a', 1));
  unsaved.see(standing('a', 2));
  unsaved.see(standing('b', 1));
  expect(unsaved.any).toBe(true);
  unsaved.forget('a');
  expect(unsaved.any).toBe(false);
});
