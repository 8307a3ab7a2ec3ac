import type { SearchIndex } from '../../retrieve/index';
import type { CovariateRow } from '../../tables/tables';
import { oneLine } from '../passages';
import type { EntityPick } from '../pick-entities';
import type { Entry } from './entry';
import type { Scope } from './scope';

/** The claims about picked entities, by their places among the picked (GraphRAG B1). */
export function claimEntries(
  index: SearchIndex,
  { rows, scores }: EntityPick,
  claims: readonly CovariateRow[],
  scope: Scope,
): readonly Entry[] {
  if (claims.length === 0) return [];
  const about = new Map<string, { claim: CovariateRow; row: number }[]>();
  for (const entity of rows) about.set(index.tables.entities[entity]?.title ?? '', []);
  for (const [row, claim] of claims.entries()) {
    if (scope.document(claim.document_id)) about.get(claim.subject_id)?.push({ claim, row });
  }
  return rows.flatMap((entity) =>
    (about.get(index.tables.entities[entity]?.title ?? '') ?? []).map(({ claim, row }) =>
      claimEntry(claim, row, scores.get(entity) ?? 0),
    ),
  );
}

function claimEntry(claim: CovariateRow, row: number, score: number): Entry {
  const { id, subject_id, object_id, status, start_date, end_date, document_id } = claim;
  const text = oneLine(claim.description);
  const span = { document_id, start: claim.evidence_start, end: claim.evidence_end };
  return {
    dataset: 'Claims',
    id,
    row,
    title: [subject_id, claim.type].filter(Boolean).join(': '),
    score,
    cells: (words) => [subject_id, object_id ?? '', status, start_date ?? '', end_date ?? '', words],
    wordings: [{ text, statements: () => [{ text, spans: [span] }] }],
    documentIds: () => [document_id],
  };
}
