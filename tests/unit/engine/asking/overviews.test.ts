import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { Clock } from '../../../../src/core/platform';
import { capitalFinder, collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage, withTables } from '../../../helpers/memory-storage';

/** A clock whose time passes with every look at it. While it `holds`, work that yields waits to be let on. */
function patientClock() {
  let now = 0;
  let waiting: (() => void)[] = [];
  const state = { holds: false };
  const clock: Clock = {
    now: () => ++now,
    yield: () =>
      new Promise((resolve) => {
        if (state.holds) waiting.push(resolve);
        else setImmediate(resolve);
      }),
  };
  const letOn = (): void => {
    state.holds = false;
    for (const go of waiting) go();
    waiting = [];
  };
  return { clock, state, letOn, waiting: () => waiting.length };
}

it('an overview under way gives way to that of a later state', async () => {
  const { clock, state, letOn, waiting } = patientClock();
  const engine = createEngine({ ...testEnv(), clock });
  await engine.open((await engine.createCollection('Kesh')).id);
  const files = Array.from({ length: 12 }, (_, at) => textFile(`${at}.txt`, `Tom met Orla in Kesh on day ${at}.`));
  await collect(engine.add(files));
  state.holds = true;
  const early = engine.overview();
  await expect.poll(waiting).toBe(1);
  state.holds = false;
  await collect(engine.add([textFile('late.txt', 'Orla left Kesh.')]));
  const late = await engine.overview();
  expect(late.documents).toHaveLength(13);
  letOn();
  expect(await early).toBe(late);
  expect(await engine.overview()).toBe(late);
});

it('an overview waits while a change is nearly done: that of the earlier state would be out of date soon', async () => {
  const storage = memoryStorage();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let reached = (): void => undefined;
  const deriving = new Promise<void>((resolve) => (reached = resolve));
  const slow = withTables(storage, (tables) => ({
    commit: async (change, options) => {
      if (change.state?.derived) {
        reached();
        await released;
      }
      await tables.commit(change, options);
    },
  }));
  const engine = createEngine(testEnv({ ...slow, mentions: capitalFinder }));
  await engine.open((await engine.createCollection('Kesh')).id);
  const adding = collect(engine.add([textFile('1.txt', 'Tom met Orla in Kesh. Orla left Kesh with Tom.')]));
  await deriving;
  const overview = engine.overview();
  let isThere = false;
  void overview.then(() => (isThere = true));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(isThere).toBe(false);
  release();
  await adding;
  expect((await overview).documents).toHaveLength(1);
});
