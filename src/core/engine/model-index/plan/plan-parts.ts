import { countUnitsRead } from '../../../extract/extraction-status';
import { planUnitCalls } from '../../../extract/model/planned-calls';
import { readUnit } from '../../../extract/model/read-unit';
import type { ReadingOptions, UnitToRead } from '../../../extract/model/reading';
import { sumLoads, type PlanPart } from '../../../index/planning';
import { readingStep, resolutionChoices, resolutionStep } from '../../../index/model-steps';
import type { BackgroundStep } from '../../../index/step';
import type { CallOptions } from '../../../platform';
import type { ModelRunState, RunExtras } from '../../../ports/index-state';
import { SAME_ENTITY } from '../../../prompts/extraction';
import { pairsFor, loadOfPairs, resolutionEstimate, type ResolutionEstimate } from '../../../resolve/resolution-plan';
import { findOpenPairs, countFirstPairs } from '../../../resolve/resolve-entities';
import { runWork } from '../../../work';
import type { EngineEnv } from '../../env';
import { cachedExtractions } from '../cached-extractions';
import { type PriceInputs } from '../../derivations/plan-derivation';
import { remainingCalls } from '../asking/cached-replies';
import { documentsToResolve } from '../run-state';
import type { ReadingPlan } from './reading-plan';

/** Inputs of the parts of a plan. */
export interface PlanInputs extends PriceInputs {
  readonly reading: ReadingOptions;
  readonly todo: ReadingPlan;
  readonly toRead: readonly UnitToRead[];
  /** As the run would begin; missing before the first one. */
  readonly model?: ModelRunState | undefined;
  readonly extras: RunExtras;
}

/** Environment for estimating one part of a plan. */
export type PlanCall = CallOptions & { readonly env: Pick<EngineEnv, 'clock'> };

const headOf = ({ name: step, title }: TitledStep) => ({ step, title, purpose: 'reading' }) as const;

type TitledStep = Pick<BackgroundStep, 'name' | 'title'>;

const HEAD = { reading: headOf(readingStep), resolution: headOf(resolutionStep) };

/** Passages whose prompts are built for an estimate. The others are estimated by their tokens. */
const SKETCHED = 400;

/** The cost of unread passages, and of claims where only these are missing. */
export async function readingParts(planned: PlanInputs): Promise<readonly PlanPart[]> {
  const { units, unread } = planned.todo;
  const known = units.filter(({ withoutClaims }) => withoutClaims);
  return [await readingPart(planned, unread), { ...(await readingPart(planned, known)), claimsAlone: true }];
}

/** Estimates the reading of these passages, less what is answered already; for many passages, from a sample. */
export async function readingPart(
  { reading, kept }: Pick<PlanInputs, 'reading' | 'kept'>,
  units: readonly UnitToRead[],
): Promise<PlanPart> {
  const every = Math.ceil(units.length / SKETCHED);
  const sampled = units.filter((_, at) => at % every === 0);
  const each = await Promise.all(
    sampled.map(async (unit) =>
      remainingCalls(planUnitCalls(unit, reading), await kept.reading.try((ask) => readUnit(unit, reading, ask))),
    ),
  );
  const calls = each.flatMap((one) => one.calls);
  const answered = each.reduce((sum, one) => sum + one.answered, 0);
  const scale = tokensIn(units) / Math.max(1, tokensIn(sampled));
  const times = units.length / Math.max(1, sampled.length);
  const { promptTokens, replyTokens } = sumLoads(calls);
  return {
    ...HEAD.reading,
    items: units.length,
    calls: Math.round(calls.length * times),
    answered: Math.round(answered * times),
    promptTokens: Math.round(promptTokens * scale),
    replyTokens: Math.round(replyTokens * scale),
    guessed: sampled.length < units.length,
  };
}

const tokensIn = (units: readonly UnitToRead[]): number => units.reduce((sum, { unit }) => sum + unit.n_tokens, 0);

/** Pairs of names that a document brings, about, once the rest has been asked. */
const PAIRS_PER_DOCUMENT = 4;

/** Estimates the questions about names; a guess as long as passages are unread. */
export async function resolutionPart(planned: PlanInputs, call: PlanCall): Promise<PlanPart> {
  const { parameters, toRead, model } = planned;
  const { resolve } = resolutionChoices(parameters);
  const unread = toRead.filter(({ withoutClaims }) => !withoutClaims);
  const isGuess = unread.length > 0;
  // Claims bring no names, but a run that reads some looks at the names of their documents once more.
  const units = isGuess ? unread : toRead;
  const unresolved = [...(model?.unresolved ?? []), ...units.map(({ unit }) => unit.document_id)];
  const documents = new Set(documentsToResolve({ skippedPairs: model?.skippedPairs ?? [], unresolved }));
  const found = resolve && documents.size > 0 ? await pairsOf({ ...planned, unread }, documents, call) : NO_PAIRS;
  return {
    ...HEAD.resolution,
    items: found.decisions,
    calls: found.calls,
    promptTokens: found.promptTokens,
    replyTokens: found.completionTokens,
    guessed: isGuess,
  };
}

const NO_PAIRS: ResolutionEstimate = { decisions: 0, calls: 0, promptTokens: 0, completionTokens: 0 };

/** Before reading, the pairs estimated from entities found without a model. Afterwards the open pairs. */
async function pairsOf(
  { open, parameters, reading, todo, toRead, unread }: PlanInputs & { readonly unread: readonly UnitToRead[] },
  documents: ReadonlySet<string>,
  { signal, env }: PlanCall,
): Promise<ResolutionEstimate> {
  const { resolve: _on, ...choices } = resolutionChoices(parameters);
  const { entities, relationships } = open.tables;
  const words = { edited: reading.prompts[SAME_ENTITY.name], form: reading.replies };
  const options = { clock: env.clock, ...(signal && { signal }) };
  if (unread.length > 0) {
    const few = Math.min(choices.candidates, documents.size * PAIRS_PER_DOCUMENT);
    const most = todo.done === 0 && toRead.length === unread.length ? pairsFor(unread.length, choices) : few;
    return runWork(resolutionEstimate(entities, relationships, { ...choices, candidates: most }, words), options);
  }
  const [extractions, edits] = await Promise.all([cachedExtractions(open.store), open.store.read('edits')]);
  const pairs = await runWork(findOpenPairs({ ...open.tables, extractions, edits }, [], documents), options);
  const most = pairsFor(countUnitsRead(extractions, documents), choices);
  return loadOfPairs(countFirstPairs(pairs, most), choices, words);
}
