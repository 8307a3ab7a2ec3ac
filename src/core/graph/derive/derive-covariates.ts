import { stableId } from '../../ids';
import { isSameRow } from '../../tables/rows';
import type { CovariateRow, EntityRow, ExtractionRow } from '../../tables/tables';
import { type Derivation, numberOf } from './derive-entities';

/** Claims from the records of claims, one per record and span, with the titles that their subjects and objects carry now. */
export function deriveCovariates(
  records: readonly ExtractionRow[],
  entityOf: (key: string) => EntityRow | undefined,
  textOf: (documentId: string) => string,
  derivation: Omit<Derivation<CovariateRow>, 'operations'>,
): readonly CovariateRow[] {
  const rows = new Map<string, CovariateRow>();
  for (const record of records) {
    const claim = claimFrom(record, entityOf, textOf);
    if (rows.has(claim.id)) continue;
    const row = { ...claim, human_readable_id: numberOf(claim.id, derivation) };
    const earlier = derivation.earlier.get(claim.id);
    rows.set(claim.id, earlier && isSameRow(earlier, row) ? earlier : row);
  }
  return [...rows.values()];
}

function claimFrom(
  record: ExtractionRow,
  entityOf: (key: string) => EntityRow | undefined,
  textOf: (documentId: string) => string,
): CovariateRow {
  const details = detailsOf(record.attributes);
  const start = record.starts[0] ?? 0;
  const end = record.ends[0] ?? start;
  return {
    id:
      details['id'] ??
      stableId('claim', record.layer, record.document_id, start, end, record.key, record.type, record.description),
    human_readable_id: 0,
    covariate_type: 'claim',
    type: record.type,
    description: record.description,
    subject_id: entityOf(record.key)?.title ?? record.title,
    object_id: record.target_key === null ? null : (entityOf(record.target_key)?.title ?? record.target),
    status: details['status'] ?? 'SUSPECTED',
    start_date: details['start'] ?? null,
    end_date: details['end'] ?? null,
    source_text: details['quote'] ?? textOf(record.document_id).slice(start, end),
    text_unit_id: record.text_unit_id,
    method: record.layer,
    document_id: record.document_id,
    evidence_start: start,
    evidence_end: end,
  };
}

function detailsOf(attributes: string): Readonly<Record<string, string>> {
  const parsed: unknown = JSON.parse(attributes);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'));
}

/**
 * Resolves the title that a claim names to entities. Of several with that title, the ones found in the claim's text unit; all of them where
 * none was found there.
 */
export function resolveClaimEntities<A>(
  titled: readonly A[],
  claim: Pick<CovariateRow, 'text_unit_id'>,
  entityOf: (one: A) => Pick<EntityRow, 'text_unit_ids'> | undefined,
): readonly A[] {
  if (titled.length < 2) return titled;
  const found = titled.filter((one) => entityOf(one)?.text_unit_ids.includes(claim.text_unit_id));
  return found.length > 0 ? found : titled;
}
