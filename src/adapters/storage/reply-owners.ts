/** Names documents across collections: the same file may be in two of them. */
export function ownerKeys(collection: string, documentIds: readonly string[]): readonly string[] {
  return documentIds.map((id) => `${collection}/${id}`);
}
