import { markKey } from '../../../app/explore/map-marks.svelte';
import type { MapView } from '../../../core/map/map-view';
import { toScreen, type Camera, type Extent } from './camera';

/** A view with what drawing and pointing need of it. */
export interface Scene {
  readonly view: MapView;
  /** Places of the marks: as arranged, or as moved by a person. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The colour of each mark: 1 to 8, 0 for none of its own. */
  readonly tint: Uint8Array;
  /** Links of each mark, the strongest first. */
  readonly linksOf: (mark: number) => readonly number[];
  /** Links that are drawn unasked. */
  readonly strong: readonly number[];
  readonly showsEntities: boolean;
}

/** Colours there are. */
export const TINTS = 8;

/** The colour of the part or type at this place by size: those after the eighth share one. */
export const tintOf = (place: number): number => (place >= 0 && place < TINTS ? place + 1 : 0);

type Moved = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** Returns the key of a mark. */
const keyOf = ({ marks }: MapView, mark: number): string =>
  markKey({ id: marks.ids[mark] ?? '', community: marks.community[mark] ?? -1 });

export function makeScene(view: MapView, colour: 'community' | 'type', moved: Moved): Scene {
  const { marks, links } = view;
  const [x, y] = [marks.x.slice(), marks.y.slice()];
  if (moved.size > 0) {
    for (let mark = 0; mark < x.length; mark++) {
      const place = moved.get(keyOf(view, mark));
      if (!place) continue;
      x[mark] = place.x;
      y[mark] = place.y;
    }
  }
  const byMark = Array.from(x, (): number[] => []);
  for (let link = 0; link < links.from.length; link++) {
    byMark[links.from[link] ?? 0]?.push(link);
    byMark[links.to[link] ?? 0]?.push(link);
  }
  return {
    ...{ view, x, y },
    tint: Uint8Array.from(colour === 'type' ? marks.type : marks.group, tintOf),
    linksOf: (mark) => byMark[mark] ?? [],
    strong: Array.from(links.strong.keys()).filter((link) => links.strong[link] === 1),
    showsEntities: marks.ids.length > 0,
  };
}

/** The mark at the other end of a link. */
export const otherEnd = ({ view: { links } }: Scene, link: number, mark: number): number =>
  (links.from[link] === mark ? links.to[link] : links.from[link]) ?? -1;

/** Pixels; the dot of an entity need not show an area. */
const LARGEST_DOT = 12;

/** Radius of a mark on the screen, in pixels: none is too small to be seen. */
export function radiusOnScreen({ view, showsEntities }: Scene, { scale }: Camera, mark: number): number {
  const radius = (view.marks.radius[mark] ?? 0) * scale;
  if (!showsEntities) return Math.max(4, radius);
  const share = Math.sqrt((view.marks.size[mark] ?? 0) / Math.max(1, view.marks.size[0] ?? 1));
  return Math.min(LARGEST_DOT, Math.max(2.5 + 4.5 * share, radius));
}

/** The mark under a point of the screen, the nearest if there are several; −1 for none. */
export function markAt(
  scene: Scene,
  camera: Camera,
  extent: Extent,
  point: { readonly x: number; readonly y: number },
): number {
  let [best, least] = [-1, Infinity];
  for (let mark = 0; mark < scene.x.length; mark++) {
    const { x, y } = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
    const distance = Math.hypot(x - point.x, y - point.y) - Math.max(6, radiusOnScreen(scene, camera, mark));
    if (distance > 4 || distance >= least) continue;
    [best, least] = [mark, distance];
  }
  return best;
}

/** The marks with these keys. */
export const marksOf = ({ view }: Scene, keys: { readonly has: (key: string) => boolean }): readonly number[] =>
  view.marks.names.flatMap((_, mark) => (keys.has(keyOf(view, mark)) ? [mark] : []));

/** The marks whose middle lies within a closed line on the screen, by the even-odd rule. */
export function marksWithin(scene: Scene, camera: Camera, extent: Extent, line: readonly Point[]): readonly number[] {
  const inside: number[] = [];
  for (let mark = 0; mark < scene.x.length; mark++) {
    const place = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
    if (isWithin(place, line)) inside.push(mark);
  }
  return inside;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function isWithin({ x, y }: Point, line: readonly Point[]): boolean {
  let within = false;
  let before = line.at(-1);
  for (const here of line) {
    if (before && here.y > y !== before.y > y) {
      const crossing = before.x + ((y - before.y) / (here.y - before.y)) * (here.x - before.x);
      if (x < crossing) within = !within;
    }
    before = here;
  }
  return within;
}

/** The nearest mark in a direction from another one, by the angle first; −1 where none lies there. */
export function markTowards({ x, y }: Scene, from: number, dx: number, dy: number): number {
  let [best, least] = [-1, Infinity];
  for (let mark = 0; mark < x.length; mark++) {
    if (mark === from) continue;
    const [ox, oy] = [(x[mark] ?? 0) - (x[from] ?? 0), (y[mark] ?? 0) - (y[from] ?? 0)];
    const ahead = ox * dx + oy * dy;
    const aside = Math.abs(ox * dy - oy * dx);
    if (ahead <= 0 || aside > ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [mark, cost];
  }
  return best;
}
