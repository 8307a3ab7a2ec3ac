import { resolutionChoices, resolutionStep } from '../../../index/model-steps';
import { changeFrom, tablesFor } from '../../../index/step';
import { replyFormOf } from '../../../prompts/prompt';
import { SAME_ENTITY } from '../../../prompts/same-entity';
import { resolveEntities, type ResolutionTally } from '../../../resolve/resolve-entities';
import { ofLayer, type Decision } from '../../../graph/edits/edit-values';
import { pruneEdits } from '../../../graph/edits/edit-log';
import { countUnitsRead } from '../../../extract/extraction-status';
import { pairsFor } from '../../../resolve/resolution-plan';
import { decisionRows } from '../../edits';
import { namedCounts } from '../reading-counts';
import { learningAsk } from '../asking/learning-ask';
import { namesDue } from '../asking/rounds';
import { UNUSED } from '../asking/unused';
import { deriveAlone } from './derive-alone';
import { bookSpending, type ModelRun } from './model-run';
import { nearEntities } from './near-entities';

/**
 * Asks which names mean the same, as far as they stand in documents that were read since this was asked last, else in those where some were left
 * for later, and derives everything again with what is joined. Decisions are edits, so that a person can look at them and undo them.
 */
export async function resolveNames(run: ModelRun): Promise<void> {
  const { open, env, signal, model, prompts } = run;
  const { resolve, ...parameters } = resolutionChoices(open.store.state.parameters);
  const fresh = namesDue(open.store.state.model ?? {});
  if (!resolve || fresh.length === 0) return;
  const [extractions, edits] = await Promise.all([open.store.read('extractions'), open.store.read('edits')]);
  const near = await nearEntities(open, env, { signal, embed: () => run.embed(run) });
  const tables = tablesFor(resolutionStep, { ...open.tables, extractions, edits });
  let told = 0;
  const { edits: decisions, tally } = await resolveEntities(
    { ...tables, ...(near && { near }) },
    learningAsk(run.ask, run.learn),
    {
      ...parameters,
      candidates: pairsFor(countUnitsRead(extractions, new Set(fresh)), parameters),
      clock: env.clock,
      signal,
      by: model.title,
      contextWindow: model.capabilities.contextWindow,
      parallel: model.capabilities.parallel,
      replies: replyFormOf(model.capabilities),
      documents: new Set(fresh),
      ...(prompts[SAME_ENTITY.name] && { edited: prompts[SAME_ENTITY.name] }),
      onProgress: (done, total) => {
        if (told === 0) run.progress.begin('resolution', total);
        run.progress.add(done - told);
        told = done;
      },
    },
  );
  // Between changes, so that no name of a document that is just being deleted is written down.
  await run.alone(() => keepDecisions(run, decisions, tally, fresh));
  if (decisions.some(isMerge)) await deriveAlone(run);
}

const isMerge = ({ kind }: Decision): boolean => kind === 'alias';

/** Writes decisions down as edits, as far as their names are still there. `fresh`: the documents that were looked at. */
async function keepDecisions(
  run: ModelRun,
  decisions: readonly Decision[],
  tally: ResolutionTally,
  fresh: readonly string[],
): Promise<void> {
  const { open, env } = run;
  const now = await open.store.read('edits');
  const rows = decisionRows(
    decisions.map((one) => ofLayer(one, run.layer)),
    now,
    env,
  );
  const standing = new Set(pruneEdits([...now, ...rows], await open.store.read('extractions')));
  await open.commit((state) =>
    changeFrom(resolutionStep, {
      append: { edits: rows.filter((row) => standing.has(row)) },
      state: {
        model: {
          ...bookSpending(run, state.model, countsOf(tally)),
          unresolved: [],
          // A run that goes on after a kill asks no more than it would have; the next one that a person begins does.
          unasked: [
            ...(state.model?.unasked ?? []).filter((id) => !fresh.includes(id)),
            ...(tally.left > 0 ? fresh : []),
          ],
        },
        ...(decisions.some(isMerge) && { derived: false }),
      },
    }),
  );
}

function countsOf({
  same,
  distinct,
  undecided,
  failedReplies,
  repairs,
}: ResolutionTally): Readonly<Record<string, number>> {
  return {
    'names joined': same,
    'names kept apart': distinct,
    [UNUSED.names]: undecided,
    'failed replies': failedReplies,
    ...namedCounts('repaired', repairs),
  };
}
