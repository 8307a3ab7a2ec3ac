import { describe, expect, it } from 'vitest';
import { decidedUnder } from '../../../src/core/engine/model/take-back/layers';
import type { Decision } from '../../../src/core/graph/edits/edit-values';
import { ofLayer } from '../../../src/core/graph/edits/edit-values';
import type { EditRow } from '../../../src/core/tables/tables';

const COMPACT = 'Good 8B (compact 1)';
const FULL = 'Good 8B (full 1)';
const joined: Decision = { kind: 'alias', key: 'a', value: { into: 'b', by: 'Good 8B' } };
const row = ({ kind, key, value }: Decision): EditRow => ({
  id: '1',
  sequence: 1,
  time: '2026-01-01T00:00:00Z',
  kind,
  key,
  value: JSON.stringify(value),
});

describe('A decision on two names', () => {
  it('belongs to the reading under which it was made', () => {
    expect(decidedUnder(row(ofLayer(joined, FULL)), [COMPACT, FULL])).toBe(FULL);
  });

  it('belongs to the model’s first reading where it does not say to which, or that one is gone', () => {
    expect(decidedUnder(row(joined), ['Other (full 1)', COMPACT, FULL])).toBe(COMPACT);
    expect(decidedUnder(row(ofLayer(joined, FULL)), [COMPACT])).toBe(COMPACT);
  });

  it('is a model’s: what a person did belongs to none', () => {
    expect(decidedUnder({ ...row(joined), kind: 'merge', value: '"b"' }, [COMPACT])).toBeUndefined();
  });
});
