import type { EvidenceView } from '../engine/api';
import type { SearchIndex } from '../retrieve/index';
import type { CovariateRow } from '../tables/tables';
import { passageOf } from './passages';

type Claim = NonNullable<EvidenceView['claims']>[number];

/** Claims about an entity, first those of which it is the subject. */
export function claimsAbout(index: SearchIndex, title: string, claims: readonly CovariateRow[]): readonly Claim[] {
  const own = claims.filter((claim) => claim.subject_id === title);
  const others = claims.filter((claim) => claim.subject_id !== title && claim.object_id === title);
  return [...own, ...others].map((row) => ({
    id: row.id,
    subject: row.subject_id,
    object: row.object_id,
    type: row.type,
    description: row.description,
    status: row.status,
    start: row.start_date,
    end: row.end_date,
    method: row.method,
    passage: passageOf(index, { document_id: row.document_id, start: row.evidence_start, end: row.evidence_end }),
  }));
}
