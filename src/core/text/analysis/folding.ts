/** Latin letters without a decomposition, in small letters, as an index has them. */
export const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const ascii = /^[\0-\x7f]*$/;
const LETTER_OF_ITS_OWN = /[ßæœøłđðþı]/g;
/** Accents of Latin and Greek letters. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** Vowel points, joiners, forms of signs, and accents that compose to no letter: none of it distinguishes words. */
const IGNORED = /[\u0300-\u036f\u0591-\u05bd\u064b-\u0652\u0670\u0640\u200b-\u200f\u00ad\ufe00-\ufe0f]/g;

/** A lower-case word in composed form, without vowel points and invisible signs. */
export const composed = (word: string): string =>
  ascii.test(word) ? word : word.normalize('NFC').replace(IGNORED, '');

/** Replaces accented Latin and Greek letters of a lower-case word by their base letters; other scripts keep their letters. */
export const foldAccents = (word: string): string =>
  ascii.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(ACCENTED, '$1')
        .normalize('NFC')
        .replace(LETTER_OF_ITS_OWN, (letter) => ligatures[letter] ?? letter)
        .replace(/ς/g, 'σ');
