import type { CommunityRow, RelationshipRow } from '../../tables/tables';
import type { ReportTables } from '../context/report-tables';
import { strongestOf } from './strongest-relationships';

/** Rating of a community's importance. */
export interface Rating {
  /** 0 to 10, one decimal. */
  readonly rank: number;
  readonly explanation: string;
}

/** Values at which each part reaches half of its points. */
const HALF = { size: 15, weight: 40, documents: 4 };
const SHARE = { size: 4, weight: 3.5, documents: 2.5 };

/**
 * Rates a community without a model: up to 4 points for members, 3.5 for the weight of relationships and 2.5 for documents, each by
 * x / (x + half). `strongest` are those whose evidence is used, where they are known. Other communities do not matter, nor does any text.
 */
export function rateCommunity(
  tables: Pick<ReportTables, 'entity' | 'relationships'>,
  row: CommunityRow,
  strongest?: readonly RelationshipRow[],
): Rating {
  const { size } = row;
  const inside = tables.relationships(row);
  const weight = inside.reduce((sum, one) => sum + Math.max(0, one.weight), 0);
  const used = strongest ?? strongestOf(inside, tables.entity);
  const documents = new Set(used.flatMap((one) => one.evidence_document_ids)).size;
  const part = (value: number, half: number, share: number): number => (share * value) / (value + half);
  const sum =
    part(size, HALF.size, SHARE.size) +
    part(weight, HALF.weight, SHARE.weight) +
    part(documents, HALF.documents, SHARE.documents);
  const rank = Math.round(10 * sum) / 10;
  const words = [
    `${size} connected members`,
    `relationships of total weight ${Math.round(10 * weight) / 10}`,
    `evidence in ${documents} ${documents === 1 ? 'document' : 'documents'}`,
  ];
  return { rank, explanation: `Rated ${rank} of 10 by counting: ${words.join(', ')}.` };
}
