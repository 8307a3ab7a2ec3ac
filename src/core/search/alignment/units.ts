import type { Word } from './statement';

/** Units that are told apart, one a line with its spellings. */
const UNITS = `
second seconds sekunde sekunden
minute minutes minuten
hour hours stunde stunden
day days tag tage tagen
week weeks woche wochen
month months monat monate monaten
year years jahr jahre jahren
gram grams g gramm
kilogram kilograms kilo kilos kg kilogramm
tonne tonnes ton tons t tonnen
millimetre millimetres millimeter mm
centimetre centimetres centimeter cm
metre metres meter m metern
kilometre kilometres kilometer km kilometern
mile miles meile meilen
foot feet fuß
inch inches
yard yards
litre litres liter l litern
gallon gallons
kubikmeter kubikmetern
hectare hectares hektar ha
acre acres
percent per prozent
degree degrees grad
euro euros eur
dollar dollars usd
pound pounds pfund
franc francs franken
crown crowns kronen
mark
watt watts w
kilowatt kilowatts kw
volt volts v
ampere amperes
`;
const HAN_UNITS =
  /^(?:美元|欧元|日元|英镑|元|吨|公斤|千克|克|斤|公里|厘米|毫米|米|里|天|周|小时|分钟|秒|个月|月|年|日|升|亩|公顷|倍|度)/u;
const YEAR = /^(?:1[0-9]|20)\d{2}$/u;

const unitOfWord = new Map(
  UNITS.trim()
    .split('\n')
    .flatMap((line) => line.split(' ').map((word, _, [unit = '']): [string, string] => [word, unit])),
);

/** Whether a ground tells a number of a statement in another unit: "eleven weeks" for "eleven days". */
export function isOfOtherUnit(words: readonly Word[], ground: readonly Word[]): boolean {
  const own = unitsOf(words);
  const theirs = unitsOf(ground);
  return [...own].some(([number, units]) => {
    const there = theirs.get(number);
    return there !== undefined && ![...units].some((unit) => there.has(unit));
  });
}

/** The units with which each number is told. */
function unitsOf(words: readonly Word[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  words.forEach(({ kind, keys, lower }, place) => {
    const [number] = keys;
    if (kind !== 'number' || number === undefined || YEAR.test(lower)) return;
    const unit = unitOf(words[place + 1]) ?? signOf(words[place - 1]);
    if (unit !== undefined) found.set(number, (found.get(number) ?? new Set()).add(unit));
  });
  return found;
}

const unitOf = (word: Word | undefined): string | undefined =>
  word && word.kind === 'word' ? (unitOfWord.get(word.lower) ?? HAN_UNITS.exec(word.lower)?.[0]) : undefined;

/** A sign stands in front of its number. */
const signOf = (word: Word | undefined): string | undefined =>
  word && ['pound', 'dollar', 'euro'].includes(word.lower) ? word.lower : undefined;
