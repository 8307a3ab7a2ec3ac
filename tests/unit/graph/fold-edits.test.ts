import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsFoundDistinct, pairsKeptApart, foldEdits } from '../../../src/core/graph/edits/fold-edits';
import { pruneEdits } from '../../../src/core/graph/edits/edit-log';
import { edit, mention, stated } from '../../helpers/rows';

const alias = (sequence: number, key: string, into: string) =>
  edit(sequence, 'alias', key, { into, by: 'Small Model' });
const distinct = (sequence: number, key: string, other: string) =>
  edit(sequence, 'distinct', key, { other, by: 'Small Model' });

describe('what a model decided about two names', () => {
  it('merges what is the same, also through others, and keeps what is distinct as it is', () => {
    const keys = foldEdits([alias(1, 'a', 'b'), alias(2, 'b', 'c'), distinct(3, 'd', 'c')]);
    expect(['a', 'b', 'c', 'd'].map((key) => keys.resolve(key))).toEqual(['c', 'c', 'c', 'd']);
  });

  it('never runs in a circle', () => {
    const keys = foldEdits([alias(1, 'a', 'b'), alias(2, 'b', 'a')]);
    expect(keys.resolve('a')).toBe(keys.resolve('b'));
  });

  it('is carried by a title that a person gave one of the two', () => {
    expect(foldEdits([edit(1, 'rename', 'a', 'Ada'), alias(2, 'a', 'b')]).title('b')).toBe('Ada');
  });

  const person: readonly (readonly [string, readonly ReturnType<typeof edit>[]])[] = [
    ['kept the two apart', [edit(7, 'apart', 'b', 'a')]],
    ['merged one of them into another', [edit(7, 'merge', 'a', 'x')]],
    ['split the name off again', [edit(7, 'split', 'b', { title: 'Ay', into: 'a' })]],
    ['undid it', [edit(7, 'undo', 'e5')]],
    ['undid it, and the model said it again', [edit(7, 'undo', 'e5'), alias(9, 'a', 'b')]],
    ['kept apart what the two were merged into', [edit(6, 'merge', 'b', 'c'), edit(7, 'apart', 'c', 'a')]],
    ['deleted one of them', [edit(7, 'delete', 'a')]],
  ];
  it.each(person)('yields to a person who %s, whichever came first', (_case, edits) => {
    const later = foldEdits([alias(5, 'a', 'b'), ...edits]);
    const earlier = foldEdits([...edits.map((row) => ({ ...row, sequence: row.sequence - 6 })), alias(5, 'a', 'b')]);
    for (const keys of [later, earlier]) {
      expect(keys.resolve('a', 'Ay')).not.toBe(keys.resolve('b'));
      expect(keys.resolve('b')).not.toBe(keys.resolve('a'));
    }
  });

  it('brings together by way of a third name nothing that a person keeps apart', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const pair = fc.tuple(key, key).filter(([one, other]) => one !== other);
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 12 }), pair, fc.nat(12), (aliases, [one, other], at) => {
        const rows = aliases.map(([from, into], i) => alias(i, from, into));
        const keys = foldEdits(rows.toSpliced(at, 0, edit(at + 0.5, 'apart', one, other)));
        expect(keys.resolve(one)).not.toBe(keys.resolve(other));
      }),
    );
  });

  it('leaves the other names of an entity where they are when a person splits one off', () => {
    const keys = foldEdits([alias(1, 'x', 'a'), alias(2, 'a', 'b'), edit(3, 'split', 'b', { title: 'Ex', into: 'x' })]);
    expect(['x', 'a', 'b'].map((key) => keys.resolve(key))).toEqual(['x', 'b', 'b']);
  });

  it('counts as apart what a person undid, and as distinct what a model told apart until that is undone', () => {
    const edits = [alias(1, 'a', 'b'), distinct(2, 'c', 'd'), distinct(3, 'e', 'f'), edit(4, 'undo', 'e1')];
    expect(pairsKeptApart(edits)).toEqual([['a', 'b']]);
    expect(pairsFoundDistinct([...edits, edit(5, 'undo', 'e3')])).toEqual([['c', 'd']]);
    expect(pairsKeptApart([...edits, edit(6, 'redo', 'e1')])).toEqual([]);
  });
});

describe('pruning the log', () => {
  const records = [mention('a', { sentence: 0, start: 0 }), stated('b', 'c')];

  it('drops decisions about names of which no record is left, their undoing and redoing', () => {
    const turns = [edit(4, 'undo', 'e2'), edit(5, 'redo', 'e2')];
    const edits = [alias(1, 'a', 'b'), alias(2, 'a', 'gone'), distinct(3, 'gone', 'c'), ...turns];
    expect(pruneEdits(edits, records).map(({ id }) => id)).toEqual(['e1']);
  });

  it('drops what a person said of such names, too', () => {
    const edits = [
      edit(1, 'merge', 'gone', 'a'),
      edit(2, 'undo', 'e1'),
      edit(3, 'rename', 'gone', 'Mister Zed'),
      edit(4, 'merge', 'a', 'gone'),
      edit(5, 'apart', 'gone', 'b'),
      edit(6, 'split', 'a', { title: 'Gone', into: 'gone' }),
      edit(7, 'rename', 'a', 'Ada'),
      edit(8, 'delete', 'gone'),
    ];
    expect(pruneEdits(edits, records).map(({ id }) => id)).toEqual(['e7']);
  });

  it('keeps what is said of a name that was split off, under whatever key, as long as the name stands', () => {
    const edits = [edit(1, 'split', 'a', { title: 'The Elder', into: 'a (2)' }), edit(2, 'rename', 'a (2)', 'Elder')];
    expect(pruneEdits(edits, records, ['Here speaks the Elder.'])).toBe(edits);
    expect(pruneEdits(edits, records)).toEqual([]);
  });

  it('keeps what a person said of names that stand, and the very log where nothing goes', () => {
    const edits = [edit(1, 'merge', 'b', 'a'), edit(2, 'undo', 'e1'), alias(3, 'a', 'c'), edit(4, 'rename', 'c', 'Cy')];
    expect(pruneEdits(edits, records)).toBe(edits);
  });
});
