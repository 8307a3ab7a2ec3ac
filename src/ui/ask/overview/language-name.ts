const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** A BCP 47 primary language in English; empty where it is unknown. */
export function languageName(language: string): string {
  if (language === 'und') return '';
  try {
    return names.of(language) ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
