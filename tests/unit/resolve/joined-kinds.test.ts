import { describe, expect, it } from 'vitest';
import { decisionRows } from '../../../src/core/engine/editing/edits';
import type { NamedEntity } from '../../../src/core/extract/aliases/alias-candidates';
import { entityKey } from '../../../src/core/extract/entity-key';
import { foldEdits } from '../../../src/core/graph/edits/fold-edits';
import { graphStep } from '../../../src/core/index/collection-steps';
import type { AllTables, EditRow, ExtractionRow } from '../../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { valuesOf } from '../../../src/core/parameters';
import type { ModelCall } from '../../../src/core/models/model-call';
import type { PairAnswer } from '../../../src/core/resolve/pair-calls';
import { findCandidates } from '../../../src/core/resolve/candidates';
import { findOpenPairs, resolveEntities } from '../../../src/core/resolve/resolve-entities';
import { applyDecisions } from '../../../src/core/resolve/apply-decisions';
import { finish } from '../../../src/core/work';
import { testClock } from '../../helpers/engine-env';
import { askedPairs } from '../../helpers/gold/decisions';
import { edit, mention, unit } from '../../helpers/rows';

const clock = testClock();
const DUKE = 'Duke of Harrowmere';
const ABBEY = 'Harrowmere Abbey';
const TYPES: Readonly<Record<string, string>> = { [DUKE]: 'person', Harrowmere: 'place', [ABBEY]: 'organization' };

/** A collection in which a model has read these names, each as often as it stands there. */
function tablesOf(names: readonly string[], edits: readonly EditRow[] = [], types = TYPES): AllTables {
  const extractions = names.map((title, at): ExtractionRow => ({
    ...mention(entityKey(title), { sentence: at, start: at * 100 }),
    text_unit_id: `u${String(at)}`,
    layer: 'Small Model (compact 1)',
    kind: 'entity',
    title,
    type: types[title] ?? '',
  }));
  const text_units = names.map((_, at) => unit(`u${String(at)}`, 'd1', [[at * 100, at * 100 + 99]], at));
  const tables: AllTables = { ...EMPTY_TABLES, extractions, edits, text_units };
  return { ...tables, ...finish(graphStep.run(tables, valuesOf(graphStep, {}), { today: '', counters: {} })) };
}

/** Resolves with a model that says yes to everything, as long as it is asked; `pairs` are what it was asked. */
async function resolve(tables: AllTables) {
  const pairs: string[][] = [];
  const ask = async (call: ModelCall) => {
    const asked = askedPairs(call);
    pairs.push(...asked.map(({ a, b }) => [a, b].sort()));
    const text = asked.map(({ number }) => `yes|${String(number)}`).join('\n');
    return { text, finish: 'stop', usage: { promptTokens: 1, completionTokens: 1, seconds: 0, exact: true } } as const;
  };
  const { edits } = await resolveEntities(tables, ask, {
    candidates: 40,
    evidence: 1,
    contextWindow: 4096,
    by: 'Small Model',
    clock,
  });
  return { pairs, rows: decisionRows(edits, tables.edits, { clock }) };
}

describe('a join of two names of which one is shown for several', () => {
  const PLACES = { [DUKE]: 'person', Harrowmere: 'person', [ABBEY]: 'person' };
  const first = edit(1, 'alias', 'harrowmere', { into: 'duke of harrowmere', by: 'Small Model' });
  const names = [DUKE, 'Harrowmere', 'Harrowmere', ABBEY];

  it('is written down between the names that were asked, and stands by itself when the earlier one is undone', async () => {
    const { pairs, rows } = await resolve(tablesOf(names, [first], PLACES));
    expect(pairs).toEqual([['Harrowmere', ABBEY]]);
    const before = foldEdits([first, ...rows]);
    const after = foldEdits([first, ...rows, edit(9, 'undo', first.id)]);
    const keys = names.map(entityKey);
    expect(new Set(keys.map((key) => before.resolve(key))).size).toBe(1);
    expect(after.resolve('harrowmere')).toBe(after.resolve(entityKey(ABBEY)));
    expect(after.resolve(entityKey(DUKE))).not.toBe(after.resolve(entityKey(ABBEY)));
  });

  it('is not asked about again', async () => {
    const { rows } = await resolve(tablesOf(names, [first], PLACES));
    expect((await resolve(tablesOf(names, [first, ...rows], PLACES))).pairs).toEqual([]);
    expect(
      (await resolve(tablesOf(names, [first, ...rows, edit(9, 'undo', rows[0]?.id ?? '')], PLACES))).pairs,
    ).toEqual([]);
  });
});

describe('a name of another kind than two others', () => {
  const named = (title: string): NamedEntity => ({
    id: title,
    key: entityKey(title),
    title,
    type: TYPES[title] ?? '',
    frequency: 1,
  });
  const [duke, harrowmere, abbey] = [named(DUKE), named('Harrowmere'), named(ABBEY)];
  const same = (into: NamedEntity, from: NamedEntity) => ({ candidate: { into, from, score: 1 }, same: true });
  const joinsOf = (answers: readonly PairAnswer[]) =>
    applyDecisions(answers, 'Small Model').decisions.filter(({ kind }) => kind === 'alias').length;

  it('is joined with one of them, and with both only where these are said to be the same, too', () => {
    expect(joinsOf([same(duke, harrowmere)])).toBe(1);
    expect(joinsOf([same(duke, harrowmere), same(abbey, harrowmere)])).toBe(0);
    expect(joinsOf([same(duke, harrowmere), same(abbey, harrowmere), same(duke, abbey)])).toBe(3);
  });

  it('is not asked about with the one when it was joined with the other before', () => {
    const first = edit(1, 'alias', 'harrowmere', { into: 'duke of harrowmere', by: 'Small Model' });
    const pairsOf = (edits: readonly EditRow[], types = TYPES) => {
      const tables = tablesOf([DUKE, 'Harrowmere', 'Harrowmere', ABBEY], edits, types);
      const [a, b] = ['Harrowmere', ABBEY].map((title) => tables.entities.find((one) => one.title === title));
      if (!a || !b) return expect([a, b]).not.toContain(undefined);
      return finish(findOpenPairs(tables, [{ a, b, kind: 'vectors', strength: 1 }], undefined)).map(({ into, from }) =>
        [into.title, from.title].sort(),
      );
    };
    expect(pairsOf([])).toContainEqual(['Harrowmere', ABBEY]);
    expect(pairsOf([first])).toEqual([]);
    expect(pairsOf([first], { ...TYPES, [DUKE]: 'place' })).toEqual([['Harrowmere', ABBEY]]);
  });
});

describe('two names of different types', () => {
  const isAskedAbout = (one: string, other: string): boolean => {
    const { entities } = tablesOf(['Harrowmere', DUKE], [], { Harrowmere: one, [DUKE]: other });
    const [a, b] = entities;
    if (!a || !b) throw new Error('Two names are two entities.');
    const sure = (['name', 'brackets', 'vectors'] as const).map((kind) => ({ a, b, kind, strength: 1 }));
    return finish(findCandidates(entities, [], sure)).length > 0;
  };

  it.each([
    ['person', 'place'],
    ['character', 'city'],
    ['event', 'person'],
    ['organization', 'date'],
  ])('are not asked about as a pair where the one is a %s and the other a %s, however sure the signs', (one, other) => {
    expect(isAskedAbout(one, other)).toBe(false);
  });

  it.each([
    ['organization', 'place'],
    ['person', 'organization'],
    ['person', 'concept'],
    ['person', ''],
    ['ship', 'place'],
  ])('are asked about where one may be called %s and %s', (one, other) => {
    expect(isAskedAbout(one, other)).toBe(true);
  });
});
