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
