import { table } from '../table';
import { linkingModel } from './answers';
import { benchCollection } from './collection';
import { insideCalls } from './inside-calls';
import { letters } from './letters';
import { ledgerModel, type LedgerCall } from './ledger-model';

const DOCUMENTS = 120;
/** Milliseconds of a call. */
const SLEEP = 500;

/** Prints the share of a run in calls of half a second, and the gain from several calls at a time. */
export async function printOverhead(): Promise<void> {
  const rows: string[][] = [];
  let alone = 0;
  for (const parallel of [1, 8]) {
    const { calls, milliseconds, processor } = await timedRun(parallel);
    const reading = spanOf(calls.filter(({ step }) => step === 'reading'));
    alone ||= reading;
    rows.push([
      String(parallel),
      String(calls.length),
      seconds(milliseconds),
      `${((100 * insideCalls(calls)) / milliseconds).toFixed(1)} %`,
      seconds(processor),
      seconds(reading),
      `${(alone / reading).toFixed(2)} ×`,
    ]);
  }
  console.log(`\n${String(DOCUMENTS)} documents, every call ${String(SLEEP)} ms`);
  console.log(
    table(
      ['at a time', 'calls', 'whole run', 'of it inside calls', 'processor time', 'reading', 'gain in reading'],
      rows,
    ),
  );
}

async function timedRun(parallel: number) {
  const make = await letters();
  const model = ledgerModel(linkingModel(), { sleep: SLEEP, parallel, counted: false });
  const collection = await benchCollection(model, { real: true });
  await collection.add(Array.from({ length: DOCUMENTS }, (_, at) => make(at)));
  const start = performance.now();
  const used = process.cpuUsage();
  await collection.index({ 'model reading': { budget: 100 } });
  const { user, system } = process.cpuUsage(used);
  return { calls: model.calls, milliseconds: performance.now() - start, processor: (user + system) / 1000 };
}

/** Milliseconds from the first call to the end of the last. */
const spanOf = (calls: readonly LedgerCall[]): number =>
  Math.max(...calls.map(({ ended }) => ended)) - Math.min(...calls.map(({ began }) => began));

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
