import type { SearchIndex } from '../../retrieval/index';
import type { CovariateRow } from '../../tables/tables';
import { oneLine } from '../evidence/passage';
import type { EntityPick } from '../../retrieval/entities';
import type { Entry } from './entry';
import type { Scope } from './scope';

/** The claims about picked entities that say something, by their places among the picked (GraphRAG B1). */
export function claimEntries(
  index: SearchIndex,
  { rows, scores }: EntityPick,
  claims: readonly CovariateRow[],
  scope: Scope,
): readonly Entry[] {
  const about = bySubject(claims);
  return rows.flatMap((entity) =>
    (about.get(index.tables.entities[entity]?.title ?? '') ?? [])
      .filter(
        ({ claim }) =>
          scope.document(claim.document_id) && scope.touches([claim.text_unit_id]) && /\S/u.test(claim.description),
      )
      .map(({ claim, row }) => claimEntry(claim, row, scores.get(entity) ?? 0)),
  );
}

interface NumberedClaim {
  readonly claim: CovariateRow;
  readonly row: number;
}

const known = new WeakMap<readonly CovariateRow[], ReadonlyMap<string, readonly NumberedClaim[]>>();

/** Made once for each state of the table: every step of a search asks again. */
function bySubject(claims: readonly CovariateRow[]): ReadonlyMap<string, readonly NumberedClaim[]> {
  const before = known.get(claims);
  if (before) return before;
  const made = new Map<string, NumberedClaim[]>();
  for (const [row, claim] of claims.entries()) {
    const own = made.get(claim.subject_id);
    if (own) own.push({ claim, row });
    else made.set(claim.subject_id, [{ claim, row }]);
  }
  known.set(claims, made);
  return made;
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
