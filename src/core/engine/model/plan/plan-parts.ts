import { callsOfUnit } from '../../../extract/model/calls-of-unit';
import { readUnit } from '../../../extract/model/read-unit';
import type { ReadingOptions, UnitToRead } from '../../../extract/model/reading';
import { descriptionChoices } from '../../../index/model/descriptions-step';
import { NO_LOAD, sumLoads, type PlanPart } from '../../../index/model/plan-part';
import { resolutionChoices } from '../../../index/model/resolution-step';
import type { CallOptions } from '../../../ports/call-options';
import type { IndexState, ModelRunState, RunExtras } from '../../../ports/index-state';
import { estimateDescriptions } from '../../../reports/model/estimate-descriptions';
import { summariseDescriptions } from '../../../reports/model/summarise-descriptions';
import { SAME_ENTITY } from '../../../prompts/same-entity';
import { pairsFor } from '../../../resolve/resolution-parameters';
import { openPairs, pairsWorthAsking } from '../../../resolve/resolve-entities';
import { loadOfPairs, resolutionEstimate, type ResolutionEstimate } from '../../../resolve/resolution-estimate';
import { runWork } from '../../../work';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../open-collection';
import { keptExtractions } from '../kept-extractions';
import { unanswered, type KeptReplies } from '../asking/kept-replies';
import { ATTEMPTS } from '../asking/reading-options';
import { descriptionsDue } from './descriptions-due';
import type { ReadingTodo } from './reading-todo';

/** What the parts of a plan follow from. */
export interface Planned {
  readonly open: OpenCollection;
  readonly parameters: IndexState['parameters'];
  readonly reading: ReadingOptions;
  readonly todo: ReadingTodo;
  /** As the run would begin; missing before the first one. */
  readonly model?: ModelRunState | undefined;
  readonly extras: RunExtras;
  /** What writes descriptions and reports. */
  readonly reporter: { readonly title: string; readonly contextWindow: number };
  /** What the models have answered before. */
  readonly kept: { readonly reading: KeptReplies; readonly reports: KeptReplies };
}

type Call = CallOptions & { readonly env: Pick<EngineEnv, 'clock'> };

/** Passages whose prompts are made to see what they take; of more, the rest is reckoned by their tokens. */
const SKETCHED = 400;

/** What reading these passages takes, less what is answered already; of many, reckoned from a sample. */
export async function readingPart(
  { todo, reading, kept }: Planned,
  units: readonly UnitToRead[] = todo.units,
): Promise<PlanPart> {
  const every = Math.ceil(units.length / SKETCHED);
  const looked = units.filter((_, at) => at % every === 0);
  const each = await Promise.all(
    looked.map(async (unit) =>
      unanswered(callsOfUnit(unit, reading), await kept.reading.try((ask) => readUnit(unit, reading, ask))),
    ),
  );
  const calls = each.flatMap((one) => one.calls);
  const answered = each.reduce((sum, one) => sum + one.answered, 0);
  const scale = tokensIn(units) / Math.max(1, tokensIn(looked));
  const times = units.length / Math.max(1, looked.length);
  const { promptTokens, replyTokens } = sumLoads(calls);
  return {
    step: 'reading',
    title: 'Reading passages',
    items: units.length,
    calls: Math.round(calls.length * times),
    answered: Math.round(answered * times),
    promptTokens: Math.round(promptTokens * scale),
    replyTokens: Math.round(replyTokens * scale),
    guessed: looked.length < units.length,
  };
}

const tokensIn = (units: readonly UnitToRead[]): number => units.reduce((sum, { unit }) => sum + unit.n_tokens, 0);

/** Pairs of names that a document brings, about, once the rest has been asked. */
const PAIRS_PER_DOCUMENT = 4;

/** What asking about names takes; a guess as long as passages are unread. */
export async function resolutionPart(planned: Planned, call: Call): Promise<PlanPart> {
  const { parameters, todo, model } = planned;
  const { resolve } = resolutionChoices(parameters);
  const documents = new Set([...todo.units.map(({ unit }) => unit.document_id), ...(model?.unresolved ?? [])]);
  const found = resolve && documents.size > 0 ? await pairsOf(planned, documents, call) : NO_PAIRS;
  return {
    step: 'resolution',
    title: 'Joining names',
    items: found.decisions,
    calls: found.calls,
    promptTokens: found.promptTokens,
    replyTokens: found.completionTokens,
    guessed: todo.units.length > 0,
  };
}

const NO_PAIRS: ResolutionEstimate = { decisions: 0, calls: 0, promptTokens: 0, completionTokens: 0 };

/**
 * Before passages are read, as many pairs as the entities found without a model would give: those that the model names are not known yet.
 * Afterwards those that are open.
 */
async function pairsOf(
  { open, parameters, reading, todo }: Planned,
  documents: ReadonlySet<string>,
  { signal, env }: Call,
): Promise<ResolutionEstimate> {
  const { resolve: _on, ...choices } = resolutionChoices(parameters);
  const { entities, relationships } = open.tables;
  const words = { edited: reading.prompts[SAME_ENTITY.name], form: reading.replies };
  const options = { clock: env.clock, ...(signal && { signal }) };
  if (todo.units.length > 0) {
    const few = Math.min(choices.candidates, documents.size * PAIRS_PER_DOCUMENT);
    const most = todo.done === 0 ? pairsFor(todo.units.length, choices) : few;
    return runWork(resolutionEstimate(entities, relationships, { ...choices, candidates: most }, words), options);
  }
  const [extractions, edits] = await Promise.all([keptExtractions(open), open.store.read('edits')]);
  const pairs = await runWork(openPairs({ ...open.tables, extractions, edits }, [], documents), options);
  return loadOfPairs(pairsWorthAsking(pairs, choices.candidates), choices, words);
}

/** Of a passage read in full depth, about: entities and relationships that another passage describes too, and what one of them takes. */
const DESCRIBED_TWICE = 3;
const DESCRIPTION = { promptTokens: 260, replyTokens: 60 };

/** Descriptions that are due by what was read, and those that reading will bring. */
export async function descriptionsPart(
  { open, parameters, reading, todo, model, reporter, kept }: Planned,
  call: CallOptions & { readonly env: Pick<EngineEnv, 'clock'> },
): Promise<PlanPart> {
  const none: PlanPart = {
    ...NO_LOAD,
    step: 'descriptions',
    title: 'Joining descriptions',
    items: 0,
    calls: 0,
    guessed: false,
  };
  const { summarise, maxInputTokens, maxWords } = descriptionChoices(parameters);
  if (!summarise || reading.depth !== 'full') return none;
  const tried = new Set(model?.unwritten);
  const due = (await descriptionsDue(open, call)).filter(({ hash }) => !tried.has(hash));
  const { language, prompts } = reading;
  const { contextWindow } = reporter;
  const options = { maxInputTokens, maxWords, contextWindow, language, attempts: ATTEMPTS, prompts };
  const each = await Promise.all(
    due.map(async (task) => {
      const replied = await kept.reports.try((ask) => summariseDescriptions(task, options, ask));
      return unanswered(estimateDescriptions([task], options), replied);
    }),
  );
  const calls = each.flatMap((one) => one.calls);
  const known = sumLoads(calls);
  const coming = todo.units.length * DESCRIBED_TWICE;
  return {
    ...none,
    items: due.length + coming,
    calls: calls.length + coming,
    answered: each.reduce((sum, one) => sum + one.answered, 0),
    promptTokens: known.promptTokens + coming * DESCRIPTION.promptTokens,
    replyTokens: known.replyTokens + coming * DESCRIPTION.replyTokens,
    guessed: coming > 0,
  };
}
