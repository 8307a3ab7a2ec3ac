/** The language tag by which numbers, dates and names of languages are written. */
export const locale = $state({ tag: 'en' });

/** Keeps what `make` makes of the current language tag until the tag changes. */
export function byLocale<T>(make: (tag: string) => T): () => T {
  let made: { readonly tag: string; readonly value: T } | null = null;
  return () => {
    const { tag } = locale;
    if (made?.tag !== tag) made = { tag, value: make(tag) };
    return made.value;
  };
}

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
