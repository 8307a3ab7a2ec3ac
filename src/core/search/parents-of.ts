import { terms } from '../text/terms';

/** Terms that ask for children. */
export const CHILDREN: ReadonlySet<string> = new Set(terms('child children kind kinder'));
/** "the mother of twins", "Vater von Zwillingen", "Mutter zweier Mädchen"; not whose parent somebody is. */
const PARENT =
  /(?<!\p{L})(?:mother|father|parents?|mum|dad|Mutter|Vater|Eltern)(?: (?:of|to|von)|(?= (?:zweier|dreier|eine[rs]|mehrerer|der) \p{L})) (?<whom>[^,.;:!?]+)/giu;

/** Tells whether a text answers if somebody has children by saying that somebody is the parent of others than the one who is asked about. */
export function parentsOf(
  asked: readonly string[],
  inNames: ReadonlySet<string>,
): (candidate: { readonly text: string }) => boolean {
  if (!asked.some((term) => CHILDREN.has(term))) return () => false;
  return ({ text }) =>
    [...text.matchAll(PARENT)].some(({ groups }) => !terms(groups?.['whom'] ?? '').some((term) => inNames.has(term)));
}
