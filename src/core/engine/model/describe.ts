import { descriptionChoices } from '../../index/model/descriptions-step';
import type { DescriptionTask } from '../../reports/model/list-descriptions';
import { listDescriptions } from '../../reports/model/list-descriptions';
import { summariseDescriptions } from '../../reports/model/summarise-descriptions';
import { ATTEMPTS } from './reading-options';
import { inOrder } from './in-order';
import { further, type ModelRun } from './model-run';
import { namedCounts } from './reading-counts';

/** Milliseconds between two commits. */
const CHECKPOINT_MS = 3_000;

/** Makes one description where several were read of an entity or a relationship. What is said since then stays as it is. */
export async function describe(run: ModelRun): Promise<void> {
  const { open, env, signal, choices } = run;
  const { summarise, maxInputTokens, maxWords } = descriptionChoices(open.store.state.parameters);
  if (!summarise || choices.depth !== 'full') return;
  const [extractions, edits] = await Promise.all([open.store.read('extractions'), open.store.read('edits')]);
  const tasks = listDescriptions({ ...open.tables, extractions, edits });
  if (tasks.length === 0) return;
  run.progress.begin('descriptions', tasks.length);
  const options = {
    maxInputTokens,
    maxWords,
    contextWindow: run.reporter.model.capabilities.contextWindow,
    language: choices.language,
    attempts: ATTEMPTS,
    prompts: run.prompts,
  };
  const written = writtenDescriptions(run);
  let last = env.clock.now();
  try {
    await inOrder(
      tasks,
      run.reporter.model.capabilities.parallel,
      async (task) => {
        signal.throwIfAborted();
        return summariseDescriptions(task, options, run.reporter.ask);
      },
      async ({ text, tally }, task) => {
        written.add(task, text, { ...namedCounts('repaired', tally.repairs), 'failed replies': tally.failedReplies });
        run.progress.add(1);
        if (env.clock.now() - last < CHECKPOINT_MS) return;
        await written.commit();
        last = env.clock.now();
      },
    );
  } finally {
    await written.commit();
  }
  await open.refreshIndex({ signal });
}

/** Gathers descriptions and puts them into the tables. */
function writtenDescriptions(run: ModelRun) {
  let waiting = new Map<string, { readonly text: string; readonly hash: string }>();
  let found: Readonly<Record<string, number>>[] = [];
  const described = <R extends { readonly id: string }>(rows: readonly R[]): readonly R[] =>
    rows.map((row) => {
      const one = waiting.get(row.id);
      return one ? { ...row, description: one.text, description_hash: one.hash } : row;
    });
  return {
    add: ({ id, hash }: DescriptionTask, text: string | null, counts: Readonly<Record<string, number>>): void => {
      if (text !== null) waiting.set(id, { text, hash });
      found.push({ ...counts, ...(text !== null && { descriptions: 1 }) });
    },
    commit: async (): Promise<void> => {
      if (found.length === 0) return;
      await run.open.commit((state) => {
        const { entities, relationships } = run.open.tables;
        const replace = { entities: described(entities), relationships: described(relationships) };
        return { replace, state: { model: further(run, state.model, ...found) } };
      });
      waiting = new Map();
      found = [];
    },
  };
}
