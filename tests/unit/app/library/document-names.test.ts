import { expect, it } from 'vitest';
import { documentNames, plainName, removedDocuments } from '../../../../src/app/library/document-names';
import { documentOf } from '../../../helpers/fake-documents';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';

const named = (id: string, title: string, path: string) => documentOf({ id, title, path, text: '' });

it('leaves a title alone that no other document has', () => {
  expect(documentNames([named('1', 'Letter', 'a/letter.txt')]).get('1')).toMatchObject({ full: 'Letter', where: '' });
});

it('gives every document a name of its own', () => {
  const all = [
    named('1', 'readme', 'a/readme.txt'),
    named('2', 'readme', 'b/readme.txt'),
    named('3', 'readme', 'a/readme.txt'),
  ];
  const names = [...documentNames(all).values()].map((name) => name.full);
  expect(names).toEqual(['readme, a/readme.txt', 'readme, b/readme.txt', 'readme, a/readme.txt (2)']);
});

it('shows no name whose letters are turned around', () => {
  expect(plainName('inject-\u202Etxt.exe.txt')).toBe('inject-txt.exe.txt');
});

const view = (...ids: readonly string[]) => ({ documents: ids.map((id) => ({ id })) }) as unknown as CollectionView;

it.each([
  [['a', 'b'], ['b'], ['a']],
  [['a', 'b'], ['b', 'c'], ['a']],
  [['a', 'b'], ['b', 'a', 'c'], []],
  [[], ['a'], []],
])('finds which of the documents %j are missing among %j: %j', (before, after, expected) => {
  expect(removedDocuments(view(...before), view(...after)).map(({ id }) => id)).toEqual(expected);
});
