import type { Ground } from '../context/context';
import { detectLanguage } from '../../text/language';
import { languageProfiles } from '../../text/language-profiles';
import type { Word } from './statement';

/** Rows that are looked at, and characters of each. */
const MOST_ROWS = 60;
const SAMPLE = 600;
/** Share of what was looked at from which a language counts. */
const LEAST_SHARE = 0.05;

const GLUE = new Map(
  Object.entries(languageProfiles).map(([language, words]) => [language, new Set(words.split(' '))] as const),
);
const NONE: ReadonlySet<string> = new Set();

/** The languages of some rows of grounds, the commonest first; at least one. */
export function languagesOf(rows: readonly (readonly number[])[], grounds: readonly Ground[]): readonly string[] {
  const step = Math.ceil(rows.length / MOST_ROWS);
  const characters = new Map<string, number>();
  rows.forEach((row, at) => {
    if (at % step !== 0) return;
    const text = sampleOf(row, grounds);
    const language = detectLanguage(text);
    characters.set(language, (characters.get(language) ?? 0) + text.length);
  });
  const all = [...characters.values()].reduce((sum, one) => sum + one, 0);
  const common = [...characters].filter(([, own]) => own >= LEAST_SHARE * all).sort(([, a], [, b]) => b - a);
  return common.length > 0 ? common.map(([language]) => language) : ['und'];
}

function sampleOf(row: readonly number[], grounds: readonly Ground[]): string {
  let text = '';
  for (const ground of row) {
    if (text.length >= SAMPLE) break;
    text += `${grounds[ground]?.text ?? ''} `;
  }
  return text;
}

/** Of some languages the one whose function words a text has most of; the first one where none has more. Linear in the words. */
export function languageOf(words: readonly Word[], languages: readonly string[]): string {
  const [first = 'und', ...others] = languages;
  const held = (language: string): number => words.filter(({ lower }) => glueOf(language).has(lower)).length;
  let [best, most] = [first, others.length > 0 ? held(first) : 0];
  for (const other of others) {
    const own = held(other);
    if (own > most) [best, most] = [other, own];
  }
  return best;
}

/** Function words of a language. */
export const glueOf = (language: string): ReadonlySet<string> => GLUE.get(language) ?? NONE;
