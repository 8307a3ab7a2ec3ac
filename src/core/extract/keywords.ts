/** Keywords as a set, sorted. Of spellings that differ in case alone the first stays. */
export function uniteKeywords(keywords: Iterable<string>): readonly string[] {
  const byFold = new Map<string, string>();
  for (const keyword of keywords) {
    const own = keyword.trim();
    const key = own.toLowerCase();
    if (own !== '' && !byFold.has(key)) byFold.set(key, own);
  }
  return [...byFold.values()].sort();
}
