import type { CollectionOverview } from './overview';

/** To be raised whenever the same tables give another overview, or it is laid out otherwise. */
export const OVERVIEW_VERSION = 1;

/** An overview as it is kept in a file: with the generation of the tables that it was made from. */
interface KeptOverview {
  readonly version: number;
  readonly generation: number;
  readonly overview: CollectionOverview;
}

export const packOverview = (overview: CollectionOverview, generation: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ version: OVERVIEW_VERSION, generation, overview } satisfies KeptOverview));

/** The overview in a file; undefined where it was made of other tables, or in another way. */
export function unpackOverview(bytes: Uint8Array<ArrayBuffer>, generation: number): CollectionOverview | undefined {
  const kept = JSON.parse(new TextDecoder().decode(bytes)) as KeptOverview;
  return kept.version === OVERVIEW_VERSION && kept.generation === generation ? kept.overview : undefined;
}
