/** Scripts with spaces between words that have an analyser; `other` for the rest. */
export type Script = 'latin' | 'greek' | 'cyrillic' | 'arabic' | 'devanagari' | 'armenian' | 'tamil' | 'other';

/** Conversion of one language's words to index terms. */
export interface Analyser {
  /** BCP 47 primary language. */
  readonly language: string;
  readonly script: Script;
  /** True for words that carry no topic; an index leaves them out unless a capital makes names of them. */
  readonly isStopWord?: (word: string) => boolean;
  /** Elided word that an apostrophe sets before another: `l'` in `l'école`. */
  readonly elision?: RegExp;
  /** Ending that an apostrophe sets behind a word: `'s` in `Harrow's`. */
  readonly suffix?: RegExp;
  /** Writes common nouns with a capital, so that a capital names nothing. */
  readonly hasCapitalNouns?: true;
  /** True if accents distinguish words; its stems keep them. */
  readonly keepsAccents?: true;
  /** Letters in small letters, where these differ from other languages. */
  readonly lowerCase?: (text: string) => string;
  /** The stem of a lower-case word of letters, its accents folded as far as the language allows. */
  readonly stem: (word: string) => string;
  /** Folds a lower-case word that is not stemmed, such as one with digits in it. */
  readonly fold: (word: string) => string;
}
