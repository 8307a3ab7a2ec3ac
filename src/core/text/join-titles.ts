const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Nd}ー·・]+$/u;

/** Titles as a list in words, such as “A, B and C”; Chinese and Japanese ones with their own comma. */
export function joinTitles(titles: readonly string[]): string {
  if (titles.every((title) => UNSPACED.test(title))) return titles.join('、');
  if (titles.length < 2) return titles.join('');
  return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1) ?? ''}`;
}
