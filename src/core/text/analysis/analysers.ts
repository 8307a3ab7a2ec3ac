import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import type { Analyser, Script } from './analyser';
import { englishStem, isStopWord } from './english';
import { foldAccents } from './folding';

type Stemmer = (word: string) => string;

const same: Stemmer = (word) => word;
/** Stems with the accents, which stemmers expect, and folds them afterwards. */
const folding = (stem: Stemmer): Pick<Analyser, 'stem' | 'fold'> => ({
  stem: (word) => foldAccents(stem(word)),
  fold: foldAccents,
});

const LETTERS = /^[a-z]+$/;
const ROMANCE = /^(?:[cdjlmnst]|qu)['’](?=.{2})/;
const ITALIAN = /^(?:[cdlmnstv]|un|all|dall|dell|nell|sull|coll|quell|quest|gl|sant|anch)['’](?=.{2})/;
const POSSESSIVE = /['’]s$/;
/** Turkish sets case endings of names behind an apostrophe. */
const CASE_ENDING = /(?<=[\p{L}\p{N}]{2})['’].*$/u;
const CIRCUMFLEX: Readonly<Record<string, string>> = { â: 'a', î: 'i', û: 'u' };
const withoutCircumflex: Stemmer = (word) => word.replace(/[âîû]/g, (letter) => CIRCUMFLEX[letter] ?? letter);

/** Writes ș and ț as the older ş and ţ, the only ones whose endings the Romanian stemmer knows. */
const withCedilla: Stemmer = (word) => word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ');

/** Analysers of words without a language of their own, by script: `und` and languages that have no entry. */
const PLAIN: Readonly<Record<'latin' | 'other', Analyser>> = {
  latin: { language: 'und', script: 'latin', elision: ROMANCE, suffix: POSSESSIVE, ...folding(same) },
  other: { language: 'und', script: 'other', ...folding(same) },
};

/**
 * The analysers, the first of each script for its words in texts of other scripts. Stems are those of Snowball and its relatives as
 * @orama/stemmers 3.1.18 has them; its English is none, and English does best with a lighter stem (XQuAD, share of questions whose passage is
 * first: .943 against .934).
 */
export const ANALYSERS: readonly Analyser[] = [
  {
    ...{ language: 'en', script: 'latin', isStopWord, elision: ROMANCE, suffix: POSSESSIVE, fold: foldAccents },
    stem(word) {
      const plain = foldAccents(word);
      return LETTERS.test(plain) ? englishStem(plain) : plain;
    },
  },
  { language: 'de', script: 'latin', suffix: POSSESSIVE, hasCapitalNouns: true, ...folding(german) },
  { language: 'fr', script: 'latin', elision: ROMANCE, ...folding(french) },
  { language: 'es', script: 'latin', ...folding(spanish) },
  { language: 'it', script: 'latin', elision: ITALIAN, ...folding(italian) },
  { language: 'pt', script: 'latin', ...folding(portuguese) },
  { language: 'nl', script: 'latin', suffix: POSSESSIVE, ...folding(dutch) },
  { language: 'sv', script: 'latin', ...folding(swedish) },
  { language: 'da', script: 'latin', ...folding(danish) },
  { language: 'nb', script: 'latin', ...folding(norwegian) },
  { language: 'fi', script: 'latin', ...folding(finnish) },
  { language: 'hu', script: 'latin', ...folding(hungarian) },
  { language: 'ro', script: 'latin', ...folding((word) => romanian(withCedilla(word))) },
  { language: 'id', script: 'latin', ...folding(indonesian) },
  {
    // A dot decides between two letters, and so do the tails of others.
    ...{ language: 'tr', script: 'latin', suffix: CASE_ENDING, keepsAccents: true, fold: withoutCircumflex },
    stem: (word) => withoutCircumflex(turkish(word)),
    lowerCase: (text) => text.toLocaleLowerCase('tr'),
  },
  // Tone marks tell words apart: folding them cost .036 of the questions of XQuAD their first place.
  { language: 'vi', script: 'latin', keepsAccents: true, stem: same, fold: same },
  { language: 'el', script: 'greek', ...folding(greek) },
  { language: 'ru', script: 'cyrillic', ...folding(russian) },
  { language: 'uk', script: 'cyrillic', ...folding(ukrainian) },
  { language: 'bg', script: 'cyrillic', ...folding(bulgarian) },
  { language: 'sr', script: 'cyrillic', ...folding(serbian) },
  { language: 'ar', script: 'arabic', ...folding(arabic) },
  { language: 'hi', script: 'devanagari', ...folding(hindi) },
  { language: 'ne', script: 'devanagari', ...folding(nepali) },
  { language: 'hy', script: 'armenian', ...folding(armenian) },
  { language: 'ta', script: 'tamil', ...folding(tamil) },
];

const byLanguage = new Map(ANALYSERS.map((analyser) => [analyser.language, analyser]));

/** The analyser of a language; undefined where it has none. */
export const analyserOf = (language: string): Analyser | undefined => byLanguage.get(language);

/** Analyses the words of a text by their scripts. */
export interface TextAnalyser {
  /** Analyser of the words in the script of the text's language. */
  readonly main: Analyser;
  /** Analyser of a word that begins with a UTF-16 code unit. */
  readonly of: (code: number) => Analyser;
}

const made = new Map<string, TextAnalyser>();

/** The analysers of a text in a language: its own words by its language, those in other scripts by the first language that is written in them. */
export function textAnalyser(language: string): TextAnalyser {
  const known = made.get(language);
  if (known) return known;
  const own = analyserOf(language);
  const isLatin = own === undefined && LATIN_LANGUAGES.has(language);
  const find = (script: Script): Analyser => {
    if (own?.script === script) return own;
    if (script === 'latin' && isLatin) return PLAIN.latin;
    return ANALYSERS.find((one) => one.script === script) ?? PLAIN.other;
  };
  const scripts = new Map<Script, Analyser>(SCRIPTS.map((script) => [script, find(script)]));
  const latin = scripts.get('latin') ?? PLAIN.latin;
  const analyser: TextAnalyser = {
    main: own ?? latin,
    of: (code) => (code < 0x370 ? latin : (scripts.get(scriptOf(code)) ?? PLAIN.other)),
  };
  made.set(language, analyser);
  return analyser;
}

/** Languages in Latin letters that Burrow detects and that have no stemmer here. */
const LATIN_LANGUAGES: ReadonlySet<string> = new Set(['ca', 'cs', 'pl']);
const SCRIPTS: readonly Script[] = ['latin', 'greek', 'cyrillic', 'arabic', 'devanagari', 'armenian', 'tamil', 'other'];

/** The script of a letter by its UTF-16 code unit. */
function scriptOf(code: number): Script {
  if (code < 0x370 || (code >= 0x1e00 && code < 0x1f00)) return 'latin';
  if (code < 0x400 || (code >= 0x1f00 && code < 0x2000)) return 'greek';
  if (code < 0x530) return 'cyrillic';
  if (code < 0x590) return 'armenian';
  if (code >= 0x600 && code < 0x780) return 'arabic';
  if (code >= 0x900 && code < 0x980) return 'devanagari';
  return code >= 0xb80 && code < 0xc00 ? 'tamil' : 'other';
}
