// smoke: 300 900
import { arrangeMap } from '../tests/helpers/arrange-map';
import type { Page } from '@playwright/test';
import { createParquetCodec } from '../src/adapters/storage/arrow/parquet';
import { pictureOf, positionsIn } from '../src/core/map/stored-positions';
import { mapGraph, type MapTables } from '../src/core/map/map-graph';
import { mapView, type MapView } from '../src/core/map/map-view';
import { LAYOUTS, MOST_EMBEDDED, type LayoutName, type Positions } from '../src/core/ports/layout';
import { randomNumbers } from '../src/core/random';
import { encodeCollection } from '../scripts/lib/encode-collection';
import { mapTables } from '../tests/helpers/map-tables';
import { openCopy, openSample, ready } from '../tests/helpers/page-steps';
import { lfrGraph, withoutDocument, type EdgeColumns } from './lib/lfr-graph';
import { bareDocument, bareUnit } from './lib/bare-rows';
import { openSite } from './lib/chromium';
import { table } from './lib/table';
import { watchTasks } from './lib/watch-tasks';

/**
 * The map of a made-up graph: the time of layouts and views, and how much moves when one of 200 documents is added. Then what a person sees of
 * it in a real Chromium without a GPU. `npm run bench -- map [ENTITIES RELATIONSHIPS]`; 20,000 and 100,000 if none are given.
 */
const nodes = Number(process.argv[2] ?? 20_000);
const edges = Number(process.argv[3] ?? 100_000);
const graph = denser(lfrGraph(nodes, 1), edges);
const before = mapTables(withoutDocument(graph, 3));
const after = mapTables(graph, before.communities);
console.log(
  `${String(nodes)} entities, ${String(after.relationships.length)} relationships, ${String(after.communities.length)} communities`,
);

const rows: (readonly string[])[] = [];
const note = (what: string, value: string): void => {
  rows.push([what, value]);
  console.error(`${what}: ${value}`);
};
const ms = (value: number): string => `${String(Math.round(value))} ms`;
const timed = <T>(what: string, act: () => T): T => {
  const start = performance.now();
  const result = act();
  note(what, ms(performance.now() - start));
  return result;
};

timed('columns of the graph', () => mapGraph(after));
for (const layout of LAYOUTS) if (layout !== 'embedding' || nodes <= MOST_EMBEDDED) measureLayout(layout);
await measurePage();
console.log(table(['what', 'measured'], rows));

/** Closes triangles until there are so many edges: friends of friends become friends. */
function denser(given: EdgeColumns, count: number): EdgeColumns {
  const random = randomNumbers(2);
  const at: number[][] = Array.from({ length: given.nodes }, () => []);
  const [source, target, weight, document] = [given.source, given.target, given.weight, given.document].map(
    (column) => [...column],
  ) as [number[], number[], number[], number[]];
  for (const [edge, one] of source.entries()) {
    at[one]?.push(edge);
    at[target[edge] ?? 0]?.push(edge);
  }
  const endOf = (edge: number, node: number): number => (source[edge] === node ? target[edge] : source[edge]) ?? 0;
  while (source.length < count) {
    const edge = Math.floor(random() * given.source.length);
    const middle = target[edge] ?? 0;
    const around = at[middle] ?? [];
    const next = around[Math.floor(random() * around.length)] ?? edge;
    const [one, other] = [source[edge] ?? 0, endOf(next, middle)];
    if (one === other) continue;
    source.push(one);
    target.push(other);
    weight.push(1);
    document.push(document[edge] ?? 0);
  }
  return {
    nodes: given.nodes,
    source: Int32Array.from(source),
    target: Int32Array.from(target),
    weight: Float64Array.from(weight),
    document: Int32Array.from(document),
  };
}

function arrange(tables: MapTables, layout: LayoutName, known?: Positions): Positions {
  return arrangeMap({ layout, graph: mapGraph(tables), ...(known && { known }) });
}

function measureLayout(layout: LayoutName): void {
  const first = arrange(before, layout);
  timed(`layout ${layout}, anew`, () => arrange(after, layout));
  const picture = pictureOf(layout, mapGraph(before), before.entities, first);
  const known = positionsIn(picture, mapGraph(after), after.entities);
  const moved = timed(`layout ${layout}, one of 200 documents added`, () => arrange(after, layout, known));
  const ways = Array.from(
    moved.x,
    (x, row) => Math.hypot(x - (known.x[row] ?? NaN), (moved.y[row] ?? 0) - (known.y[row] ?? 0)) / 2,
  )
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const at = (share: number): string => `${((ways[Math.floor(share * (ways.length - 1))] ?? 0) * 100).toFixed(2)} %`;
  note(`moved by it, share of the picture: median, 90 %, 99 %`, `${at(0.5)}, ${at(0.9)}, ${at(0.99)}`);
  if (layout !== 'force') return;
  for (const level of [0, 1, 2, 99]) {
    const view = timed(`view of level ${level === 99 ? 'entities' : String(level)}`, () => viewOf(moved, level));
    note('  marks, links', `${String(view.marks.x.length)}, ${String(view.links.from.length)}`);
  }
}

function viewOf(positions: Positions, level: number): MapView {
  const source = {
    graph: mapGraph(after),
    entities: after.entities,
    positions,
    titleOf: String,
    unitsOf: () => new Set<string>(),
    stepBetween: () => undefined,
  };
  return mapView(source, { layout: 'force', level, within: null, filter: {}, chosen: null, pathTo: null });
}

async function measurePage(): Promise<void> {
  const site = await openSite();
  const { page, close } = await site.open();
  // What tsx writes around named functions, which the page does not know.
  await page.addInitScript({ content: 'globalThis.__name = (value) => value' });
  await page.goto(site.url);
  await openSample(page);
  await openCopy(page, await copyOf(after));
  await page.getByRole('option', { name: 'Map bench' }).waitFor({ state: 'attached', timeout: 120_000 });
  await ready(page, 300_000);
  await page.waitForTimeout(3_000);
  note('renderer', await rendererOf(page));
  const tasks = await watchTasks(page);
  const explore = () => page.getByRole('tab', { name: 'Explore' }).click();
  note('open → first picture, arranged anew', ms(await untilDrawn(page, explore)));
  note('  page tasks over 50 ms meanwhile', (await tasks()).map(ms).join(', ') || 'none');
  await page.waitForTimeout(1_500);
  await page.getByRole('tab', { name: 'Ask', exact: true }).click();
  note('open → first picture, places known', ms(await untilDrawn(page, explore)));
  const slider = page.getByRole('slider', { name: 'Level of detail' });
  note('from level 0 to 1', ms(await untilDrawn(page, () => slider.press('ArrowRight'))));
  const noted = (await tasks()).length;
  note('frames/s of pan at level 1', String(await framesOf(page, 'pan')));
  note('frames/s of zoom at level 1', String(await framesOf(page, 'zoom')));
  note('  page tasks over 50 ms meanwhile', (await tasks()).slice(noted).map(ms).join(', ') || 'none');
  note('from level 1 to entities', ms(await untilDrawn(page, () => slider.press('End'))));
  note('frames/s of pan at 2,000 entities', String(await framesOf(page, 'pan')));
  note('frames/s of zoom at 2,000 entities', String(await framesOf(page, 'zoom')));
  await close();
  await site.close();
}

async function copyOf(tables: MapTables): Promise<Buffer> {
  const text = 'A document of which nothing but its names was read.';
  const unit = bareUnit({
    ...{ id: 'u0', human_readable_id: 0, text, n_tokens: 11, document_id: 'd0', start: 0, context: '' },
    ...{ sentence_starts: [0], sentence_ends: [text.length] },
  });
  const document = bareDocument({
    ...{ id: 'd0', human_readable_id: 0, title: 'Names', text, text_unit_ids: ['u0'], source_path: 'names.txt' },
  });
  const entities = tables.entities.map((row) => ({ ...row, text_unit_ids: ['u0'] }));
  const bytes = await encodeCollection(createParquetCodec(await import('parquet-wasm')), {
    name: 'Map bench',
    created: 0,
    tables: {
      ...tables,
      entities,
      relationships: [...tables.relationships],
      documents: [document],
      text_units: [unit],
    },
    state: { method: 'fast', derived: true },
    sources: [],
  });
  return Buffer.from(bytes);
}

/** Names the renderer for 3D here; the map itself needs none. */
function rendererOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl');
    const info = gl?.getExtension('WEBGL_debug_renderer_info');
    return `canvas 2d; WebGL would be ${info && gl ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : 'missing'}`;
  });
}

/** Milliseconds from an act until what is drawn in the map differs from before and stays for a frame. */
async function untilDrawn(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const scope = globalThis as unknown as { drawn: Promise<number>; begun: number };
    const texts = (): string => document.querySelector('#map-summary')?.textContent ?? '';
    const before = texts();
    scope.begun = performance.now();
    scope.drawn = new Promise((resolve) => {
      const look = (): void => {
        if (texts() !== before && texts() !== '')
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - scope.begun)));
        else requestAnimationFrame(look);
      };
      look();
    });
  });
  await act();
  return page.evaluate(() => (globalThis as unknown as { drawn: Promise<number> }).drawn);
}

/** Frames per second while the map is moved in every frame, for two seconds. */
function framesOf(page: Page, how: 'pan' | 'zoom'): Promise<number> {
  return page.evaluate((kind) => {
    const canvas = document.querySelector('.stage canvas');
    const { left = 0, top = 0, width = 0, height = 0 } = canvas?.getBoundingClientRect() ?? {};
    const [x, y] = [left + width / 2, top + height / 2];
    const send = (type: string, px: number, py: number): void => {
      canvas?.dispatchEvent(
        new PointerEvent(type, { pointerId: 1, clientX: px, clientY: py, bubbles: true, pointerType: 'pen' }),
      );
    };
    const turn = (by: number): void => {
      canvas?.dispatchEvent(
        new WheelEvent('wheel', { deltaY: by, clientX: x, clientY: y, bubbles: true, cancelable: true }),
      );
    };
    if (canvas instanceof HTMLElement) canvas.setPointerCapture = () => undefined;
    if (kind === 'pan') send('pointerdown', left + 3, top + 3);
    return new Promise<number>((resolve) => {
      const start = performance.now();
      let frames = 0;
      const step = (now: number): void => {
        if (now - start > 2000) {
          if (kind === 'pan') send('pointerup', left + 3, top + 3);
          return resolve(Math.round(frames / ((now - start) / 1000)));
        }
        frames++;
        if (kind === 'pan') send('pointermove', x + 120 * Math.sin(frames / 9), y + 80 * Math.cos(frames / 7));
        else turn(60 * Math.sin(frames / 15));
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  }, how);
}
