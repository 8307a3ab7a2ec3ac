import { describe, expect, it, vi } from 'vitest';
import { ALL, markedCollection, markOf, repeating } from '../../../helpers/all-derivations';
import { derivedKind, type DerivedKind } from '../../../helpers/derived-replies';
import { collect } from '../../../helpers/engine-env';
import type { Letters } from '../../../helpers/indexed-letters';

const GONE = 5;

/** A run during which a person deletes a document, in the first call of a kind or of all, and may still undo that. */
async function deletedDuring(kind?: DerivedKind) {
  let holdBack: () => Promise<void> = async () => undefined;
  let isOver = false;
  let note: () => void = () => undefined;
  const noted = new Promise<void>((resolve) => (note = resolve));
  const indexed = await markedCollection(1, (request, call) => {
    if (isOver || (kind && derivedKind(request.messages) !== kind)) return repeating(request, call);
    isOver = true;
    const reply = repeating(request, call);
    return reply instanceof Error ? reply : [holdBack().then(() => (note(), '')), ...reply];
  });
  const { collection, documents } = await indexed.engine.view();
  const id = documents.find(({ path }) => path === `${String(GONE)}.txt`)?.id ?? '';
  holdBack = () => indexed.engine.holdBack(collection.id, [id]);
  const run = indexed.start(ALL);
  await noted;
  const sent = indexed.model.begun.length;
  const shown = (): number =>
    indexed.model.begun.slice(sent).filter((one) => JSON.stringify(one).includes(markOf(GONE))).length;
  return { ...indexed, run, id, shown, release: () => indexed.engine.holdBack(collection.id, []) };
}

/** Waits until a run begins no call any more. */
async function stalled({ model }: Pick<Letters, 'model'>): Promise<void> {
  let before = -1;
  await vi.waitFor(
    () => {
      const isStill = model.begun.length === before;
      before = model.begun.length;
      expect(isStill).toBe(true);
    },
    { interval: 100, timeout: 5000 },
  );
}

describe.each([undefined, 'contexts', 'keywords', 'summary'] as const)(
  'A run with a document deleted in its calls for %s',
  (kind) => {
    it('shows no model a word of it while that can be undone, and all of it once it is', async () => {
      const indexed = await deletedDuring(kind);
      await stalled(indexed);
      expect(indexed.shown()).toBe(0);
      await indexed.release();
      await indexed.run;
      expect(indexed.shown()).toBeGreaterThan(0);
      const undisturbed = await markedCollection(1);
      await undisturbed.start(ALL);
      for (const table of ['text_units', 'relationships', 'summaries'] as const)
        expect(await indexed.rows(table)).toEqual(await undisturbed.rows(table));
    });

    it('shows no model a word of it, and ends without it where it is deleted for good', async () => {
      const indexed = await deletedDuring(kind);
      await stalled(indexed);
      await collect(indexed.engine.removeDocuments([indexed.id]));
      await indexed.release();
      await indexed.run;
      expect(indexed.shown()).toBe(0);
      expect((await indexed.engine.view()).model?.phase).toBe('done');
      expect(JSON.stringify(await indexed.rows('summaries'))).not.toContain(markOf(GONE));
    });
  },
);
