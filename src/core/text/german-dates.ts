/** Months as they stand after a day and its point, and what is counted by ordinals as they are. */
const month =
  /^(?:Jänner|Januar|Feber|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Jän|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)$/u;
const counted = /^(?:Jahrhunderts?|Jahrhunderten|Jh|Jhdt|Jahrtausends?)$/u;
/** Months that English writes in the same way. */
const shared = /^(?:April|August|September|November|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Nov)$/u;

/** True for a word that makes an ordinal of the number and point before it in German: `12. Juli`, `19. Jahrhundert`. */
export const isCountedInGerman = (word: string): boolean => month.test(word) || counted.test(word);

/**
 * Whether a number and its point are the day of a German date, or its month, in a text of any language: `12. Juli 2023`, `3. 4. 2023`.
 * `lead` and `rest` are what stands before the number and after the point. Where English has the same month, or a name might follow (`Juli Kovács`), only a date that goes on as one counts.
 */
export function isGermanDay(lead: string, day: string, rest: string): boolean {
  if (!/^\d{1,2}$/u.test(day) || Number(day) < 1 || Number(day) > 31) return false;
  if (/^\s?\d{1,2}\.\s?(?:\d{4}|\d{2})(?!\d)/u.test(rest)) return true;
  if (/(?<!\d)\d{1,2}\.\s?$/u.test(lead) && Number(day) <= 12 && /^\s?(?:\d{4}|\d{2})(?!\d)/u.test(rest)) return true;
  const [, word = '', after = ''] = /^\s+(\p{L}+)(.{0,6})/su.exec(rest) ?? [];
  if (!month.test(word)) return false;
  return /^\.?,?\s+\d{4}/u.test(after) || (!shared.test(word) && !/^\s+\p{Lu}/u.test(after));
}
