import { arrangeMap } from '../../../helpers/arrange-map';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { MapQuery } from '../../../../src/core/map/map-view';
import type { LayoutJob } from '../../../../src/core/ports/layout';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';

const NAMES = ['Edda', 'Tobias', 'Marta', 'Ilse', 'Bruno', 'Klara', 'Otto', 'Greta', 'Hugo', 'Lotte'] as const;

/** Names that meet in sentences, each with the next two. */
const TEXT = NAMES.map((name, at) => `${name} met ${NAMES[(at + 1) % 10]} and ${NAMES[(at + 2) % 10]}.`).join(' ');
const FURTHER = 'Edda wrote to Wenzel. Wenzel wrote to Tobias and Wenzel met Edda again.';
const WHOLE: MapQuery = { layout: 'force', level: 99, within: null, filter: {}, chosen: null, pathTo: null };

/** An engine that counts what it has arranged. */
async function mapped() {
  const jobs: LayoutJob[] = [];
  const layouts = {
    arrange: async (job: LayoutJob) => {
      jobs.push(job);
      return arrangeMap(job);
    },
  };
  const env = testEnv({ layouts });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Names');
  await engine.open(id);
  await collect(engine.add([textFile('names.txt', TEXT)]));
  return { jobs, env, engine, id };
}

const placesOf = async ({ engine }: Pick<Awaited<ReturnType<typeof mapped>>, 'engine'>) => {
  const { marks } = await engine.map(WHOLE);
  return new Map(marks.names.map((name, at) => [name, [marks.x[at], marks.y[at]]]));
};

it('the map is arranged once, for all who ask at the same time and later', async () => {
  const { engine, jobs } = await mapped();
  const [one, other] = await Promise.all([engine.map(WHOLE), engine.map({ ...WHOLE, level: 0 })]);
  expect(one.marks.names).toEqual(expect.arrayContaining([...NAMES]));
  expect(other.marks.community.length).toBeGreaterThan(0);
  await engine.map({ ...WHOLE, filter: { degree: 2 } });
  expect(jobs).toHaveLength(1);
});

it('places are kept with the collection: it is not arranged again when it is opened anew', async () => {
  const first = await mapped();
  const before = await placesOf(first);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const engine = createEngine(first.env);
  await engine.open(first.id);
  expect(await placesOf({ engine })).toEqual(before);
  expect(first.jobs).toHaveLength(1);
});

it('after a document was added, it is arranged from where everything was', async () => {
  const made = await mapped();
  await placesOf(made);
  await collect(made.engine.add([textFile('further.txt', FURTHER)]));
  expect((await placesOf(made)).has('Wenzel')).toBe(true);
  expect(made.jobs).toHaveLength(2);
  const { known } = made.jobs[1] ?? {};
  expect([...(known?.x ?? [])].filter(Number.isNaN)).toHaveLength(1);
});

it('arranging anew forgets where everything was', async () => {
  const made = await mapped();
  await placesOf(made);
  await made.engine.rearrange();
  await placesOf(made);
  expect(made.jobs.map(({ known }) => known)).toEqual([undefined, undefined]);
});

it('a layout that is stopped leaves the next one to be tried', async () => {
  const { engine, jobs, env } = await mapped();
  const stop = new AbortController();
  const arrange = env.layouts.arrange;
  env.layouts.arrange = async (_job, { signal }) => {
    stop.abort();
    signal?.throwIfAborted();
    throw new Error('It was not stopped.');
  };
  await expect(engine.map(WHOLE, { signal: stop.signal })).rejects.toThrow(/abort/u);
  env.layouts.arrange = arrange;
  expect((await engine.map(WHOLE)).marks.names.length).toBeGreaterThan(5);
  expect(jobs).toHaveLength(1);
});

/** A layout that is made when it is told to be, and how many were begun and stopped. */
function waitingLayout({ env }: Pick<Awaited<ReturnType<typeof mapped>>, 'env'>) {
  const counts = { begun: 0, stopped: 0 };
  let finish = (): void => undefined;
  env.layouts.arrange = (job, { signal }) => {
    counts.begun++;
    return new Promise((resolve, reject) => {
      finish = () => resolve(arrangeMap(job));
      signal?.addEventListener('abort', () => {
        counts.stopped++;
        reject(signal.reason as Error);
      });
    });
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { counts, turn, finish: () => finish() };
}

it('of two who wait for one picture, each can leave by itself, and the last one ends the work', async () => {
  const made = await mapped();
  const { counts, turn, finish } = waitingLayout(made);
  const ask = (degree: number) => {
    const stop = new AbortController();
    const view = made.engine.map({ ...WHOLE, filter: { degree } }, { signal: stop.signal });
    return { stop: () => stop.abort(), end: view.then(() => 'drawn').catch((error: Error) => error.name) };
  };
  const [first, second] = [ask(1), ask(2)];
  await turn();
  first.stop();
  expect(await first.end).toBe('AbortError');
  finish();
  expect(await second.end).toBe('drawn');
  expect(counts).toEqual({ begun: 1, stopped: 0 });

  await made.engine.rearrange();
  const [third, fourth] = [ask(1), ask(2)];
  await turn();
  fourth.stop();
  expect(await fourth.end).toBe('AbortError');
  expect(counts).toEqual({ begun: 2, stopped: 0 });
  third.stop();
  expect(await third.end).toBe('AbortError');
  await turn();
  expect(counts).toEqual({ begun: 2, stopped: 1 });
});

it('arranging anew begins anew, also while a picture is being made, and after the collection was closed', async () => {
  const made = await mapped();
  const { arrange } = made.env.layouts;
  const { counts, turn, finish } = waitingLayout(made);
  const before = made.engine.map(WHOLE);
  await turn();
  await made.engine.rearrange();
  const after = made.engine.map(WHOLE);
  await turn();
  expect(counts.begun).toBe(2);
  finish();
  await after;
  await made.engine.rearrange();
  made.env.layouts.arrange = arrange;
  const engine = createEngine(made.env);
  await engine.open(made.id);
  await engine.map(WHOLE);
  expect(made.jobs.map(({ known }) => known)).toEqual([undefined]);
  before.catch(() => undefined);
});

it('a view is of one state, also where documents go while its dates are read', async () => {
  let now = 0;
  let hold: Promise<void> | undefined;
  const pass = async (): Promise<void> => {
    const gate = hold;
    hold = undefined;
    await (gate ?? new Promise((resolve) => setImmediate(resolve)));
  };
  const engine = createEngine(testEnv({ clock: { now: () => (now += 1000), yield: pass } }));
  await engine.open((await engine.createCollection('Names')).id);
  const dated = Array.from({ length: 8 }, (_, at) => `Anton met Berta on 1936-05-08, and ${String(at)} others.`);
  const texts = ['Xaver met Yvonne and Zita. Zita met Xaver.', ...dated, TEXT];
  await collect(engine.add(texts.map((text, at) => textFile(`${String(at)}.txt`, text))));
  const before = await placesOf({ engine });
  let release = (): void => undefined;
  hold = new Promise((resolve) => (release = resolve));
  const asked = engine.map({ ...WHOLE, filter: { from: 1900 } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(hold).toBeUndefined();
  const gone = (await engine.view()).documents.find(({ path }) => path === '0.txt');
  await collect(engine.removeDocuments([gone?.id ?? '']));
  release();
  const { marks } = await asked;
  expect(marks.names).toEqual(expect.arrayContaining(['Anton', 'Berta']));
  for (const [at, name] of marks.names.entries()) expect([marks.x[at], marks.y[at]]).toEqual(before.get(name));
});

it('tells which communities an entity lies in, from the top', async () => {
  const { engine } = await mapped();
  const { marks } = await engine.map(WHOLE);
  const above = await engine.mapPlace({ entity: marks.ids[0] ?? '' });
  expect(above.length).toBeGreaterThan(0);
  const sizes = above.map(({ size }) => size);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(await engine.mapPlace({ entity: 'nobody' })).toEqual([]);
});
