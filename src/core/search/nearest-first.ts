import { terms } from '../text/terms';

/**
 * What is quoted, with what holds most of a text's terms first; of those with as many the shorter ones, then as they were. A thing that a text
 * cites is often told in several sentences, of which it means one.
 */
export function nearestFirst<Q extends { readonly quote: string }>(text: string, quoted: readonly Q[]): readonly Q[] {
  const wanted = new Set(terms(text));
  return quoted
    .map((one) => {
      const own = new Set(terms(one.quote));
      return { one, common: [...own].filter((term) => wanted.has(term)).length, size: own.size };
    })
    .sort((a, b) => b.common - a.common || a.size - b.size)
    .map(({ one }) => one);
}
