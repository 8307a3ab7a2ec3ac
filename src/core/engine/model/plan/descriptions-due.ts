import { descriptionsStep } from '../../../index/model-steps';
import { tablesFor } from '../../../index/step';
import type { DescribedSoFar } from '../../../descriptions/estimate-descriptions';
import { tokensOfAll } from '../../../descriptions/summarise-descriptions';
import {
  describedThings,
  tasksOf,
  type DescribedThing,
  type DescriptionTask,
} from '../../../descriptions/list-descriptions';
import type { CallOptions } from '../../../ports/platform';
import { runWork } from '../../../work';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../open-collection';
import { keptExtractions } from '../kept-extractions';

/** Descriptions by now. */
export interface Descriptions {
  /** Those that a model has still to join. */
  readonly tasks: readonly DescriptionTask[];
  /** Of which things something is said; relationships by their pair of keys, and of both directions the one of which more is. */
  readonly said: ReadonlyMap<string, DescribedSoFar>;
}

interface Known extends Descriptions {
  readonly version: number;
}

const known = new WeakMap<OpenCollection, Known>();

type Call = CallOptions & { readonly env: Pick<EngineEnv, 'clock'> };

/** Descriptions as the tables stand, looked for once per state of them; those of `joinAbove` tokens together or fewer stand side by side. */
export async function descriptionsDue(open: OpenCollection, joinAbove: number, call: Call): Promise<Descriptions> {
  const { tasks, said } = await allDescriptions(open, call);
  return { said, tasks: tasks.filter(({ descriptions }) => tokensOfAll(descriptions) > joinAbove) };
}

async function allDescriptions(open: OpenCollection, { env, signal }: Call): Promise<Descriptions> {
  const { version, tables } = open;
  const before = known.get(open);
  if (before?.version === version) return before;
  const [extractions, edits] = await Promise.all([keptExtractions(open), open.store.read('edits')]);
  const work = describedThings(tablesFor(descriptionsStep, { ...tables, extractions, edits }));
  const things = await runWork(work, { clock: env.clock, ...(signal && { signal }) });
  const now = { version, tasks: things.flatMap(tasksOf), said: saidOf(things) };
  known.set(open, now);
  return now;
}

function saidOf(things: readonly DescribedThing[]): ReadonlyMap<string, DescribedSoFar> {
  const said = new Map<string, DescribedSoFar>();
  for (const { key, row, descriptions } of things) {
    const tokens = tokensOfAll(descriptions);
    if (tokens <= (said.get(key)?.tokens ?? -1)) continue;
    said.set(key, { count: descriptions.length, tokens, joined: row.description_hash !== null });
  }
  return said;
}
