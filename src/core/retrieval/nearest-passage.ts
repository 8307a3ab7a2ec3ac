import { terms } from '../text/terms';

/**
 * Sorts quotes by their common terms with a text: terms of few quotes count more. Of equals the shorter one comes
 * first. Quotes without a common term keep their order. Further texts decide between equals.
 */
export function nearestFirst<Q extends { readonly quote: string }>(
  quotes: readonly Q[],
  ...texts: readonly [string, ...string[]]
): readonly Q[] {
  const termsOf = quotes.map(({ quote }) => new Set(terms(quote)));
  const overlaps = texts.map((text) => sharedWeights(new Set(terms(text)), termsOf));
  const compare = (a: number, b: number): number => {
    const deciding = overlaps.find((overlap) => overlap[a] !== overlap[b]);
    if (deciding) return (deciding[b] ?? 0) - (deciding[a] ?? 0);
    const sharesAny = overlaps.some((overlap) => (overlap[a] ?? 0) > 0);
    return sharesAny ? (termsOf[a]?.size ?? 0) - (termsOf[b]?.size ?? 0) : 0;
  };
  return [...quotes.keys()].sort(compare).flatMap((at) => quotes[at] ?? []);
}

/** For each quote the sum over the wanted terms in it, each over the number of quotes with it. */
function sharedWeights(wanted: ReadonlySet<string>, quotes: readonly ReadonlySet<string>[]): readonly number[] {
  const holders = new Map<string, number>();
  for (const term of wanted) holders.set(term, quotes.filter((quote) => quote.has(term)).length);
  return quotes.map((quote) =>
    [...wanted].reduce((sum, term) => sum + (quote.has(term) ? 1 / (holders.get(term) ?? 1) : 0), 0),
  );
}
