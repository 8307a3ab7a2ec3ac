import type { Rows } from '../../tables/rows';
import type { DocumentRow } from '../../tables/tables';
import { termsInAny, wordsInAny } from '../../text/terms';

/** The language of an empty collection, and of texts in an unknown language. */
const DEFAULT = 'en';

const known = new WeakMap<Rows<DocumentRow>, readonly string[]>();

/**
 * The languages of some documents (BCP 47), the commonest first; never empty. An unknown one counts as English, behind
 * all others. Counted once for each state of the table.
 */
export function languagesOf(documents: Rows<DocumentRow>): readonly string[] {
  const before = known.get(documents);
  if (before) return before;
  const counts = new Map<string, number>();
  for (const { language } of documents) counts.set(language, (counts.get(language) ?? 0) + 1);
  const hasUnknown = counts.delete('und') || documents.length === 0;
  const languages = [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language);
  const all = hasUnknown && !languages.includes(DEFAULT) ? [...languages, DEFAULT] : languages;
  known.set(documents, all);
  return all;
}

/** The language of most documents; English for an empty collection. */
export const mainLanguage = (documents: Rows<DocumentRow>): string => languagesOf(documents)[0] ?? DEFAULT;

/** The distinct terms that words of a question have in passages of any language of the documents. */
export const termsInDocuments = (text: string, documents: readonly DocumentRow[]): readonly string[] =>
  termsInAny(text, languagesOf(documents));

/** The words of a question by their terms in passages of any language of the documents. */
export const wordsInDocuments = (text: string, documents: readonly DocumentRow[]): readonly (readonly string[])[] =>
  wordsInAny(text, languagesOf(documents));
