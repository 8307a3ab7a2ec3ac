import { callsOfUnit } from '../../extract/model/calls-of-unit';
import type { ReadingOptions } from '../../extract/model/reading';
import { descriptionChoices } from '../../index/model/descriptions-step';
import { NO_LOAD, sumLoads, type PlanPart } from '../../index/model/model-plan';
import { resolutionChoices } from '../../index/model/resolution-step';
import type { CallOptions, IndexState } from '../../ports';
import { estimateReports } from '../../reports/model/estimate-reports';
import { SAME_ENTITY } from '../../prompts/same-entity';
import { resolutionEstimate } from '../../resolve/resolution-estimate';
import { runWork } from '../../work';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../open-collection';
import type { ReadingTodo } from './reading-todo';
import { reportingOn } from './reporting';

/** What the parts of a plan follow from. */
export interface Planned {
  readonly open: OpenCollection;
  readonly parameters: IndexState['parameters'];
  readonly reading: ReadingOptions;
  readonly language: string | null;
  readonly todo: ReadingTodo;
  /** Of the model that writes reports. */
  readonly contextWindow: number;
}

/** Passages whose prompts are made to see what they take; of more, the rest is reckoned by their tokens. */
const LOOKED_AT = 400;

export function readingPart({ todo: { units }, reading }: Planned): PlanPart {
  const every = Math.ceil(units.length / LOOKED_AT);
  const looked = units.filter((_, at) => at % every === 0);
  const calls = looked.flatMap((unit) => callsOfUnit(unit, reading));
  const scale = tokensIn(units) / Math.max(1, tokensIn(looked));
  const { promptTokens, replyTokens } = sumLoads(calls);
  return {
    step: 'reading',
    title: 'Reading passages',
    items: units.length,
    calls: Math.round(calls.length * (units.length / Math.max(1, looked.length))),
    promptTokens: Math.round(promptTokens * scale),
    replyTokens: Math.round(replyTokens * scale),
    guessed: looked.length < units.length,
  };
}

const tokensIn = (units: ReadingTodo['units']): number => units.reduce((sum, { unit }) => sum + unit.n_tokens, 0);

/** Pairs of names that a document brings, about, once the rest has been asked. */
const PAIRS_PER_DOCUMENT = 4;

/** As many pairs as the entities found without a model would give: those that the model names are not known yet. */
export async function resolutionPart(
  { open, parameters, reading, todo }: Planned,
  { signal, env }: CallOptions & { readonly env: Pick<EngineEnv, 'clock'> },
): Promise<PlanPart> {
  const none: PlanPart = { ...NO_LOAD, step: 'resolution', title: 'Joining names', items: 0, calls: 0, guessed: true };
  const { resolve, ...choices } = resolutionChoices(parameters);
  const waiting = open.store.state.model?.unresolved ?? [];
  const documents = new Set([...todo.units.map(({ unit }) => unit.document_id), ...waiting]);
  if (!resolve || documents.size === 0) return none;
  const most = todo.done === 0 ? choices.candidates : Math.min(choices.candidates, documents.size * PAIRS_PER_DOCUMENT);
  const { entities, relationships } = open.tables;
  const edited = reading.prompts[SAME_ENTITY.name];
  const work = resolutionEstimate(entities, relationships, { ...choices, candidates: most }, edited);
  const found = await runWork(work, { clock: env.clock, ...(signal && { signal }) });
  return {
    ...none,
    items: found.decisions,
    calls: found.calls,
    promptTokens: found.promptTokens,
    replyTokens: found.completionTokens,
  };
}

/** Of a passage read in full depth, about: entities and relationships that another passage describes too, and what one of them takes. */
const DESCRIBED_TWICE = 3;
const DESCRIPTION = { promptTokens: 260, replyTokens: 60 };

export function descriptionsPart({ parameters, reading, todo }: Planned): PlanPart {
  const wanted = reading.depth === 'full' && descriptionChoices(parameters).summarise;
  const items = wanted ? todo.units.length * DESCRIBED_TWICE : 0;
  return {
    step: 'descriptions',
    title: 'Joining descriptions',
    items,
    calls: items,
    promptTokens: items * DESCRIPTION.promptTokens,
    replyTokens: items * DESCRIPTION.replyTokens,
    guessed: true,
  };
}

/** Reports on the communities as they are now: where passages are still to be read, they will be others, and about as many. */
export function reportsPart({ open, parameters, reading, language, todo, contextWindow }: Planned): PlanPart {
  const { depth, prompts } = reading;
  const { dirty, contexts, choice, limits } = reportingOn(open.tables, parameters, { contextWindow, form: depth });
  const calls = estimateReports(dirty, contexts, choice, { limits, language, prompts });
  return {
    step: 'reports',
    title: 'Writing reports',
    items: calls.length,
    calls: calls.length,
    ...sumLoads(calls),
    guessed: todo.units.length > 0,
  };
}
