/** State that the parts of a Word file share while they are made. */
export interface WordParts {
  /** Numbers of the footnotes, by their labels. */
  readonly numbers: ReadonlyMap<string, number>;
  /** First numbers of the numbered lists so far. */
  readonly starts: number[];
}
