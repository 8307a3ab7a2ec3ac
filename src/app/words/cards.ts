import { visibleSigns } from '../../core/text/visible-signs';
import { language } from './language.svelte';
import { evidenceWords } from './screens/evidence-words';
import { APPEARS_WITH } from '../../core/graph/derive/derive-relationships';
export { APPEARS_WITH } from '../../core/graph/derive/derive-relationships';

const lookUp = (texts: Readonly<Record<string, string>>, key: string): string | undefined => texts[key];

/** An entity's type for people; empty where nothing is known of it. */
export function typeWords(type: string): string {
  const known = type.trim().toLowerCase();
  if (known === '' || known === 'concept') return '';
  return lookUp(language.words.shared.types, known) ?? visibleSigns(known.charAt(0).toUpperCase() + known.slice(1));
}

/** Names the status of a claim: true, false or suspected. */
export const claimStatus = (status: string): string =>
  lookUp(language.words.shared.statuses, status) ?? status.toLowerCase();

/** Names the status on a card, where a true claim has none. */
export const statusWords = (status: string): string => (status === 'TRUE' ? '' : claimStatus(status));

/** Describes the link between two things; empty where they only occur together. */
export const relationWords = (description: string): string => (description === APPEARS_WITH ? '' : description);

/** Names the author of a community's report. */
export function reportBadge(method: string): string {
  const words = evidenceWords().card;
  if (method === 'extractive') return words.extracted;
  return method === 'curated' ? words.curated : method;
}
