/** What every long call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}
