/** What adapters say: readers of documents, storage, and everything that loads or calls a model. */
export const adapters: Readonly<Record<string, string>> = {};
