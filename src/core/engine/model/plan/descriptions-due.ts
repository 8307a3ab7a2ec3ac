import { listDescriptions, type DescriptionTask } from '../../../reports/model/list-descriptions';
import type { CallOptions } from '../../../ports/call-options';
import { runWork } from '../../../work';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../open-collection';
import { keptExtractions } from '../kept-extractions';

interface Due {
  readonly version: number;
  readonly tasks: readonly DescriptionTask[];
}

const known = new WeakMap<OpenCollection, Due>();

/** Descriptions that a model has still to make of several, as the tables stand; looked for once per state of them. */
export async function descriptionsDue(
  open: OpenCollection,
  { env, signal }: CallOptions & { readonly env: Pick<EngineEnv, 'clock'> },
): Promise<readonly DescriptionTask[]> {
  const { version, tables } = open;
  const before = known.get(open);
  if (before?.version === version) return before.tasks;
  const [extractions, edits] = await Promise.all([keptExtractions(open), open.store.read('edits')]);
  const work = listDescriptions({ ...tables, extractions, edits });
  const tasks = await runWork(work, { clock: env.clock, ...(signal && { signal }) });
  known.set(open, { version, tasks });
  return tasks;
}
