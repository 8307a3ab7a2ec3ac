import { foldPlural } from '../text/stem';

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
