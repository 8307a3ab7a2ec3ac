import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { TableName } from '../../../../src/core/tables/tables';
import { ALL, markedCollection, repeating } from '../../../helpers/all-derivations';
import { derivedKind, type DerivedKind } from '../../../helpers/derived-replies';
import { collect } from '../../../helpers/engine-env';
import type { Letters } from '../../../helpers/indexed-letters';
import { runs } from '../../../helpers/property-runs';

const NAMES: readonly TableName[] = ['text_units', 'relationships', 'community_reports', 'summaries'];

const derived = ({ rows }: Letters) => Promise.all(NAMES.map((name) => rows(name)));

/** A collection whose tab dies in one call of a derivation, counted from 1. */
async function killedAt(kind: DerivedKind, nth: number): Promise<Letters> {
  let [calls, isOver] = [0, false];
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (die = resolve));
  const indexed = await markedCollection(1, (request, call) => {
    if (isOver || derivedKind(request.messages) !== kind || ++calls < nth) return repeating(request, call);
    isOver = true;
    die();
    return [new Promise(() => undefined)];
  });
  const { id } = (await indexed.engine.view()).collection;
  void indexed.start(ALL).catch(() => undefined);
  await dead;
  indexed.kill();
  const engine = createEngine(indexed.env);
  await engine.open(id);
  await collect(engine.indexWithModel(ALL));
  return { ...indexed, engine };
}

it('A run that is killed in a call of any derivation goes on with no call repeated but that one, to the same tables', async () => {
  const kinds: DerivedKind[] = [];
  const undisturbed = await markedCollection(1, (request, call) => {
    const kind = derivedKind(request.messages);
    if (kind) kinds.push(kind);
    return repeating(request, call);
  });
  await undisturbed.start(ALL);
  const tables = await derived(undisturbed);
  expect(new Set(kinds).size).toBe(3);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: kinds.length - 1 }), async (at) => {
      const kind = kinds[at] ?? 'summary';
      const killed = await killedAt(kind, kinds.slice(0, at + 1).filter((one) => one === kind).length);
      expect(killed.model.begun).toHaveLength(undisturbed.model.begun.length + 1);
      expect(await derived(killed)).toEqual(tables);
    }),
    { ...runs(5), examples: [[kinds.indexOf('contexts')], [kinds.indexOf('keywords')], [kinds.indexOf('summary')]] },
  );
});
