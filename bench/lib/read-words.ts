/** Words of a text without the signs around them. */
export const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/u).flatMap((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word)?.[0] ?? []);

/** Share of the words of a text that were read, each as often as it stands there; capital letters count. */
export const wordRecall = (written: string, read: string): number => recallOf(wordsOf(written), wordsOf(read));

/** The same of its letters and digits, for texts without blanks between words. */
export const characterRecall = (written: string, read: string): number =>
  recallOf(written.match(/[\p{L}\p{N}]/gu) ?? [], read.match(/[\p{L}\p{N}]/gu) ?? []);

function recallOf(words: readonly string[], read: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  const found = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / words.length;
}

/** Tells if the words that stand once in either text follow each other alike. False without any. */
export function inOrder(written: string, read: string): boolean {
  const [words, others] = [wordsOf(written), wordsOf(read)];
  const places = words
    .filter((word) => words.indexOf(word) === words.lastIndexOf(word))
    .filter((word) => others.includes(word) && others.indexOf(word) === others.lastIndexOf(word))
    .map((word) => others.indexOf(word));
  return places.length > 0 && places.every((place, at) => at === 0 || place > (places[at - 1] ?? place));
}
