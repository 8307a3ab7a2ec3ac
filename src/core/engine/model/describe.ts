import { descriptionChoices } from '../../index/model/descriptions-step';
import type { DescriptionTask } from '../../reports/model/list-descriptions';
import { listDescriptions } from '../../reports/model/list-descriptions';
import { summariseDescriptions, type DescriptionOptions } from '../../reports/model/summarise-descriptions';
import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { inOrder } from './in-order';
import { further, withUnwritten, type ModelRun } from './model-run';
import { ATTEMPTS } from './reading-options';
import { namedCounts } from './reading-counts';
import { NOT_WRITTEN } from './rounds';

/** Milliseconds between two commits. */
const CHECKPOINT_MS = 3_000;

/**
 * Makes one description where several were read of an entity or a relationship. A description takes its place only while the row is the one
 * that it was made for; what was derived again meanwhile is looked at anew, so that nothing of a deleted document comes back.
 */
export async function describe(run: ModelRun): Promise<void> {
  const { open, choices, reporter } = run;
  const { summarise, maxInputTokens, maxWords } = descriptionChoices(open.store.state.parameters);
  if (!summarise || choices.depth !== 'full') return;
  const { contextWindow } = reporter.model.capabilities;
  const { language } = choices;
  const options = { maxInputTokens, maxWords, contextWindow, language, attempts: ATTEMPTS, prompts: run.prompts };
  const tried = new Set(open.store.state.model?.unwritten);
  for (;;) {
    run.signal.throwIfAborted();
    const { entities, relationships } = open.tables;
    const rows = new Map<string, Row>([...entities, ...relationships].map((row) => [row.id, row]));
    const [extractions, edits] = await Promise.all([open.store.read('extractions'), open.store.read('edits')]);
    const all = listDescriptions({ ...open.tables, entities, relationships, extractions, edits });
    const tasks = all.filter(({ hash }) => !tried.has(hash));
    if (tasks.length === 0) break;
    run.progress.begin('descriptions', tasks.length);
    await describeAll(run, tasks, options, writtenDescriptions(run, rows, tried));
  }
  await open.refreshIndex({ signal: run.signal });
}

type Row = EntityRow | RelationshipRow;

async function describeAll(
  run: ModelRun,
  tasks: readonly DescriptionTask[],
  options: DescriptionOptions,
  written: ReturnType<typeof writtenDescriptions>,
): Promise<void> {
  const { env, signal, reporter } = run;
  let last = env.clock.now();
  try {
    await inOrder(
      tasks,
      reporter.model.capabilities.parallel,
      async (task) => {
        signal.throwIfAborted();
        return summariseDescriptions(task, options, reporter.ask);
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
}

/** Gathers descriptions and puts them into the rows that they were made for. */
function writtenDescriptions(run: ModelRun, rows: ReadonlyMap<string, Row>, tried: Set<string>) {
  const { open } = run;
  const standing = new Map(rows);
  let waiting = new Map<string, { readonly text: string; readonly hash: string }>();
  let found: Readonly<Record<string, number>>[] = [];
  let failed: string[] = [];
  let placed = 0;
  const described = <R extends Row>(table: readonly R[]): readonly R[] =>
    table.map((row) => {
      const one = standing.get(row.id) === row ? waiting.get(row.id) : undefined;
      if (!one) return row;
      const next = { ...row, description: one.text, description_hash: one.hash };
      standing.set(row.id, next);
      tried.add(one.hash);
      placed++;
      return next;
    });
  return {
    add: ({ id, hash }: DescriptionTask, text: string | null, counts: Readonly<Record<string, number>>): void => {
      if (text === null) {
        tried.add(hash);
        failed.push(hash);
      } else waiting.set(id, { text, hash });
      found.push(counts);
    },
    commit: async (): Promise<void> => {
      if (found.length === 0) return;
      await open.commit((state) => {
        placed = 0;
        const entities = described(open.tables.entities);
        const relationships = described(open.tables.relationships);
        const model = further(run, state.model, ...found, { descriptions: placed, [NOT_WRITTEN]: failed.length });
        return { replace: { entities, relationships }, state: { model: withUnwritten(model, failed) } };
      });
      waiting = new Map();
      found = [];
      failed = [];
    },
  };
}
