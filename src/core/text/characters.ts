/** Class of a UTF-16 code unit for finding words: 0 separates words, the others name the kind of run it belongs to. */
export const SEPARATOR = 0;
export const WORD = 1;
export const HAN_KANA = 2;
export const HANGUL = 3;
/** Thai, Lao, Khmer and Myanmar: written without spaces. */
export const UNSPACED = 4;
/** Accents, vowel points and raised marks of notes that an index ignores. */
export const IGNORED_MARK = 5;

const wordPattern = /[\p{L}\p{N}\p{M}]/u;
const hanKanaPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005\u3006]/u;
const hangulPattern = /\p{Script=Hangul}/u;
const unspacedPattern = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ignoredMarkPattern =
  /[\u0300-\u036f\u0591-\u05bd\u064b-\u0652\u0670\u0640\u200b-\u200f\u00ad\ufe00-\ufe0f\u00b2\u00b3\u00b9\u2070\u2074-\u2079]/;

let table: Uint8Array | undefined;

function classify(character: string): number {
  if (ignoredMarkPattern.test(character)) return IGNORED_MARK;
  if (!wordPattern.test(character)) return SEPARATOR;
  if (hanKanaPattern.test(character)) return HAN_KANA;
  if (hangulPattern.test(character)) return HANGUL;
  return unspacedPattern.test(character) ? UNSPACED : WORD;
}

/** The classes of all 65,536 UTF-16 code units; surrogates are separators here, see {@link classOfPair}. */
export function characterClasses(): Uint8Array {
  if (table) return table;
  table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    table[code] = classify(String.fromCharCode(code));
  }
  return table;
}

/** The class of the UTF-16 code unit at an offset; what lies outside the text separates words. */
export const classAt = (text: string, at: number): number => characterClasses()[text.charCodeAt(at)] ?? SEPARATOR;

/** Checks for a text in a script with spaces between words. */
export const isSpaced = (text: string): boolean =>
  Array.from(text, (letter) => classAt(letter, 0)).every((kind) => ![HAN_KANA, HANGUL, UNSPACED].includes(kind));

/** The class of a code point above U+FFFF. */
export function classOfPair(codePoint: number): number {
  return classify(String.fromCodePoint(codePoint));
}

/** True for the first half of a surrogate pair. */
export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** True for the second half of a surrogate pair. */
export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** A copy that does not keep the long string alive from which it was sliced (V8 shares slices of 13 and more units). */
export function detached(slice: string): string {
  return slice.length < 13 ? slice : ` ${slice}`.slice(1);
}

/** Letters without a decomposition, as the letter that a reader of English would type. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
};

/** Latin letters beyond Latin-1, at which the English tokenizer would cut a word. */
const BEYOND = /[\u0100-\u024f\u1e00-\u1eff]/g;

/** The text with Latin letters beyond Latin-1 as their plain letters; offsets stay. `Barić` becomes `Baric`. */
export function withPlainLetters(text: string): string {
  return text.replace(BEYOND, (letter) => {
    const plain = PLAIN[letter] ?? letter.normalize('NFD').charAt(0);
    return plain.length === 1 ? plain : letter;
  });
}
