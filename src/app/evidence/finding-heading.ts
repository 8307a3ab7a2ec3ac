import type { EvidenceView } from '../../core/search/evidence/evidence';

type Finding = EvidenceView['findings'][number];

/** The heading of a finding; empty where it is only the cut beginning of a sentence below it. */
export function findingHeading({ summary, explanation }: Pick<Finding, 'summary' | 'explanation'>): string {
  const isCut = summary.endsWith('…') && explanation.toLowerCase().includes(summary.slice(0, -1).toLowerCase());
  return isCut ? '' : summary;
}
