/** The JSON kept under a name; null for none, for what is no JSON, and for what `isOurs` refuses, such as another version's. */
export function readStoredJson<T>(
  storage: Pick<Storage, 'getItem'>,
  name: string,
  isOurs: (value: unknown) => value is T,
): T | null {
  const text = storage.getItem(name);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isOurs(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
