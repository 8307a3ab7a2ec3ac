import { expect, it } from 'vitest';
import { claimsInside } from '../../../src/core/graph/communities/community-rows';
import type { CovariateRow } from '../../../src/core/tables/tables';

const claim = (id: string, text_unit_id: string): CovariateRow =>
  ({ id, subject_id: 'Ada', object_id: null, text_unit_id }) as unknown as CovariateRow;
const entities = [
  { title: 'Ada', text_unit_ids: ['letter'] },
  { title: 'Ada', text_unit_ids: ['ledger'] },
];
const apart = [Int32Array.of(0, 1)];

it('of two entities with one title a claim is about the one in whose passage it was read', () => {
  const claims = [claim('c1', 'letter'), claim('c2', 'ledger')];
  expect(claimsInside(claims, entities, apart, 2)).toEqual([['c1'], ['c2']]);
});

it('a claim from a passage that names neither is about both', () => {
  expect(claimsInside([claim('c1', 'diary')], entities, apart, 2)).toEqual([['c1'], ['c1']]);
});
