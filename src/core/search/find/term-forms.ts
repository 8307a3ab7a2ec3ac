import { analyserOf } from '../../text/analysis/analysers';
import { foldAccents } from '../../text/analysis/folding';
import { terms } from '../../text/terms';

/**
 * For each index term of a text, what it may be in any of some languages. Empty for words that one of the languages does not index, since
 * nothing is known of where these stand.
 */
export function termForms(text: string, languages: readonly string[]): readonly (readonly string[])[] {
  return text.split(/\s+/u).flatMap((word) => {
    const byLanguage = languages.map((language) => terms(word.toLowerCase(), language));
    const [first = []] = byLanguage;
    if (byLanguage.some(({ length }) => length !== first.length)) return [];
    return first.map((_, at) => [...new Set(byLanguage.flatMap((own) => own[at] ?? []))]);
  });
}

/** Checks if accents distinguish words of one of the languages. */
export const keepAccents = (languages: readonly string[]): boolean =>
  languages.some((language) => analyserOf(language)?.keepsAccents);

/**
 * The terms that differ from some forms by accents alone, where these distinguish words in a language of the texts: a
 * search need not have them.
 */
export function withAccents(
  forms: readonly string[],
  languages: readonly string[],
  vocabulary: () => Iterable<string>,
): readonly string[] {
  if (!keepAccents(languages)) return forms;
  const plain = new Set(forms.map(foldAccents));
  return [...forms, ...Array.from(vocabulary()).filter((term) => plain.has(foldAccents(term)))];
}
