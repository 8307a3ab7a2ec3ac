import { foldPlural } from '../text/analysis/english';

const leadingArticle = /^(?:the|a|an)\s+(?=\S)/;

/**
 * The key on which records of one entity merge: NFKC, lower case, straight apostrophes, single spaces, no leading English article,
 * no possessive, and the last word's plural folded. Only for comparing, never shown.
 */
export function entityKey(title: string): string {
  const plain = title.normalize('NFKC').toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/\s+/g, ' ').trim();
  const bare = plain
    .replace(leadingArticle, '')
    .replace(/'s?$/, '')
    .replace(/[.,;:]+$/, '');
  const last = bare.lastIndexOf(' ') + 1;
  const folded = bare.slice(0, last) + foldPlural(bare.slice(last));
  return folded === '' ? plain : folded;
}

/** The keys that occur in the text as words, in any case, with plurals folded. */
export function keysInText(keys: Iterable<string>, text: string): readonly string[] {
  const composed = text.normalize('NFKC');
  const lower = composed.toLowerCase();
  // Most texts hold no such beginning, and need not be cut into words.
  const likely = [...keys].filter((key) => lower.includes(beginningOf(key)));
  if (likely.length === 0) return [];
  const words = wordsOf(composed);
  return likely.filter((key) => words.includes(wordsOf(key)));
}

/** The beginning of a key that no folding changes. */
function beginningOf(key: string): string {
  const [first = ''] = key.match(WORD) ?? [];
  return first.length > 1 ? first.slice(0, -1) : first;
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Words between spaces. Characters of scripts without spaces are words of their own, so that a name may begin anywhere. */
function wordsOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(UNSPACED, ' $& ').match(WORD) ?? [];
  return ` ${words.map(foldPlural).join(' ')} `;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
