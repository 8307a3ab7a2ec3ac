import { serveGold } from '../../tests/helpers/gold-server';
import { differences } from '../../tests/helpers/read-copy';
import type { DerivedKind } from '../../tests/helpers/derived-replies';
import type { Kill } from './kill-rounds';
import { indexUnderKills, unreadCopy, VICTIMS, type KilledRun, type PlannedKill, type Word } from './model-run-visit';

/** A run that is killed. */
interface Subject {
  readonly name: string;
  /** Kills of one run. */
  readonly kills: number;
  /** Calls between a kill and the next one at the most; too few to come to the end of what is counted. */
  readonly mostCalls: number;
  readonly methods?: readonly string[];
  readonly counted?: DerivedKind;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'a run of a model', kills: 6, mostCalls: 16 },
  { name: 'summaries by a model', kills: 2, mostCalls: 6, methods: ['RAPTOR'], counted: 'summary' },
  { name: 'contexts by a model', kills: 2, mostCalls: 6, methods: ['Contextual Retrieval'], counted: 'contexts' },
  { name: 'themes by a model', kills: 2, mostCalls: 6, methods: ['GraphRAG', 'LightRAG'], counted: 'keywords' },
];

/** Runs whose names have one of these words, parted by commas; all where none has. */
export function runsNamed(words = ''): readonly Subject[] {
  const named = SUBJECTS.filter(({ name }) => words.split(',').some((word) => word !== '' && name.includes(word)));
  return named.length > 0 ? named : SUBJECTS;
}

/** Milliseconds of a call; two run at a time. */
const PACE = 150;
/** Milliseconds after these calls at the most. */
const MOST_DELAY = 1_500;
/** Milliseconds for an answer from the server's end of the connection to the disk, on a machine that is busy starting browsers. */
const ON_ITS_WAY = 500;

const ACTS: Readonly<Record<Word, string>> = { none: '', paused: 'pause ', resumed: 'resume ' };

/**
 * Kills browsers, tabs and workers while a scripted server's model indexes the sample, and right after it is paused or resumed: by GraphRAG in full
 * depth, and by each method that adds to it. What was answered is not asked again, and the tables in the end are those of an undisturbed run.
 */
export async function* killModelRuns(
  { executable, url }: { readonly executable: string; readonly url: string },
  kills: number,
  random: () => number,
  subjects = SUBJECTS,
): AsyncGenerator<Kill> {
  const gold = await serveGold({ schemas: 'ignored' });
  try {
    const copy = await unreadCopy(executable, url);
    const undisturbed = new Map<Subject, KilledRun>();
    for (let done = 0, round = 0; done < kills; round++) {
      const subject = subjects[round % subjects.length];
      if (!subject) return;
      const begin = { executable, url, gold, copy, ...subject };
      gold.pace = 0;
      const whole = undisturbed.get(subject) ?? (await indexUnderKills({ ...begin, plan: [] }));
      undisturbed.set(subject, whole);
      gold.pace = PACE;
      const run = await indexUnderKills({ ...begin, plan: planFor(subject, kills - done, random) });
      if (run.kills.length === 0) throw new Error('The run ended before anything could be killed');
      done += run.kills.length;
      // A pause brings the graph up to date.
      const sameMoments = run.kills.every(({ word }) => word === 'none');
      yield* killsOf(subject, run, differences(whole.copy, run.copy, { sameMoments }));
    }
  } finally {
    await gold.close();
  }
}

/** The browser alone is killed where a word was given: it is what a person ends. */
function planFor({ kills, mostCalls }: Subject, most: number, random: () => number): readonly PlannedKill[] {
  return Array.from({ length: Math.min(kills, most) }, (_, at) => {
    const victim = kills > 2 ? (VICTIMS[at % VICTIMS.length] ?? 'browser') : 'browser';
    const word = random() < 0.5 ? 'none' : random() < 0.5 ? 'paused' : 'resumed';
    return {
      victim,
      word: victim === 'browser' ? word : 'none',
      calls: 1 + Math.floor(random() * mostCalls),
      delay: Math.floor(random() * (word === 'none' ? MOST_DELAY : MOST_DELAY / 10)),
    };
  });
}

/** Tables that differ in the end are put to the last kill's account. */
function killsOf({ name }: Subject, { kills, again }: KilledRun, differing: readonly string[]): readonly Kill[] {
  return kills.map(({ victim, word, holds, delay }, at) => {
    const late = (again[at]?.answered ?? []).filter(({ before }) => before > ON_ITS_WAY);
    const isLast = at === kills.length - 1;
    return {
      act: `${ACTS[word]}${name}`,
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
