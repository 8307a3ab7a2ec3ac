import { analyserOf } from '../../text/analysis/analysers';
import { distinctWords, wordsInAny } from '../../text/terms';
import LISTS from './question-words.json' with { type: 'json' };

/**
 * Words of one language that ask rather than name: function and question words, references to earlier turns, and tasks
 * for the texts.
 */
interface WordLists {
  readonly asking: ReadonlySet<string>;
  readonly pointing: ReadonlySet<string>;
  readonly task: ReadonlySet<string>;
}

/** A question by its words. */
export interface QuestionWords {
  /** BCP 47 primary language: the one whose words of asking it has most of, else that of the documents. */
  readonly language: string;
  /** Content words, by their index terms in the languages of the documents, without repeats. */
  readonly content: readonly (readonly string[])[];
  /** The words of `content` as they were typed. */
  readonly typed: readonly string[];
  /** True if it names a task for the texts: "summarise", "themes". */
  readonly hasTask: boolean;
  /** True for a question or sentence rather than keywords. */
  readonly isAsking: boolean;
  /** True if it refers to an earlier turn: "she", "there". */
  readonly isPointing: boolean;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const wordsOf = new Map<string, WordLists>(
  Object.entries(LISTS).map(([language, { asking, pointing, task }]) => [
    language,
    {
      asking: new Set([...asking.split(' '), ...pointing.split(' ')]),
      pointing: new Set(pointing.split(' ')),
      task: new Set(task.split(' ')),
    },
  ]),
);
const NO_WORDS: WordLists = { asking: new Set(), pointing: new Set(), task: new Set() };

/**
 * Reads a question's words. The one decision on its language is made here: CJK by script, any other by which language's words of asking it
 * has most of. A question without such words is in the first of the `languages` of the documents; there is at least one.
 */
export function readQuestionWords(question: string, languages: readonly string[]): QuestionWords {
  const words = segmented(question);
  const language = languageOf(question, words, languages[0] ?? 'en');
  const { asking, pointing, task } = wordsOf.get(language) ?? NO_WORDS;
  const isListed = (word: string): boolean => isIn(asking, word) || isIn(task, word);
  const names = writtenAsNames(question, words, language, isListed);
  const isFunctionWord = analyserOf(language)?.isStopWord ?? ((): boolean => false);
  const own = words.filter((word) => names.has(word) || !(isIn(asking, word) || isFunctionWord(word)));
  const typed = own.filter((word) => names.has(word) || !isIn(task, word));
  // Neighbours stay together, so that bigrams of scripts without spaces stand as they were written.
  const texts = CJK.test(question) ? [joined(question, new Set(typed))] : typed;
  const content = texts.flatMap((text) => {
    const found = wordsInAny(text, languages);
    return found.length === 0 && names.has(text) ? [[text.toLowerCase()]] : found;
  });
  return {
    ...{ language, content: distinctWords(content), typed },
    hasTask: typed.length < own.length,
    isAsking: own.length < words.length,
    isPointing: words.some((word) => !names.has(word) && isIn(pointing, word)),
  };
}

const QUOTED = /["“”„«»]([^"“”„«»]+)["“”«»]|[「『]([^」』]+)[」』]/gu;

/**
 * Listed words that name something all the same: in quotation marks, in capitals (WHO), or with a capital inside the
 * question (I Cover the War). Capitals prove nothing where all listed words have them, or where a language writes its
 * nouns so.
 */
function writtenAsNames(
  question: string,
  words: readonly string[],
  language: string,
  isListed: (word: string) => boolean,
): ReadonlySet<string> {
  const names = new Set(
    Array.from(question.matchAll(QUOTED), ([, one, other]) => segmented(one ?? other ?? '')).flat(),
  );
  const listed = words.filter(isListed);
  if (!listed.some((word) => /^\p{Ll}/u.test(word))) return names;
  const hasCapitalNouns = analyserOf(language)?.hasCapitalNouns === true;
  for (const [at, word] of words.entries()) {
    if (word.length < 2 || !/^\p{Lu}/u.test(word) || !isListed(word)) continue;
    if (!/\p{Ll}/u.test(word) || (at > 0 && !hasCapitalNouns)) names.add(word);
  }
  return names;
}

/** Checks if a word is listed, itself or before an apostrophe: "what's". */
function isIn(listed: ReadonlySet<string>, word: string): boolean {
  const own = word.toLowerCase();
  return listed.has(own) || (/['’]/u.test(own) && listed.has(own.slice(0, own.search(/['’]/u))));
}

/** Checks if a text has a letter or a figure at all. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function languageOf(question: string, words: readonly string[], fallback: string): string {
  if (CJK.test(question)) return KANA.test(question) ? 'ja' : 'zh';
  const counts = [...wordsOf].map(([language, { asking, task }]) => {
    const known = words.filter((word) => isIn(asking, word) || isIn(task, word)).length;
    // Of languages with as many words the documents' own is likelier, then English.
    return { language, known: known + (language === fallback ? 0.2 : language === 'en' ? 0.1 : 0) };
  });
  const best = counts.reduce((top, one) => (one.known > top.known ? one : top));
  return best.known >= 1 ? best.language : fallback;
}

/** The words of a text: between spaces and signs, in scripts without spaces by the platform's dictionary. */
function segmented(text: string): readonly string[] {
  if (!CJK.test(text)) return text.normalize('NFC').match(WORDS) ?? [];
  return segmentsOf(text).filter(hasWords);
}

const WORDS = /[\p{L}\p{M}\p{N}]+(?:(?:[-.'’_@]|,(?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;

/** The text with whole words in another spelling. */
export const correctSpelling = (text: string, spellings: ReadonlyMap<string, string>): string =>
  spellings.size === 0 ? text : text.normalize('NFC').replace(WORDS, (word) => spellings.get(word) ?? word);

/** The text with blanks in place of all other words. */
function joined(text: string, kept: ReadonlySet<string>): string {
  return segmentsOf(text)
    .map((segment) => (kept.has(segment) ? segment : ' '))
    .join('');
}

/** Segments of a listed word at most. */
const LONGEST = 4;
const LISTED: ReadonlySet<string> = new Set([...wordsOf.values()].flatMap(({ asking, task }) => [...asking, ...task]));

/** A text by the platform's dictionary; neighbours that are a listed word together stay one, since not every dictionary knows it. */
function segmentsOf(text: string): readonly string[] {
  const segments = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
  const found: string[] = [];
  for (let at = 0; at < segments.length;) {
    let length = Math.min(LONGEST, segments.length - at);
    while (length > 1 && !LISTED.has(segments.slice(at, at + length).join(''))) length -= 1;
    found.push(segments.slice(at, at + length).join(''));
    at += length;
  }
  return found;
}
