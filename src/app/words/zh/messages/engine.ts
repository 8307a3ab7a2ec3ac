/** What the engine says: its errors, the notes of a search, and why a file or a passage was not read. */
export const engine: Readonly<Record<string, string>> = {};
