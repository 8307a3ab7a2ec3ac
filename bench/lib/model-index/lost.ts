import { readdirSync, readFileSync } from 'node:fs';
import { ATTEMPTS } from '../../../src/core/models/model-call';
import { reportLimits } from '../../../src/core/reports/model/limits';
import { isReport, readReport } from '../../../src/core/reports/model/report-draft';
import { table } from '../table';
import { indexDisturbed, type Disturbed } from './corruption';
import { costCorpus } from './cost-corpus';
import type { LedgerCall } from './ledger-model';

const SEEDS = [1, 2, 3];
/** Label of lost calls whose reply was not spoilt. */
const UNSPOILT = 'a good reply';

/** The share of calls that are lost, by the reason: nothing of their replies could be used, and they were made again or given up. */
export async function printLost(): Promise<void> {
  const corpus = await costCorpus();
  for (const depth of ['compact', 'full'] as const) {
    const parameters = { 'model reading': { depth, budget: 100, claims: depth === 'full' } };
    const runs: Disturbed[] = [];
    for (const seed of SEEDS) runs.push(await indexDisturbed(corpus, parameters, { seed }));
    const calls = runs.reduce((sum, run) => sum + run.calls.length, 0);
    const counts = countByReason(runs);
    const rows = [...counts].map(([reason, { replies, lost }]) => [
      reason,
      String(replies),
      String(lost),
      share(lost, calls),
    ]);
    const all = [...counts.values()].reduce((sum, { lost }) => sum + lost, 0);
    console.log(
      `\nCalls lost by reason, ${depth}: ${String(SEEDS.length)} runs, ${String(calls)} calls, each reply spoilt with p = 0.15`,
    );
    console.log(
      table(
        ['reason', 'replies', 'calls lost', 'share of all calls'],
        [...rows, ['all', '', String(all), share(all, calls)]],
      ),
    );
  }
  printWrappings();
}

interface Count {
  readonly replies: number;
  readonly lost: number;
}

function countByReason(runs: readonly Disturbed[]): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const { calls, spoilt } of runs) {
    const kinds = new Map(spoilt.map(({ call, kind }) => [call, kind]));
    for (const [at, isLost] of lostCalls(calls, kinds).entries()) {
      const reason = kinds.get(at) ?? UNSPOILT;
      const { replies, lost } = counts.get(reason) ?? { replies: 0, lost: 0 };
      counts.set(reason, { replies: replies + 1, lost: lost + (isLost ? 1 : 0) });
    }
  }
  return new Map([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

/** Checks if each call was lost: the same words were sent again, or this was the last attempt and spoilt. */
function lostCalls(calls: readonly LedgerCall[], spoilt: ReadonlyMap<number, string>): readonly boolean[] {
  const same = new Map<string, number[]>();
  for (const [at, { messages }] of calls.entries()) {
    const key = JSON.stringify(messages);
    same.set(key, [...(same.get(key) ?? []), at]);
  }
  const lost = [...same.values()].flatMap((places) =>
    places.filter((at, n) => n < places.length - 1 || (places.length >= ATTEMPTS && spoilt.has(at))),
  );
  return calls.map((_, at) => lost.includes(at));
}

const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

const FOLDER = 'tests/fixtures/report-wrappings';

/** Prints the parts that are read of replies that wrap, repeat or lack a report. */
function printWrappings(): void {
  const rows = readdirSync(FOLDER).map((folder) => {
    const replies = readdirSync(`${FOLDER}/${folder}`).map((file) => {
      const { reply, report } = JSON.parse(readFileSync(`${FOLDER}/${folder}/${file}`, 'utf8')) as {
        readonly reply: readonly string[];
        readonly report: object | null;
      };
      return { holds: report !== null, isRead: isReport(readReport(reply.join('\n'), reportLimits('full'))) };
    });
    const holding = replies.filter(({ holds }) => holds);
    const lost = holding.filter(({ isRead }) => !isRead).length;
    const invented = replies.filter(({ holds, isRead }) => isRead && !holds).length;
    return [folder, replies.length, holding.length, lost, invented].map(String);
  });
  console.log('\nReplies that wrap, repeat or lack a report: seen in reports of faults, and written by the same kinds');
  console.log(table(['replies', 'files', 'with a report', 'lost', 'invented'], rows));
}
