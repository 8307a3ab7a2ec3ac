const UNITS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS = 'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth';
const LATER_ORDINALS = 'sixteenth seventeenth eighteenth nineteenth twentieth';
const GERMAN =
  'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig';
const FRENCH = 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize';
const SPANISH = 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis';

const from = (words: string, first: number): [string, number][] =>
  words.split(' ').map((word, at) => [word, first + at]);

/** Words for one number each; "one" is left out, as it is rarely a number. */
const SINGLE = new Map<string, number>([
  ...from(SPANISH, 2).filter(([word]) => word !== 'once'),
  ...from(FRENCH, 2).filter(([word]) => word !== 'dix'),
  ...from(GERMAN, 2).filter(([word]) => word !== 'elf'),
  ...from(`${ORDINALS} ${LATER_ORDINALS}`, 3),
  ...UNITS.map((word, at): [string, number] => [word, at]).filter(([word]) => word !== 'one'),
  ...TENS.map((word, at): [string, number] => [word, 20 + at * 10]),
  ['dozen', 12],
]);

const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['millions', 1_000_000],
  ['millionen', 1_000_000],
  ['billion', 1_000_000_000],
]);

/** The number that a lower-case word stands for; undefined for none. */
export const numberOfWord = (word: string): number | undefined => SINGLE.get(word);

/** What a word such as "thousand" multiplies by; undefined for other words. */
export const scaleOfWord = (word: string): number | undefined => SCALES.get(word);

/** The canonical form of digits as they are written: "1,250" and "1250" alike, and "1.340" also as 1340. Best reading first. */
export function readingsOf(digits: string): readonly number[] {
  const bare = digits.replace(/[\s’']/gu, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(bare)) return [Number(bare.replaceAll(',', ''))];
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u.test(bare)) {
    const grouped = Number(bare.replaceAll('.', '').replace(',', '.'));
    return /\..*\.|,/u.test(bare) ? [grouped] : [grouped, Number(bare)];
  }
  if (/^\d+,\d+$/u.test(bare)) return [Number(bare.replace(',', '.'))];
  const plain = Number(bare);
  return Number.isNaN(plain) ? [] : [plain];
}

const HAN_DIGITS = '〇一二三四五六七八九';
const HAN_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** The number that Chinese numerals stand for: 四百六十 is 460, 一九八六 is 1986. */
export function hanNumber(numerals: string): number {
  const signs = [...numerals.replaceAll('零', '〇').replaceAll('两', '二')];
  if (signs.every((sign) => HAN_DIGITS.includes(sign)))
    return Number(signs.map((sign) => HAN_DIGITS.indexOf(sign)).join(''));
  let whole = 0;
  let section = 0;
  let digit = 0;
  for (const sign of signs) {
    const scale = HAN_SCALES[sign];
    if (scale !== undefined) {
      section += Math.max(digit, 1) * scale;
      digit = 0;
    } else if (sign === '万' || sign === '亿') {
      whole = (whole + section + digit) * (sign === '万' ? 10_000 : 100_000_000);
      section = 0;
      digit = 0;
    } else digit = HAN_DIGITS.indexOf(sign);
  }
  return whole + section + digit;
}
