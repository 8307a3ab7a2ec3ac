import { describe, expect, it } from 'vitest';
import { citedRuns } from '../../../src/core/search/cited-text';
import { evidence } from '../../../src/core/search/evidence';
import type { CovariateRow } from '../../../src/core/tables/tables';
import { indexOf } from './ask';
import { harbour } from './harbour';

describe('a text with references', () => {
  it('is cut into runs, each with what it refers to', () => {
    const text = 'She kept it [Data: Entities (12, 15); Relationships (3)]. Nobody else did [Data: Reports (0)].';
    expect(citedRuns(text)).toEqual([
      {
        text: 'She kept it',
        references: [
          { dataset: 'Entities', number: 12 },
          { dataset: 'Entities', number: 15 },
          { dataset: 'Relationships', number: 3 },
        ],
      },
      { text: '. Nobody else did', references: [{ dataset: 'Reports', number: 0 }] },
      { text: '.', references: [] },
    ]);
  });

  it('is one run where it refers to nothing, and passes over tables that do not exist', () => {
    expect(citedRuns('Plain [sic].')).toEqual([{ text: 'Plain [sic].', references: [] }]);
    expect(citedRuns('')).toEqual([{ text: '', references: [] }]);
    expect(citedRuns('So [Data: Weather (1)]')).toEqual([{ text: 'So', references: [] }]);
  });
});

const tables = harbour();
const [entity] = tables.entities;
const [relationship] = tables.relationships;
const [document] = tables.documents;
if (!entity || !relationship || !document) throw new Error('The harbour has nothing to refer to.');

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

describe('evidence of what a model wrote', () => {
  const cited = `[Data: Entities (${String(entity.human_readable_id)}, 999); Claims (4); Relationships (${String(relationship.human_readable_id)}); Reports (1)]`;
  const reports = tables.communityReports.map((row, at) =>
    at === 0 ? { ...row, summary: `It was so ${cited}.` } : row,
  );
  const index = indexOf({ ...tables, communityReports: reports });

  it('resolves what a report refers to, and leaves out what is gone', () => {
    const { community } = reports[0] ?? { community: -1 };
    const view = evidence(index, { kind: 'report', community, title: '' }, [claim]);
    const opened = view?.references?.map(({ dataset, target, passage }) => [dataset, target?.kind ?? passage?.quote]);
    expect(opened).toEqual([
      ['Entities', 'entity'],
      ['Claims', document.text.slice(0, 10)],
      ['Relationships', 'relationship'],
      ['Reports', 'report'],
    ]);
  });

  it('lists the claims about an entity, as subject and as object, with the words that make them', () => {
    const about = { ...claim, id: 'claim-2', subject_id: 'Somebody', object_id: entity.title };
    const other = { ...claim, id: 'claim-3', subject_id: 'Somebody' };
    const target = { kind: 'entity', id: entity.id, title: entity.title } as const;
    const view = evidence(index, target, [other, about, claim]);
    expect(view?.claims?.map(({ id }) => id)).toEqual(['claim-1', 'claim-2']);
    expect(view?.claims?.[0]?.passage?.quote).toBe(document.text.slice(0, 10));
  });
});
