/** Factor on the cases of each property: set by `npm run campaign -- properties`. */
export const PROPERTY_TIMES = Number(process.env['BURROW_PROPERTY_TIMES'] ?? 1);

/** Cases of a property: few with the other tests, many in the campaign. */
export const runs = (few: number): { readonly numRuns: number } => ({ numRuns: few * PROPERTY_TIMES });
