/** What the next plan is opened for, besides what is kept. */
export const planRequest = {
  /** True for a new tree of summaries, and nothing else. */
  isTreeAnew: false,
};
