import { APPEARS_WITH } from '../../../core/graph/derive/derive-relationships';

const TYPES: Readonly<Record<string, string>> = { organization: 'Organisation', geo: 'Place' };
const STATUS: Readonly<Record<string, string>> = { TRUE: 'supported', FALSE: 'contradicted', SUSPECTED: 'suspected' };

/** An entity's type for people; empty where nothing is known of it. */
export function typeWords(type: string): string {
  const known = type.trim().toLowerCase();
  if (known === '' || known === 'concept') return '';
  return TYPES[known] ?? known.charAt(0).toUpperCase() + known.slice(1);
}

/** What a claim is worth; nothing is said of one that is held true. */
export const statusWords = (status: string): string =>
  status === 'TRUE' ? '' : (STATUS[status] ?? status.toLowerCase());

/** What connects two things; empty where nothing is known but that they stand together. */
export const relationWords = (description: string): string => (description === APPEARS_WITH ? '' : description);

/** Who wrote a community's report. */
export function reportBadge(method: string): string {
  if (method === 'extractive') return 'Extracted';
  return method === 'curated' ? 'Curated' : method;
}
