import { visibleSigns } from '../../../app/words/visible-signs';
import { readColours } from '../page-colours';
import { placeLabels, type LabelPlace, type LabelWish, type Obstacle } from './label-places';
import { otherEnd, radiusOnScreen, TINTS, type Scene } from './scene';
import { toScreen, type Camera, type Extent } from './camera';
import { wrapText, type WrappedText } from './wrap-text';

/** The colours and fonts of the page. */
export interface MapInk {
  readonly paper: string;
  readonly sunk: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly accent: string;
  /** The colour without a number first, then 1 to 8. */
  readonly tints: readonly string[];
  readonly serif: string;
}

/** Reads them from the styles of an element. */
export function readInk(element: Element): MapInk {
  return readColours((colour) => ({
    paper: colour('--paper'),
    sunk: colour('--sunk'),
    ink: colour('--ink'),
    soft: colour('--ink-soft'),
    line: colour('--line'),
    accent: colour('--accent'),
    tints: ['none', ...Array.from({ length: TINTS }, (_, at) => String(at + 1))].map((name) =>
      colour(`--tint-${name}`),
    ),
    serif: getComputedStyle(element).getPropertyValue('--serif').trim(),
  }));
}

interface MapFrame {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly extent: Extent;
  readonly ink: MapInk;
  /** The mark whose neighbours are lit, −1 for none. */
  readonly focus: number;
  /** The mark that the keyboard is on, −1 for none. */
  readonly cursor: number;
  /** The selection. */
  readonly picked: readonly number[];
}

/** Labels at most, by the width of the picture. */
const mostLabels = ({ width }: Extent): number => (width < 500 ? 16 : 48);

/** Marks from this radius on are kept free of other marks' labels, in pixels. */
const KEPT_FREE = 4;
/** Most of them, the largest first. */
const MOST_KEPT_FREE = 400;

/** Draws the map on a canvas whose unit is a pixel of the page. */
export function paintMap(canvas: CanvasRenderingContext2D, frame: MapFrame): readonly LabelPlace[] {
  const { extent, ink, scene } = frame;
  canvas.fillStyle = ink.paper;
  canvas.fillRect(0, 0, extent.width, extent.height);
  const lit = litMarks(frame);
  paintRegions(canvas, frame);
  paintLinks(canvas, frame, lit);
  paintMarks(canvas, frame, lit);
  paintPath(canvas, frame);
  for (const mark of frame.picked) paintRing(canvas, frame, mark, { colour: ink.ink, width: 1.5 });
  for (const [mark, colour] of [
    [scene.view.chosen, ink.accent],
    [frame.cursor, ink.accent],
  ] as const) {
    if (mark >= 0) paintRing(canvas, frame, mark, { colour, width: 2.5 });
  }
  return paintLabels(canvas, frame, lit);
}

/** The marks that are not dimmed: those of the path, or the focus with its neighbours; null for all. */
function litMarks({ scene, focus }: MapFrame): ReadonlySet<number> | null {
  const { path } = scene.view;
  if (path && path.ids.length > 0) return new Set(path.marks);
  if (focus < 0) return null;
  return new Set([focus, ...scene.linksOf(focus).map((link) => otherEnd(scene, link, focus))]);
}

function paintRegions(canvas: CanvasRenderingContext2D, { scene, camera, extent, ink }: MapFrame): void {
  const { regions } = scene.view;
  canvas.lineWidth = 1;
  canvas.strokeStyle = ink.line;
  canvas.fillStyle = ink.sunk;
  for (let at = 0; at < regions.x.length; at++) {
    const { x, y } = toScreen(camera, extent, regions.x[at] ?? 0, regions.y[at] ?? 0);
    const radius = (regions.radius[at] ?? 0) * camera.scale;
    if (radius < 5 || !isSeen(x, y, radius, extent)) continue;
    canvas.beginPath();
    canvas.arc(x, y, radius, 0, 2 * Math.PI);
    canvas.globalAlpha = 0.4;
    canvas.fill();
    canvas.globalAlpha = 0.8;
    canvas.stroke();
  }
  canvas.globalAlpha = 1;
}

const isSeen = (x: number, y: number, radius: number, { width, height }: Extent): boolean =>
  x + radius >= 0 && y + radius >= 0 && x - radius <= width && y - radius <= height;

/** Widths of links in pixels, from the weakest to the strongest. */
const WIDTHS = [0.6, 1.2, 2.2, 3.6] as const;

/** Each width is one stroke, so that links that cross do not darken each other. */
function paintLinks(canvas: CanvasRenderingContext2D, frame: MapFrame, lit: ReadonlySet<number> | null): void {
  const { scene, ink, focus } = frame;
  strokeLinks(canvas, frame, scene.strong, { colour: ink.soft, alpha: lit ? 0.05 : density(scene) });
  if (lit && focus >= 0)
    strokeLinks(canvas, frame, scene.linksOf(focus).slice(0, 200), { colour: ink.soft, alpha: 0.6 });
}

/** The more there is, the fainter links are. */
const density = ({ x }: Scene): number => Math.max(0.08, Math.min(0.3, 0.26 * Math.sqrt(250 / Math.max(1, x.length))));

function strokeLinks(
  canvas: CanvasRenderingContext2D,
  { scene, camera, extent }: MapFrame,
  shown: readonly number[],
  { colour, alpha }: { readonly colour: string; readonly alpha: number },
): void {
  const { links } = scene.view;
  const most = links.weight[0] ?? 1;
  const buckets: number[][] = WIDTHS.map(() => []);
  for (const link of shown) {
    const share = Math.sqrt((links.weight[link] ?? 0) / most);
    buckets[Math.min(WIDTHS.length - 1, Math.floor(share * WIDTHS.length))]?.push(link);
  }
  canvas.strokeStyle = colour;
  canvas.globalAlpha = alpha;
  canvas.lineCap = 'round';
  for (const [at, width] of WIDTHS.entries()) {
    canvas.lineWidth = width;
    canvas.beginPath();
    for (const link of buckets[at] ?? []) {
      const [from, to] = [links.from[link] ?? 0, links.to[link] ?? 0];
      const one = toScreen(camera, extent, scene.x[from] ?? 0, scene.y[from] ?? 0);
      const other = toScreen(camera, extent, scene.x[to] ?? 0, scene.y[to] ?? 0);
      traceLink(canvas, one, other);
    }
    canvas.stroke();
  }
  canvas.globalAlpha = 1;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Sideways bend of a link, as a share of its length. */
const BEND = 0.12;

function traceLink(canvas: CanvasRenderingContext2D, one: Point, other: Point): void {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  canvas.moveTo(one.x, one.y);
  canvas.quadraticCurveTo((one.x + other.x) / 2 - dy * BEND, (one.y + other.y) / 2 + dx * BEND, other.x, other.y);
}

/** All marks of a colour are one path. */
function paintMarks(canvas: CanvasRenderingContext2D, frame: MapFrame, lit: ReadonlySet<number> | null): void {
  const { scene, camera, extent, ink } = frame;
  const [faded, full]: [number[][], number[][]] = [[], []];
  for (let mark = 0; mark < scene.x.length; mark++) {
    const groups = lit && !lit.has(mark) ? faded : full;
    (groups[scene.tint[mark] ?? 0] ??= []).push(mark);
  }
  for (const [groups, strength] of [
    [faded, 0.16],
    [full, 1],
  ] as const) {
    for (const [tint, marks] of groups.entries()) {
      canvas.beginPath();
      for (const mark of marks ?? []) {
        const { x, y } = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
        const radius = radiusOnScreen(scene, camera, mark);
        if (!isSeen(x, y, radius, extent)) continue;
        canvas.moveTo(x + radius, y);
        canvas.arc(x, y, radius, 0, 2 * Math.PI);
      }
      fillMarks(canvas, ink, { colour: ink.tints[tint] ?? ink.soft, strength, isSolid: scene.showsEntities });
    }
  }
  canvas.globalAlpha = 1;
}

/** Communities are washes with an outline, over paper that hides the links beneath; entities are dots. */
function fillMarks(
  canvas: CanvasRenderingContext2D,
  ink: MapInk,
  { colour, strength, isSolid }: { readonly colour: string; readonly strength: number; readonly isSolid: boolean },
): void {
  canvas.globalAlpha = 1;
  canvas.fillStyle = ink.paper;
  canvas.fill();
  canvas.globalAlpha = (isSolid ? 0.85 : 0.26) * strength;
  canvas.fillStyle = colour;
  canvas.fill();
  canvas.globalAlpha = Math.max(0.25, strength);
  canvas.lineWidth = isSolid ? 0.75 : 1.5;
  canvas.strokeStyle = isSolid ? ink.paper : colour;
  canvas.stroke();
}

function paintRing(
  canvas: CanvasRenderingContext2D,
  { scene, camera, extent }: MapFrame,
  mark: number,
  { colour, width }: { readonly colour: string; readonly width: number },
): void {
  const { x, y } = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
  canvas.beginPath();
  canvas.arc(x, y, radiusOnScreen(scene, camera, mark) + 4, 0, 2 * Math.PI);
  canvas.lineWidth = width;
  canvas.strokeStyle = colour;
  canvas.stroke();
}

function paintPath(canvas: CanvasRenderingContext2D, { scene, camera, extent, ink }: MapFrame): void {
  const marks = [...(scene.view.path?.marks ?? [])].filter((mark) => mark >= 0);
  canvas.beginPath();
  for (const [at, mark] of marks.entries()) {
    const before = marks[at - 1];
    if (before === undefined || before === mark) continue;
    const one = toScreen(camera, extent, scene.x[before] ?? 0, scene.y[before] ?? 0);
    traceLink(canvas, one, toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0));
  }
  canvas.lineWidth = 3;
  canvas.strokeStyle = ink.accent;
  canvas.stroke();
}

/** Texts that were broken into lines, by font, width and text. */
const wrapped = new Map<string, WrappedText>();

function wrap(canvas: CanvasRenderingContext2D, text: string, font: string, width: number, most: number): WrappedText {
  const key = `${font} ${String(width)} ${String(most)} ${text}`;
  const known = wrapped.get(key);
  if (known) return known;
  if (wrapped.size > 5000) wrapped.clear();
  canvas.font = font;
  const made = wrapText(text, width, most, (part) => canvas.measureText(part).width);
  wrapped.set(key, made);
  return made;
}

interface Label {
  readonly size: number;
  readonly font: string;
  readonly inside: WrappedText;
  readonly beside: WrappedText;
}

const LEADING = 1.18;

function paintLabels(
  canvas: CanvasRenderingContext2D,
  frame: MapFrame,
  lit: ReadonlySet<number> | null,
): readonly LabelPlace[] {
  const { scene, extent, ink } = frame;
  const labels = new Map<number, Label>();
  const wishes: LabelWish[] = [];
  for (const mark of labelOrder(frame, lit)) {
    const wish = wishFor(canvas, frame, mark, { labels, insists: wishes.length < mostLabels(extent) / 4 });
    if (wish) wishes.push(wish);
    if (wishes.length > 240) break;
  }
  const places = placeLabels(wishes, { ...extent, obstacles: obstaclesIn(frame) }, mostLabels(extent));
  canvas.textBaseline = 'top';
  canvas.textAlign = 'center';
  canvas.lineJoin = 'round';
  for (const place of places) {
    const label = labels.get(place.mark);
    if (!label) continue;
    const hasHalo = scene.showsEntities || !place.inside;
    canvas.font = label.font;
    canvas.globalAlpha = 1;
    const { lines } = place.inside ? label.inside : label.beside;
    for (const [at, line] of lines.entries()) {
      const [x, y] = [place.x + place.width / 2, place.y + at * label.size * LEADING + 1];
      if (hasHalo) {
        canvas.lineWidth = 3;
        canvas.strokeStyle = ink.paper;
        canvas.strokeText(line, x, y);
      }
      canvas.fillStyle = ink.ink;
      canvas.fillText(line, x, y);
    }
  }
  return places;
}

function obstaclesIn({ scene, camera, extent }: MapFrame): readonly Obstacle[] {
  const found: Obstacle[] = [];
  for (let mark = 0; mark < scene.x.length && found.length < MOST_KEPT_FREE; mark++) {
    const radius = radiusOnScreen(scene, camera, mark);
    if (radius < KEPT_FREE) continue;
    const place = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
    if (isSeen(place.x, place.y, radius, extent)) found.push({ mark, ...place, radius });
  }
  return found;
}

/** The cursor and the chosen first, then the lit ones, each by size, as marks come. */
function* labelOrder({ scene, focus, cursor }: MapFrame, lit: ReadonlySet<number> | null): Generator<number> {
  const first = [cursor, focus, scene.view.chosen].filter((mark, at, all) => mark >= 0 && all.indexOf(mark) === at);
  yield* first;
  const rest = lit ? [...lit].sort((a, b) => a - b) : scene.x.keys();
  for (const mark of rest) if (mark >= 0 && !first.includes(mark)) yield mark;
}

function wishFor(
  canvas: CanvasRenderingContext2D,
  { scene, camera, extent, ink }: MapFrame,
  mark: number,
  { labels, insists }: { readonly labels: Map<number, Label>; readonly insists: boolean },
): LabelWish | undefined {
  const { x, y } = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
  const radius = radiusOnScreen(scene, camera, mark);
  if (!isSeen(x, y, radius, extent)) return undefined;
  const name = visibleSigns(scene.view.marks.names[mark] ?? '');
  const size = scene.showsEntities ? Math.min(14, Math.max(11, radius)) : Math.min(19, Math.max(11, radius / 4));
  const fitting = scene.showsEntities ? undefined : insideText(canvas, name, ink.serif, radius, Math.round(size));
  const own = fitting?.size ?? Math.round(Math.min(size, 13));
  const font = fitting?.font ?? `${String(own)}px ${ink.serif}`;
  const beside = wrap(canvas, name, font, 132, 2);
  const height = (text: WrappedText): number => text.lines.length * own * LEADING;
  labels.set(mark, { size: own, font, inside: fitting?.text ?? beside, beside });
  return {
    ...{ mark, x, y, radius, insists },
    inside: fitting ? { width: fitting.text.width, height: height(fitting.text) } : null,
    beside: { width: beside.width, height: height(beside) },
  };
}

/** The largest text of a name that fits a circle as a whole; a large circle takes one that is cut. */
function insideText(canvas: CanvasRenderingContext2D, name: string, serif: string, radius: number, largest: number) {
  const chord = Math.round((radius * 1.66) / 8) * 8;
  if (chord < 40) return undefined;
  for (const size of new Set([largest, 13, 11].filter((one) => one <= largest))) {
    const font = `600 ${String(size)}px ${serif}`;
    const text = wrap(canvas, name, font, chord, 4);
    if (text.isBroken) continue;
    const isWhole = !text.lines.some((line) => line.endsWith('…')) || (radius > 48 && size === 11);
    const diagonal = Math.hypot(text.width, text.lines.length * size * LEADING);
    if (isWhole && diagonal <= 2 * radius - 4) return { text, font, size };
  }
  return undefined;
}
