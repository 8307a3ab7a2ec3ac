import { serveGold } from '../../tests/helpers/gold-server';
import { differences } from '../../tests/helpers/read-copy';
import type { Kill } from './kill-rounds';
import { indexUnderKills, unreadCopy, VICTIMS, type KilledRun, type PlannedKill, type Word } from './model-run-visit';

/** Kills of one run. */
const PER_RUN = 6;
/** Milliseconds of a call; two run at a time. */
const PACE = 150;
/** Calls, and milliseconds after them, between a kill and the next one, at the most. */
const MOST_CALLS = 16;
const MOST_DELAY = 1_500;
/** Milliseconds for an answer from the server's end of the connection to the disk, on a machine that is busy starting browsers. */
const ON_ITS_WAY = 500;

const ACTS: Readonly<Record<Word, string>> = {
  none: 'a run of a model',
  paused: 'pause a run of a model',
  resumed: 'resume a run of a model',
};

/**
 * Kills browsers, tabs and workers while a scripted server's model indexes the sample in full depth, and right after it is paused or resumed.
 * What was answered is not asked again, and the tables in the end are those of an undisturbed run.
 */
export async function* killModelRuns(
  { executable, url }: { readonly executable: string; readonly url: string },
  kills: number,
  random: () => number,
): AsyncGenerator<Kill> {
  const gold = await serveGold({ schemas: 'ignored' });
  try {
    const copy = await unreadCopy(executable, url);
    const begin = { executable, url, gold, copy };
    const undisturbed = await indexUnderKills({ ...begin, plan: [] });
    gold.pace = PACE;
    for (let done = 0; done < kills;) {
      const plan = planFor(Math.min(PER_RUN, kills - done), done, random);
      const run = await indexUnderKills({ ...begin, plan });
      if (run.kills.length === 0) throw new Error('The run ended before anything could be killed');
      done += run.kills.length;
      // A pause brings the graph up to date.
      const sameMoments = run.kills.every(({ word }) => word === 'none');
      yield* killsOf(run, differences(undisturbed.copy, run.copy, { sameMoments }));
    }
  } finally {
    await gold.close();
  }
}

/** The browser alone is killed where a word was given: it is what a person ends. */
function planFor(kills: number, before: number, random: () => number): readonly PlannedKill[] {
  return Array.from({ length: kills }, (_, at) => {
    const victim = VICTIMS[(before + at) % VICTIMS.length] ?? 'browser';
    const word = random() < 0.5 ? 'none' : random() < 0.5 ? 'paused' : 'resumed';
    return {
      victim,
      word: victim === 'browser' ? word : 'none',
      calls: Math.floor(random() * MOST_CALLS),
      delay: Math.floor(random() * (word === 'none' ? MOST_DELAY : MOST_DELAY / 10)),
    };
  });
}

/** Tables that differ in the end are put to the last kill's account. */
function killsOf({ kills, again }: KilledRun, differing: readonly string[]): readonly Kill[] {
  return kills.map(({ victim, word, holds, delay }, at) => {
    const late = (again[at]?.answered ?? []).filter(({ before }) => before > ON_ITS_WAY);
    const isLast = at === kills.length - 1;
    return {
      act: ACTS[word],
      beside: 'nothing',
      after: delay,
      afterAcknowledgement: word === 'none' ? null : delay,
      lost: [
        ...(holds
          ? []
          : [`the run is not ${word === 'paused' ? 'paused' : 'going on'} after the ${victim} was killed`]),
        ...late.map(({ kind, before }) => `${kind}: answered ${before.toFixed(0)} ms before, and asked again`),
        ...(isLast ? differing.map((table) => `${table} differs from an undisturbed run`) : []),
      ],
      halfDone: [],
      unopenable: [],
    };
  });
}
