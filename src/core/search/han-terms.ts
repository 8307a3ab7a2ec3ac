const PAIR = /^[\p{Script=Han}]{2}$/u;

/**
 * A question's terms without the pairs of Han characters that lie across two words: a pair that no text holds goes when known
 * pairs of the question account for both its characters, and leaves the other character alone when they account for one.
 */
export function withoutStraddling(terms: readonly string[], isKnown: (term: string) => boolean): readonly string[] {
  const pairs = terms.filter((term) => PAIR.test(term));
  const accounted = new Set(pairs.filter(isKnown).flatMap((pair) => [...pair]));
  const read = terms.flatMap((term) => {
    if (!PAIR.test(term) || isKnown(term)) return [term];
    const left = [...term].filter((character) => !accounted.has(character));
    return left.length === 2 ? [term] : left;
  });
  return [...new Set(read)];
}
