import { byLocale } from '../../../app/words/locale.svelte';

const names = byLocale((tag) => new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }));

/** A BCP 47 primary language by its name in the language of the screen; empty where it is unknown. */
export function languageName(language: string): string {
  if (language === 'und') return '';
  try {
    return names().of(language) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
