import type { ReportContext } from './report-context';

export interface Rating {
  /** 0 to 10, one decimal. */
  readonly rank: number;
  readonly explanation: string;
}

/** At these values each share is half of what it can give. */
const HALF = { size: 15, weight: 40, documents: 4 };
const SHARE = { size: 4, weight: 3.5, documents: 2.5 };

/**
 * How much a community matters, without a model: up to 4 points for its members, 3.5 for the weight of its relationships
 * and 2.5 for the number of documents, each as x / (x + half). It does not depend on other communities.
 */
export function rateCommunity({ row, weight, documents }: ReportContext): Rating {
  const part = (value: number, half: number, share: number): number => (share * value) / (value + half);
  const sum =
    part(row.size, HALF.size, SHARE.size) +
    part(weight, HALF.weight, SHARE.weight) +
    part(documents, HALF.documents, SHARE.documents);
  const rank = Math.round(10 * sum) / 10;
  const words = [
    `${row.size} connected members`,
    `relationships of total weight ${Math.round(10 * weight) / 10}`,
    `evidence in ${documents} ${documents === 1 ? 'document' : 'documents'}`,
  ];
  return { rank, explanation: `Rated ${rank} of 10 by counting: ${words.join(', ')}.` };
}
