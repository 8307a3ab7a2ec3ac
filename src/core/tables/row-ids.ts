/** A fault of the ids of a table: a row has none, or two rows have the same one. */
type IdFault = { readonly kind: 'missing' } | { readonly kind: 'repeated'; readonly id: string };

/** The first fault of these ids; null where each row has an id of its own. Linear. */
export function idFault(ids: Iterable<string>): IdFault | null {
  const seen = new Set<string>();
  for (const id of ids) {
    if (id === '') return { kind: 'missing' };
    if (seen.has(id)) return { kind: 'repeated', id };
    seen.add(id);
  }
  return null;
}
