/** The words of a list that is written with blanks or line ends between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
