/** The words of a list that is written with a blank between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
