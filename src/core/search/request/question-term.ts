/** A term of the question and how much it tells: its idf over the text units, less for one that an earlier question lends. */
export interface QuestionTerm {
  readonly term: string;
  readonly weight: number;
  /** True where an earlier question lends it. */
  readonly isLent?: true;
}
