import { descriptionsStep, descriptionChoices } from '../../../index/model-steps';
import { NO_MODEL } from '../../../provenance';
import { tablesFor } from '../../../index/step';
import {
  type DescribedSoFar,
  estimateFutureDescriptions,
  type FutureCalls,
  descriptionRates,
  estimateDescriptions,
} from '../../../descriptions/estimate-descriptions';
import {
  tokensOfAll,
  type DescriptionOptions,
  summariseDescriptions,
} from '../../../descriptions/summarise-descriptions';
import {
  describedThings,
  tasksOf,
  type DescribedThing,
  type DescriptionTask,
  countNameOccurrences,
} from '../../../descriptions/list-descriptions';
import type { CallOptions } from '../../../platform';
import { runWork, type Work } from '../../../work';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../collections/open-collection';
import { cachedExtractions } from '../cached-extractions';
import { unitsReadBy } from '../../../extract/model/reading-status';
import { foldEdits } from '../../../graph/edits/fold-edits';
import { NO_LOAD, sumLoads, type PlanPart } from '../../../index/planning';
import type { EditRow, ExtractionRow } from '../../../tables/tables';
import { remainingCalls } from '../asking/cached-replies';
import { ATTEMPTS } from '../asking/run-models';
import type { PlanCall, PlanInputs } from './plan-parts';

/** Descriptions by now. */
interface Descriptions {
  /** Descriptions that a model has still to join. */
  readonly tasks: readonly DescriptionTask[];
  /**
   * Entities and relationships with descriptions. Relationships are named by their pair of keys, in the direction with
   * more of them.
   */
  readonly described: ReadonlyMap<string, DescribedSoFar>;
}

interface Known extends Descriptions {
  readonly version: number;
}

const known = new WeakMap<OpenCollection, Known>();

type Call = CallOptions & { readonly env: Pick<EngineEnv, 'clock'> };

/**
 * Pending descriptions of the current tables, computed once per version. Descriptions of at most `joinAbove` tokens together stay
 * separate.
 */
export async function pendingDescriptions(open: OpenCollection, joinAbove: number, call: Call): Promise<Descriptions> {
  const { tasks, described } = await allDescriptions(open, call);
  return { described, tasks: tasks.filter(({ descriptions }) => tokensOfAll(descriptions) > joinAbove) };
}

async function allDescriptions(open: OpenCollection, { env, signal }: Call): Promise<Descriptions> {
  const { version, tables } = open;
  const before = known.get(open);
  if (before?.version === version) return before;
  const [extractions, edits] = await Promise.all([cachedExtractions(open), open.read('edits')]);
  const work = describedThings(tablesFor(descriptionsStep, { ...tables, extractions, edits }));
  const things = await runWork(work, { clock: env.clock, ...(signal && { signal }) });
  const now = { version, tasks: things.flatMap(tasksOf), described: describedSoFar(things) };
  known.set(open, now);
  return now;
}

function describedSoFar(things: readonly DescribedThing[]): ReadonlyMap<string, DescribedSoFar> {
  const described = new Map<string, DescribedSoFar>();
  for (const { key, row, descriptions } of things) {
    const tokens = tokensOfAll(descriptions);
    if (tokens <= (described.get(key)?.tokens ?? -1)) continue;
    described.set(key, { count: descriptions.length, tokens, isSummarised: row.description_hash !== null });
  }
  return described;
}

const NONE: PlanPart = {
  ...NO_LOAD,
  step: 'descriptions',
  items: 0,
  calls: 0,
  guessed: false,
};

/** Descriptions that are due by what was read, and those that reading will bring. */
export async function descriptionsPart(planned: PlanInputs, call: PlanCall): Promise<PlanPart> {
  const { open, parameters, reading, todo, model, reporter, kept } = planned;
  const { summarise, joinAbove, maxInputTokens, maxWords } = descriptionChoices(parameters);
  if (!summarise || reading.depth !== 'full') return NONE;
  const { tasks, described } = await pendingDescriptions(open, joinAbove, call);
  const tried = new Set(model?.failedItems);
  const due = tasks.filter(({ hash }) => !tried.has(hash));
  const { language, prompts } = reading;
  const { contextWindow } = reporter;
  const options = { maxInputTokens, maxWords, contextWindow, language, attempts: ATTEMPTS, prompts };
  const each = await Promise.all(
    due.map(async (task) => {
      const replied = await kept.reports.try((ask) => summariseDescriptions(task, options, ask));
      return remainingCalls(estimateDescriptions([task], options), replied);
    }),
  );
  const calls = each.flatMap((one) => one.calls);
  const coming =
    todo.unread.length > 0 ? await expected(planned, { ...options, joinAbove, described }, call) : undefined;
  const load = sumLoads(coming ? [...calls, coming] : calls);
  return {
    ...NONE,
    ...load,
    items: due.length + (coming?.items ?? 0),
    calls: calls.length + (coming?.calls ?? 0),
    answered: each.reduce((sum, one) => sum + one.answered, 0),
    guessed: coming !== undefined,
  };
}

interface Expecting extends DescriptionOptions {
  readonly joinAbove: number;
  readonly described: ReadonlyMap<string, DescribedSoFar>;
}

/** Descriptions expected from unread passages, by the names in them and by what this model wrote on average per name. */
async function expected(
  { open, reading, todo }: PlanInputs,
  options: Expecting,
  { env, signal }: PlanCall,
): Promise<FutureCalls> {
  const [extractions, edits] = await Promise.all([cachedExtractions(open), open.read('edits')]);
  const unread = todo.unread.flatMap(({ mentions }) => mentions);
  const work = expecting({ extractions, edits, unread, layer: reading.layer }, options);
  return runWork(work, { clock: env.clock, ...(signal && { signal }) });
}

interface Looked {
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
  /** Mentions in the passages to be read. */
  readonly unread: readonly ExtractionRow[];
  /** Extraction run of the model that is to read them. */
  readonly layer: string;
}

function* expecting({ extractions, edits, unread, layer }: Looked, options: Expecting): Work<FutureCalls> {
  const keys = foldEdits(edits);
  const read = unitsReadBy(extractions, layer, 'full');
  const there = extractions.filter(({ text_unit_id }) => read.has(text_unit_id));
  const seen = yield* countNameOccurrences(
    there.filter((row) => row.layer === NO_MODEL),
    keys,
  );
  const rates = yield* descriptionRates(
    there.filter((row) => row.layer === layer),
    seen,
  );
  return yield* estimateFutureDescriptions(yield* countNameOccurrences(unread, keys), { ...options, rates });
}
