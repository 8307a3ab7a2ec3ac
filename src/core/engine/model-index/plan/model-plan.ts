import type { ReadingModel } from '../../../extract/model/reading-status';
import type { ReadingOptions } from '../../../extract/model/reading';
import {
  sumLoads,
  type PlanOffer,
  type PlanPart,
  suggest,
  type Suggestion,
  withRetries,
} from '../../../index/planning';
import { readingChoices } from '../../../index/model-steps';
import type { CallOptions } from '../../../platform';
import type { IndexState, ModelRunState, RunExtras } from '../../../ports/index-state';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../collections/open-collection';
import { cachedReplies } from '../asking/cached-replies';
import { createPace, type Pace, type RunModels, readingOptions, sumOrNull } from '../asking/run-models';
import { beginNextRound, endedInvalid, roundOf } from '../run-state';
import { descriptionsPart } from './description-plan';
import { readingPart, readingParts, resolutionPart, type PlanInputs } from './plan-parts';
import { planReading, type ReadingPlan } from './reading-plan';
import { reportPlan } from './report-plan';

/** What indexing with the chosen model would do now, and what that takes on this machine. */
export interface ModelPlan {
  /** The name for people of the model that reads. */
  readonly title: string;
  /** That of the model that writes descriptions and reports. */
  readonly reporter: string;
  readonly layer: string;
  readonly depth: ReadingOptions['depth'];
  readonly passages: PlannedPassages;
  /** Which models have read passages of the collection, with whatever choices, and how many. */
  readonly readers: readonly ReadingModel[];
  /** Steps with something to ask, in order. */
  readonly parts: readonly PlanPart[];
  /** Seconds by the measured speed; null before the model's first call on this machine. */
  readonly seconds: number | null;
  /** Those of writing reports alone; null where that was not measured. */
  readonly reportSeconds: number | null;
  /** Bytes on disk, about. */
  readonly bytes: number;
  readonly suggestion: Suggestion;
  /** Extras that a person can choose for this run. Null where there is nothing of the kind. */
  readonly offers: {
    /** Passages of the plan that another model has read, or the same with other choices. */
    readonly readAgain: PlanOffer | null;
    /** Reports that another model has written, or the same with other words. */
    readonly writeAgain: PlanOffer | null;
    /** Reports that are left until they are opened. */
    readonly allReports: PlanOffer | null;
  };
}

/** How many passages a plan is about. */
interface PlannedPassages {
  /** Of the collection. */
  readonly all: number;
  /** That the plan covers. */
  readonly planned: number;
  /** Of these: read already. */
  readonly done: number;
  /** Of those read already: whose claims are missing, and are asked for. Missing: none. */
  readonly lackClaims?: number;
  /** Of these: whose claims could not be read. Missing: none. */
  readonly claimsInVain?: number;
}

/** A kept reply and the records of it, per token written. */
const BYTES_PER_TOKEN = 20;
const BYTES_PER_CALL = 600;

/** What a plan is made for, and with. */
type PlanOptions = CallOptions & {
  readonly env: Pick<EngineEnv, 'clock' | 'settings' | 'replies'>;
  /** False where a run goes on: failed items are then not tried again. Default true. */
  readonly begins?: boolean;
  /** What is asked of the run besides; missing: what one that is paused was asked. */
  readonly extras?: RunExtras;
  /** Whether to look for what could be asked besides. */
  readonly offers?: boolean;
};

/** Plans a run without asking a model; times rest on the speeds measured on this machine. */
export async function planModelIndex(
  open: OpenCollection,
  models: RunModels,
  parameters: IndexState['parameters'],
  options: PlanOptions,
): Promise<ModelPlan> {
  const { choice, title } = models.reading;
  const planned = await plannedOf(open, models, parameters, options);
  const { todo, reading } = planned;
  const pace = await createPace(models, options.env.settings);
  const retried = (part: PlanPart): PlanPart => withRetries(part, pace.callsPerReply(part.step));
  const reports = await reportPlan(planned, options);
  const parts = [...(await partsBefore(planned, options)), reports.part]
    .filter(({ calls, answered = 0 }) => calls + answered > 0)
    .map(retried);
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const tokens = open.tables.text_units.reduce((sum, unit) => sum + unit.n_tokens, 0);
  return {
    title,
    reporter: models.reports.title,
    layer: reading.layer,
    depth: reading.depth,
    passages: passagesOf(todo),
    readers: todo.readers,
    parts,
    seconds: sumOrNull(parts.map((part) => pace.secondsFor(part.step, part))),
    reportSeconds: pace.secondsFor('reports', retried(reports.part)),
    bytes: sumLoads(parts).replyTokens * BYTES_PER_TOKEN + calls * BYTES_PER_CALL,
    suggestion: suggest(`${choice.model} ${title}`, tokens),
    offers: {
      readAgain: todo.otherwise.length > 0 ? offerOf(await readingPart(planned, todo.otherwise), pace) : null,
      writeAgain: offerOf(reports.otherwise, pace),
      allReports: offerOf(reports.rest, pace),
    },
  };
}

/** The parts that come before reports; none where these alone are asked for. */
async function partsBefore(planned: PlanInputs, options: PlanOptions): Promise<readonly PlanPart[]> {
  if (planned.extras.onlyReports) return [];
  return [
    ...(await readingParts(planned)),
    await resolutionPart(planned, options),
    await descriptionsPart(planned, options),
  ];
}

function passagesOf({ all, done, units, unread }: ReadingPlan): PlannedPassages {
  const lackClaims = units.length - unread.length;
  const claimsInVain = units.filter(({ withoutClaims }) => withoutClaims?.askedInVain).length;
  const missing = { ...(lackClaims > 0 && { lackClaims }), ...(claimsInVain > 0 && { claimsInVain }) };
  return { all, planned: done + units.length, done: done + lackClaims, ...missing };
}

/** What a run would begin with. */
async function plannedOf(
  open: OpenCollection,
  models: RunModels,
  parameters: IndexState['parameters'],
  options: PlanOptions,
): Promise<PlanInputs> {
  const choices = readingChoices(parameters);
  const reading = await readingOptions(choices, models.reading, options.env.settings);
  const { model: before } = open.store.state;
  const isLeft = before?.phase === 'running' || before?.phase === 'paused';
  const extras = options.extras ?? (isLeft ? before.extras : undefined) ?? {};
  const model = before && stateAtBegin(before, open, reading.layer, { ...options, extras });
  const wanted = { options: reading, again: extras.readAgain ?? false, round: roundOf(model) };
  const todo = await planReading(open, { budget: choices.budget, wanted }, options);
  const { title, capabilities } = models.reports;
  const reporter = { title, contextWindow: capabilities.contextWindow };
  const { replies } = options.env;
  const asked = { round: wanted.round, since: sinceOf(before, model, reading.layer, options) };
  const kept = {
    reading: cachedReplies(replies, models.reading.choice, asked, options),
    reports: cachedReplies(replies, models.reports.choice, asked, options),
  };
  return { open, parameters, reading, todo, model, extras, reporter, kept };
}

/** Invalid replies from then on are not asked for anew. Where a person begins a run, all earlier ones are. */
function sinceOf(
  before: ModelRunState | undefined,
  model: ModelRunState | undefined,
  layer: string,
  { begins = true }: Pick<PlanOptions, 'begins'>,
): number | undefined {
  return begins || before?.layer !== layer || roundOf(before) !== roundOf(model) ? Infinity : before.begunAt;
}

/** A run with another layer counts anew, but joins the names that are left to be joined. */
function stateAtBegin(
  before: ModelRunState,
  open: OpenCollection,
  layer: string,
  { begins = true, extras }: Pick<PlanOptions, 'begins' | 'extras'>,
): ModelRunState {
  const state = before.layer === layer ? before : { ...before, round: 1, failedItems: [], found: {} };
  const documentIds = open.tables.documents.map(({ id }) => id);
  return begins || endedInvalid(state) ? beginNextRound(state, documentIds, extras) : state;
}

function offerOf(part: PlanPart | null, pace: Pick<Pace, 'secondsFor' | 'callsPerReply'>): PlanOffer | null {
  if (!part) return null;
  const retried = withRetries(part, pace.callsPerReply(part.step));
  const { items, calls, answered = 0, promptTokens, replyTokens } = retried;
  return { items, calls, answered, promptTokens, replyTokens, seconds: pace.secondsFor(part.step, retried) };
}
