import { resolutionChoices, resolutionStep } from '../../../index/model-steps';
import { changeFrom, tablesFor } from '../../../derivation/table-use';
import { replyFormOf } from '../../../prompts/prompt';
import { SAME_ENTITY } from '../../../prompts/extraction';
import { resolveEntities, type ResolutionTally } from '../../../resolve/resolve-entities';
import { ofLayer, type Decision } from '../../../graph/edits/edit-values';
import { pruneEdits } from '../../../graph/edits/edit-log';
import { countUnitsRead } from '../../../extract/extraction-status';
import { pairsFor } from '../../../resolve/resolution-plan';
import { decisionRows } from '../../editing/edits';
import { namedCounts } from '../../../derivation/derivation';
import { INVALID_REPLY_KINDS } from '../asking/cached-replies';
import { documentsToResolve } from '../run-state';
import { deriveInTurn } from './commit-buffer';
import { nextRunState, type ModelRun } from './model-run';
import type { NearestEntities } from '../../../resolve/match-signal';
import type { CallOptions, Clock } from '../../../platform';
import type { FieldVectors } from '../../../vectors/field-vectors';
import type { EngineEnv } from '../../env';
import type { EmbeddedCollection } from '../../collections/projections/vectors';

/**
 * Asks which names mean the same, in documents read since the last time, else in those with skipped pairs. Derives the graph again where
 * names were merged. Decisions are edits, so that a person can review and undo them.
 */
export async function resolveNames(run: ModelRun): Promise<void> {
  const { open, env, signal } = run;
  const { model } = run.askers.reading;
  const { prompts } = run.reading;
  const { resolve, ...parameters } = resolutionChoices(open.store.state.parameters);
  const state = open.store.state.model;
  const fresh = state && resolve ? documentsToResolve(state) : [];
  if (fresh.length === 0) return;
  const [extractions, edits] = await Promise.all([open.store.read('extractions'), open.store.read('edits')]);
  const near = await nearEntities(open, env, { signal, embed: () => run.embed(run) });
  const tables = tablesFor(resolutionStep, { ...open.tables, extractions, edits });
  let reported = 0;
  const { edits: decisions, tally } = await resolveEntities(
    { ...tables, ...(near && { near }) },
    run.askers.reading.ask,
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
        if (reported === 0) run.progress.begin(resolutionStep.name, total);
        run.progress.add(done - reported);
        reported = done;
      },
    },
  );
  // Between changes, so that no name of a document that is just being deleted is written down.
  await run.alone(() => keepDecisions(run, decisions, tally, fresh));
  if (decisions.some(isMerge)) await deriveInTurn(run);
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
    decisions.map((one) => ofLayer(one, run.reading.layer)),
    now,
    env,
  );
  const standing = new Set(pruneEdits([...now, ...rows], await open.store.read('extractions')));
  await open.store.commit((state) =>
    changeFrom(resolutionStep, {
      append: { edits: rows.filter((row) => standing.has(row)) },
      state: {
        model: {
          ...nextRunState(run, state.model, {
            made: tally.same + tally.distinct,
            failed: tally.undecided,
            found: [countsOf(tally)],
          }),
          unresolved: [],
          // A run that goes on after a kill asks no more than it would have; the next one that a person begins does.
          skippedPairs: [
            ...(state.model?.skippedPairs ?? []).filter((id) => !fresh.includes(id)),
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
    [INVALID_REPLY_KINDS.names]: undecided,
    'failed replies': failedReplies,
    ...namedCounts('repaired', repairs),
  };
}

/**
 * Finds entities with near descriptions, where the collection is embedded with the chosen model. Missing vectors are made first, so that
 * the result does not depend on how far embedding came. Undefined without a model or when it fails.
 */
async function nearEntities(
  open: EmbeddedCollection,
  env: Pick<EngineEnv, 'clock' | 'models'>,
  { signal, embed }: CallOptions & { readonly embed: () => Promise<void> },
): Promise<NearestEntities | undefined> {
  if (!open.store.state.embedding) return undefined;
  const embedder = await env.models
    .embedder()
    .then(async (chosen) => {
      if (chosen) await embed();
      return chosen;
    })
    .catch(() => null);
  signal?.throwIfAborted();
  if (!embedder || !open.store.state.embedding.complete) return undefined;
  const options = { clock: env.clock, ...(signal && { signal }) };
  const { fields } = await open.vectors.of(embedder.info.id, options);
  const vectors = fields.get('entity_description');
  return vectors && inSlices(env.clock, signal, (id, k) => nearest(vectors, id, k));
}

/** Milliseconds of searching before it yields. */
const SLICE = 12;

function inSlices(clock: Clock, signal: AbortSignal | undefined, near: NearestEntities): NearestEntities {
  let end = clock.now() + SLICE;
  return async (id, k) => {
    if (clock.now() >= end) {
      await clock.yield();
      signal?.throwIfAborted();
      end = clock.now() + SLICE;
    }
    return near(id, k);
  };
}

function nearest(vectors: FieldVectors, id: string, k: number): Awaited<ReturnType<NearestEntities>> {
  const vector = vectors.vectorOf(id);
  if (!vector) return [];
  return vectors.table
    .search(vector, { k: k + 1 })
    .map((hit) => ({ id: vectors.ids[hit.id] ?? '', score: hit.score }))
    .filter((one) => one.id !== id);
}
