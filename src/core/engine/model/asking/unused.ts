/** What no reply could be used for, by the names under which a run counts it. */
export const UNUSED = {
  passages: 'unread',
  claims: 'claims unread',
  claimsLeftOut: 'claims left out',
  descriptions: 'descriptions not written',
  reports: 'reports not written',
  names: 'names undecided',
} as const;
