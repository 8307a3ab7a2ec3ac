import type { EvidenceView } from '../engine/api/looking';
import type { SearchIndex } from '../retrieve/index';
import type { CovariateRow } from '../tables/tables';
import { citedRuns, type DataReference } from './cited-text';
import { passageOf } from './passages';

type Reference = NonNullable<EvidenceView['references']>[number];

/** What texts of a report refer to, without what the index no longer has. */
export function referencesOf(
  index: SearchIndex,
  texts: readonly string[],
  claims: readonly CovariateRow[],
): readonly Reference[] {
  const cited = texts.flatMap(citedRuns).flatMap(({ references }) => references);
  const distinct = new Map(cited.map((one) => [`${one.dataset} ${String(one.number)}`, one]));
  return [...distinct.values()].flatMap((one) => referenceTo(index, one, claims) ?? []);
}

function referenceTo(
  index: SearchIndex,
  { dataset, number }: DataReference,
  claims: readonly CovariateRow[],
): Reference | undefined {
  const { entities, relationships, communityReports } = index.tables;
  switch (dataset) {
    case 'Entities': {
      const row = entities.find((one) => one.human_readable_id === number);
      return row && { dataset, number, title: row.title, target: { kind: 'entity', id: row.id, title: row.title } };
    }
    case 'Relationships': {
      const row = relationships.find((one) => one.human_readable_id === number);
      if (!row) return undefined;
      const title = `${row.source} – ${row.target}`;
      return { dataset, number, title, target: { kind: 'relationship', id: row.id, title } };
    }
    case 'Reports': {
      const row = communityReports[index.communities.reportOf.get(number) ?? -1];
      return (
        row && { dataset, number, title: row.title, target: { kind: 'report', community: number, title: row.title } }
      );
    }
    case 'Claims':
      return claimReference(index, number, claims);
  }
}

/** A claim is shown by the words that make it. */
function claimReference(index: SearchIndex, number: number, claims: readonly CovariateRow[]): Reference | undefined {
  const row = claims.find((one) => one.human_readable_id === number);
  if (!row) return undefined;
  const { document_id, evidence_start: start, evidence_end: end } = row;
  const passage = passageOf(index, { document_id, start, end });
  return passage ? { dataset: 'Claims', number, title: row.description, passage } : undefined;
}
