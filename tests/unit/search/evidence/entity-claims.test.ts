import { describe, expect, it } from 'vitest';
import { viewTarget } from '../../../../src/core/search/evidence/target-view';
import type { CovariateRow } from '../../../../src/core/tables/tables';
import { indexOf } from '../ask';
import { harbour } from '../harbour';

const tables = harbour();
const [entity] = tables.entities;
const [document] = tables.documents;
if (!entity || !document) throw new Error('The harbour has nothing to claim.');

const claim: CovariateRow = {
  id: 'claim-1',
  human_readable_id: 4,
  covariate_type: 'claim',
  type: 'appointment',
  description: 'She was appointed.',
  subject_id: entity.title,
  object_id: null,
  status: 'TRUE',
  start_date: '1903-01-01',
  end_date: null,
  source_text: document.text.slice(0, 10),
  text_unit_id: 'unit',
  method: 'A model (full 1)',
  document_id: document.id,
  evidence_start: 0,
  evidence_end: 10,
};

const index = indexOf(tables);

describe('evidence of an entity', () => {
  it('lists the claims about an entity, as subject and as object, with the words that make them', () => {
    const about = { ...claim, id: 'claim-2', subject_id: 'Somebody', object_id: entity.title };
    const other = { ...claim, id: 'claim-3', subject_id: 'Somebody' };
    const target = { kind: 'entity', id: entity.id, title: entity.title } as const;
    const view = viewTarget(index, target, [other, about, claim]);
    expect(view?.claims?.map(({ id }) => id)).toEqual(['claim-1', 'claim-2']);
    expect(view?.claims?.[0]?.passage?.quote).toBe(document.text.slice(0, 10));
  });
});
