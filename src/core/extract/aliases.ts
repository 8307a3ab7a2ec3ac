/** Two entities that may be the same, and why. */
export interface AliasSuggestion {
  readonly into: { readonly id: string; readonly title: string };
  readonly from: { readonly id: string; readonly title: string };
  readonly reason: string;
}
