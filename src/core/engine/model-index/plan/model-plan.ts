import type { ReadingModel } from '../../../extract/model/reading-status';
import type { ReadingOptions } from '../../../extract/model/reading';
import {
  NO_LOAD,
  sumLoads,
  type PlanOffer,
  type PlanPart,
  suggest,
  type Suggestion,
  withRetries,
} from '../../../index/planning';
import { readingChoices, readingStep } from '../../../index/model-steps';
import type { WantedItems } from '../../../derivation/derivation';
import { stepsOfRun } from '../../../index/methods';
import type { ChatModelInfo } from '../../../models/chat-model';
import { reportDerivation } from '../../../reports/model/report-derivation';
import { wantedBy } from '../../derivations/derivation-view';
import { priceDerivation } from '../../derivations/plan-derivation';
import type { CallOptions } from '../../../platform';
import type { IndexState, ModelRunState, RunExtras } from '../../../ports/index-state';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../collections/open-collection';
import { cachedReplies } from '../asking/cached-replies';
import { createPace, type Pace, type RunModels, readingOptions, sumOrNull } from '../asking/run-models';
import { beginNextRound, endedInvalid, roundOf } from '../run-state';
import { readingPart, readingParts, resolutionPart, type PlanInputs } from './plan-parts';
import { planReading, type ReadingPlan } from './reading-plan';

/** Plan of indexing with the chosen model now, with its cost on this machine. */
export interface ModelPlan {
  /** The name for people of the model that reads. */
  readonly title: string;
  /** Name of the reporting model. */
  readonly reporter: string;
  readonly layer: string;
  readonly depth: ReadingOptions['depth'];
  readonly passages: PlannedPassages;
  /** Models that have read passages of the collection, with any choices, and their counts of passages. */
  readonly readers: readonly ReadingModel[];
  /** Names of the steps that a run can make, in order. */
  readonly steps: readonly string[];
  /** Steps with something to ask, in order. */
  readonly parts: readonly PlanPart[];
  /** Seconds by the measured speed; null before the model's first call on this machine. */
  readonly seconds: number | null;
  /** Seconds for writing reports alone; null where that was not measured. */
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

/** Counts of passages in a plan. */
interface PlannedPassages {
  /** Passages of the collection. */
  readonly all: number;
  /** Passages that the plan covers. */
  readonly planned: number;
  /** Planned passages that are read already. */
  readonly done: number;
  /** Passages read already whose claims are missing, and are asked for. Missing: none. */
  readonly lackClaims?: number;
  /** Passages among these whose claims could not be read. Missing: none. */
  readonly claimsInVain?: number;
}

/** A kept reply and the records of it, per token written. */
const BYTES_PER_TOKEN = 20;
const BYTES_PER_CALL = 600;

/** Environment and scope of a plan. */
type PlanOptions = CallOptions & {
  readonly env: Pick<EngineEnv, 'clock' | 'settings' | 'replies'>;
  /** False where a run continues: failed items are then not tried again. Default true. */
  readonly begins?: boolean;
  /** Work of the run beyond its plan; missing: the extras of a paused run. */
  readonly extras?: RunExtras;
  /** True to look for optional work as well. */
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
  const retried = (part: PlanPart): PlanPart => withRetries(part, pace.callsPerReply(part.purpose));
  const priced = await pricedSteps(planned, options);
  const parts = priced
    .map(({ part }) => part)
    .filter(({ calls, answered = 0 }) => calls + answered > 0)
    .map(retried);
  const reports = priced.find(({ part }) => part.step === reportDerivation.name);
  const isRead = priced.some(({ part }) => part.step === readingStep.name);
  const offers = reports && options.offers ? await reportOffers(planned, reports.ids) : NO_OFFERS;
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const tokens = open.tables.text_units.reduce((sum, unit) => sum + unit.n_tokens, 0);
  return {
    title,
    reporter: models.reports.title,
    layer: reading.layer,
    depth: reading.depth,
    passages: passagesOf(todo),
    readers: todo.readers,
    steps: stepsOfRun().map(({ name }) => name),
    parts,
    seconds: sumOrNull(parts.map((part) => pace.secondsFor(part.purpose, part))),
    reportSeconds: pace.secondsFor('reports', reports ? retried(reports.part) : NO_LOAD),
    bytes: sumLoads(parts).replyTokens * BYTES_PER_TOKEN + calls * BYTES_PER_CALL,
    suggestion: suggest(`${choice.model} ${title}`, tokens),
    offers: {
      readAgain: isRead && todo.otherwise.length > 0 ? offerOf(await readingPart(planned, todo.otherwise), pace) : null,
      writeAgain: offerOf(offers.otherwise, pace),
      allReports: offerOf(offers.rest, pace),
    },
  };
}

/** The parts of the steps that are not left out. Those of derivations have the ids of their items. */
async function pricedSteps(planned: PlanInputs, options: PlanOptions) {
  const priced: { readonly part: PlanPart; readonly ids?: ReadonlySet<string> }[] = [];
  for (const step of stepsOfRun(planned.extras.skipSteps)) {
    if (step.scope === 'items') priced.push(await priceDerivation(step, planned, wantedBy(step, planned.extras)));
    else if (step.name === readingStep.name) priced.push(...(await readingParts(planned)).map((part) => ({ part })));
    else priced.push({ part: await resolutionPart(planned, options) });
  }
  return priced;
}

/** Reports that a person can add to a run. Null where there are none, or while that is not known. */
interface ReportOffers {
  /** Reports that another model wrote, or the same with other words. */
  readonly otherwise: PlanPart | null;
  /** Reports that are written only when they are opened. */
  readonly rest: PlanPart | null;
}

const NO_OFFERS: ReportOffers = { otherwise: null, rest: null };

/** `due`: ids of the reports that are written anyway. */
async function reportOffers(planned: PlanInputs, due?: ReadonlySet<string>): Promise<ReportOffers> {
  const price = async (wanted: WantedItems): Promise<PlanPart | null> => {
    const { part } = await priceDerivation(reportDerivation, planned, wanted, due);
    return part.items > 0 ? part : null;
  };
  const otherwise = await price({ again: 'others', all: planned.extras.allReports });
  const rest = planned.toRead.length > 0 ? null : await price({ all: true, roughly: true });
  return { otherwise, rest };
}

function passagesOf({ all, done, units, unread }: ReadingPlan): PlannedPassages {
  const lackClaims = units.length - unread.length;
  const claimsInVain = units.filter(({ withoutClaims }) => withoutClaims?.askedInVain).length;
  const missing = { ...(lackClaims > 0 && { lackClaims }), ...(claimsInVain > 0 && { claimsInVain }) };
  return { all, planned: done + units.length, done: done + lackClaims, ...missing };
}

/** Collects the inputs of a run. */
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
  const todo = await planReading(open.store, { budget: choices.budget, wanted }, options);
  const { replies } = options.env;
  const of = { round: wanted.round, since: sinceOf(before, model, reading.layer, options) };
  const kept = {
    reading: cachedReplies(replies, models.reading.choice, of, options),
    reports: cachedReplies(replies, models.reports.choice, of, options),
  };
  const { env, signal } = options;
  const asked = { reading: facts(models.reading), reports: facts(models.reports) };
  const toRead = extras.skipSteps?.includes(readingStep.name) ? [] : todo.units;
  const failedItems = model?.failedItems ?? [];
  const given = { open, env, ...(signal && { signal }), parameters, reading, models: asked, toRead, failedItems, kept };
  return { ...given, todo, model, extras };
}

const facts = ({ title, capabilities: { contextWindow } }: ChatModelInfo) => ({ title, contextWindow });

/** Invalid replies from then on are not asked for anew. Where a person begins a run, all earlier ones are. */
function sinceOf(
  before: ModelRunState | undefined,
  model: ModelRunState | undefined,
  layer: string,
  { begins = true }: Pick<PlanOptions, 'begins'>,
): number | undefined {
  return begins || before?.layer !== layer || roundOf(before) !== roundOf(model) ? Infinity : before.begunAt;
}

/** A run with another layer counts from 0, but joins the names that are left to be joined. */
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
  const retried = withRetries(part, pace.callsPerReply(part.purpose));
  const { items, calls, answered = 0, promptTokens, replyTokens } = retried;
  return { items, calls, answered, promptTokens, replyTokens, seconds: pace.secondsFor(part.purpose, retried) };
}
