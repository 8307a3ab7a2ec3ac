import type { LayoutName, Positions } from '../ports/layout';
import type { EntityRow } from '../tables/tables';
import type { MapGraph } from './map-graph';
import { emptyPositions } from './nested-layout';

/** A picture on disk: places by the numbers that entities and communities keep. It holds no words of any document. */
export interface KeptPicture {
  readonly layout: LayoutName;
  /** Fingerprint of its graph. */
  readonly fingerprint: number;
  readonly entities: Int32Array;
  readonly communities: Int32Array;
  readonly positions: Positions;
}

/** The picture of a graph, to be kept. */
export function pictureOf(
  layout: LayoutName,
  { fingerprint, communities }: MapGraph,
  entities: readonly EntityRow[],
  positions: Positions,
): KeptPicture {
  return {
    layout,
    fingerprint,
    entities: Int32Array.from(entities, (row) => row.human_readable_id),
    communities: Int32Array.from(communities, (row) => row.community),
    positions,
  };
}

/** Looks up the entities and communities of a graph in an earlier picture; NaN where it does not have one. */
export function positionsIn(kept: KeptPicture, { communities }: MapGraph, entities: readonly EntityRow[]): Positions {
  const found = emptyPositions(entities.length, communities.length);
  const entityAt = new Map(Array.from(kept.entities, (number, at) => [number, at]));
  const communityAt = new Map(Array.from(kept.communities, (number, at) => [number, at]));
  const { x, y, centreX, centreY, radius } = kept.positions;
  for (const [row, { human_readable_id }] of entities.entries()) {
    const at = entityAt.get(human_readable_id);
    if (at === undefined) continue;
    found.x[row] = x[at] ?? NaN;
    found.y[row] = y[at] ?? NaN;
  }
  for (const [place, { community }] of communities.entries()) {
    const at = communityAt.get(community);
    if (at === undefined) continue;
    found.centreX[place] = centreX[at] ?? NaN;
    found.centreY[place] = centreY[at] ?? NaN;
    found.radius[place] = radius[at] ?? NaN;
  }
  return found;
}

/** Raised when the file changes. */
const VERSION = 1;
/** Numbers before each picture: version, layout, fingerprint, entities, communities. */
const HEAD = 5;
const CODES: readonly LayoutName[] = ['force', 'circles', 'embedding'];

/** Pictures as bytes, one after the other. */
export function packPictures(pictures: readonly KeptPicture[]): Uint8Array<ArrayBuffer> {
  const length = pictures.reduce((sum, one) => sum + HEAD + 3 * one.entities.length + 4 * one.communities.length, 0);
  const bytes = new Uint8Array(4 * length);
  let at = 0;
  const put = (column: Int32Array | Uint32Array | Float32Array): void => {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  };
  for (const { layout, fingerprint, entities, communities, positions } of pictures) {
    put(Uint32Array.of(VERSION, CODES.indexOf(layout), fingerprint, entities.length, communities.length));
    put(entities);
    put(communities);
    for (const column of columnsOf(positions)) put(column);
  }
  return bytes;
}

const columnsOf = ({ x, y, centreX, centreY, radius }: Positions): readonly Float32Array[] => [
  ...[x, y],
  ...[centreX, centreY, radius],
];

/** The pictures of such bytes; none of bytes that were written otherwise. */
export function unpackPictures(given: Uint8Array): readonly KeptPicture[] {
  const bytes = given.slice();
  const pictures: KeptPicture[] = [];
  let at = 0;
  const take = <T>(make: (buffer: ArrayBuffer, offset: number, length: number) => T, length: number): T => {
    const column = make(bytes.buffer, at, length);
    at += 4 * length;
    return column;
  };
  const ints = (length: number) => take((...place) => new Int32Array(...place), length);
  const floats = (length: number) => take((...place) => new Float32Array(...place), length);
  while (at + 4 * HEAD <= bytes.byteLength) {
    const head = take((...place) => new Uint32Array(...place), HEAD);
    const [version, code = -1, fingerprint = 0, entities = 0, communities = 0] = head;
    const layout = CODES[code];
    const rest = 4 * (3 * entities + 4 * communities);
    if (version !== VERSION || !layout || at + rest > bytes.byteLength) return pictures;
    const ids = { entities: ints(entities), communities: ints(communities) };
    const positions = { x: floats(entities), y: floats(entities), ...circles(communities, floats) };
    pictures.push({ layout, fingerprint, ...ids, positions });
  }
  return pictures;
}

const circles = (count: number, floats: (length: number) => Float32Array) => ({
  centreX: floats(count),
  centreY: floats(count),
  radius: floats(count),
});
