import { descriptionChoices, descriptionsStep } from '../../../index/model-steps';
import type { IndexTables } from '../../../index/index-tables';
import { tablesFor } from '../../../index/step';
import type { IndexState } from '../../../ports/index-state';
import type { TableChange } from '../../../ports/collections';
import type { DescriptionTask } from '../../../descriptions/list-descriptions';
import { summariseDescriptions, type DescriptionOptions } from '../../../descriptions/summarise-descriptions';
import type { EntityRow, RelationshipRow } from '../../../tables/tables';
import { mapInOrder } from '../../../async';
import { pendingDescriptions } from '../plan/description-plan';
import { ATTEMPTS } from '../asking/run-models';
import { namedCounts, INVALID_REPLY_KINDS } from '../asking/cached-replies';
import { refreshInTurn, createCommitBuffer } from './commit-buffer';
import { nextRunState, withFailedItems, type ModelRun } from './model-run';

/**
 * Writes one description where several were read of an entity or a relationship. It is kept only while its row is
 * unchanged: rows derived again meanwhile are listed again, so that no words of a deleted document come back.
 */
export async function describe(run: ModelRun): Promise<void> {
  const { open, choices, reporter, env, signal } = run;
  const { summarise, joinAbove, maxInputTokens, maxWords } = descriptionChoices(open.store.state.parameters);
  if (!summarise || choices.depth !== 'full') return;
  const { contextWindow } = reporter.model.capabilities;
  const { language } = choices;
  const options = {
    maxInputTokens,
    maxWords,
    contextWindow,
    language,
    attempts: ATTEMPTS,
    prompts: run.prompts,
    onUseless: run.onInvalid.reports,
  };
  const tried = new Set(open.store.state.model?.failedItems);
  for (;;) {
    signal.throwIfAborted();
    const tables = tablesFor(descriptionsStep, open.tables);
    const due = await pendingDescriptions(open, joinAbove, { env, signal });
    const tasks = due.tasks.filter(({ hash }) => !tried.has(hash));
    if (tasks.length === 0) break;
    run.invalidReplies.reset();
    run.progress.begin('descriptions', tasks.length);
    await describeAll(run, tasks, { options, tables, tried });
  }
  await refreshInTurn(run);
}

type Row = EntityRow | RelationshipRow;

interface Describing {
  readonly options: DescriptionOptions;
  /** Tables that the tasks were made from. */
  readonly tables: Pick<IndexTables, 'entities' | 'relationships'>;
  /** Hashes of what is not to be listed again. */
  readonly tried: Set<string>;
}

interface Described {
  readonly task: DescriptionTask;
  /** Null when no reply could be used. */
  readonly text: string | null;
  readonly found: Readonly<Record<string, number>>;
}

async function describeAll(run: ModelRun, tasks: readonly DescriptionTask[], describing: Describing): Promise<void> {
  const { signal, reporter } = run;
  const { entities, relationships } = describing.tables;
  const standing = new Set<Row>([...entities, ...relationships]);
  const described = createCommitBuffer<Described>(
    run,
    descriptionsStep,
    (items, state) => changeOf(run, items, state, { ...describing, standing }),
    run.alone,
  );
  try {
    await mapInOrder(
      tasks,
      reporter.model.capabilities.parallel,
      async (task) => {
        signal.throwIfAborted();
        return summariseDescriptions(task, describing.options, reporter.ask);
      },
      async ({ text, tally }, task) => {
        const found = { ...namedCounts('repaired', tally.repairs), 'failed replies': tally.failedReplies };
        described.add({ task, text, found });
        run.progress.add(1);
        await described.commitIfDue();
      },
    );
  } finally {
    await described.commit();
  }
}

/** Writes only a table with changed descriptions; tables are large, and most stay the same. */
function changeOf(
  run: ModelRun,
  items: readonly Described[],
  state: IndexState,
  { tried, standing }: Pick<Describing, 'tried'> & { readonly standing: ReadonlySet<Row> },
): TableChange {
  const texts = new Map(
    items.flatMap(({ task, text }) => (text === null ? [] : [[task.id, { text, hash: task.hash }]])),
  );
  let placed = 0;
  const described = <R extends Row>(table: readonly R[]): readonly R[] | undefined => {
    const before = placed;
    const rows = table.map((row) => {
      const one = standing.has(row) ? texts.get(row.id) : undefined;
      if (!one) return row;
      tried.add(one.hash);
      placed++;
      return { ...row, description: one.text, description_hash: one.hash };
    });
    return placed > before ? rows : undefined;
  };
  const tables = tablesFor(descriptionsStep, run.open.tables);
  const entities = described(tables.entities);
  const relationships = described(tables.relationships);
  const failed = items.filter(({ text }) => text === null).map(({ task }) => task.hash);
  for (const hash of failed) tried.add(hash);
  const found = items.map((item) => item.found);
  const model = nextRunState(run, state.model, ...found, {
    descriptions: placed,
    [INVALID_REPLY_KINDS.descriptions]: failed.length,
  });
  return {
    replace: { ...(entities && { entities }), ...(relationships && { relationships }) },
    state: { model: withFailedItems(model, failed) },
  };
}
