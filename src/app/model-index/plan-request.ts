/** Requests to the next plan, besides the choices that are kept. */
export const planRequest = {
  /** True for a new tree of summaries, and nothing else. */
  isTreeAnew: false,
};
