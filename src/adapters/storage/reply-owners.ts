/** Names documents across collections: the same file may be in two of them. */
export function ownerKeys(collection: string, documentIds: readonly string[]): readonly string[] {
  return documentIds.map((id) => `${collection}/${id}`);
}

/** The keys of all documents of a collection, whose id has no `/`. */
export function allOwnersOf(collection: string): IDBKeyRange {
  return IDBKeyRange.bound(`${collection}/`, `${collection}0`, false, true); // 0 comes after /
}
