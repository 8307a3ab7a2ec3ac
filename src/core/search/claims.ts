import type { EvidenceView } from '../engine/api/looking';
import type { SearchIndex } from '../retrieval/index';
import { thoseMeant } from '../graph/those-meant';
import type { CovariateRow, EntityRow } from '../tables/tables';
import { passageOf } from './passages';

type Claim = NonNullable<EvidenceView['claims']>[number];

/** Claims about an entity, first those of which it is the subject. */
export function claimsAbout(index: SearchIndex, entity: EntityRow, claims: readonly CovariateRow[]): readonly Claim[] {
  const { title } = entity;
  const titled = index.tables.entities.filter((one) => one.title === title);
  const isMeant = (claim: CovariateRow): boolean => thoseMeant(titled, claim, (one) => one).includes(entity);
  const own = claims.filter((claim) => claim.subject_id === title && isMeant(claim));
  const others = claims.filter((claim) => claim.subject_id !== title && claim.object_id === title && isMeant(claim));
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
