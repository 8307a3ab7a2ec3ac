import { isPerson } from './people';
import { asksWhatTheySay } from './pointing';
import type { EntityRow } from '../tables/tables';

const GROUPS = new Set(['organization', 'organisation', 'company', 'institution', 'group', 'team', 'family']);
const GROUP =
  /\b(?:association|board|brothers|club|commission|committee|company|council|crew|family|guild|police|sisters|society|sons|team|union)\b/iu;
const PLURAL = /\p{Ll}{2}(?<!s|u|i)s$/u;

/** Whether "they" may stand for what an earlier question names: several, a group, or one person of whom it is not asked what they say. */
export function mayBeThey(
  titles: readonly string[],
  entities: readonly (EntityRow | undefined)[],
  question: string,
): boolean {
  if (titles.length > 1) return true;
  if (titles.some((title) => GROUP.test(title) || PLURAL.test(title))) return true;
  if (entities.some((entity) => GROUPS.has(entity?.type.toLowerCase() ?? ''))) return true;
  return !asksWhatTheySay(question) && entities.some(isPerson);
}
