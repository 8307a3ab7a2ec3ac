import { mapInOrder } from '../async';
import { pairKey } from '../ids';
import { pairsAsked, pairsFoundDistinct, pairsKeptApart, foldEdits } from '../graph/edits/fold-edits';
import { NO_MODEL } from '../provenance';
import { type Decision, editOf, keysOf } from '../graph/edits/edit-values';
import { createCallCounter, type CallCounter, type CallTally, type Ask } from '../models/model-call';
import type { EditedPrompt, ReplyForm } from '../prompts/prompt';
import type { CallOptions, Clock } from '../platform';
import type { Rows } from '../tables/rows';
import type { EditRow, EntityRow, RelationshipRow, TextUnitRow, ExtractionRow } from '../tables/tables';
import { runWork, type Work, inSteps } from '../work';
import { bracketedNames, closeVectors, type MatchSignal, type NearestEntities } from './match-signal';
import { findCandidates, type Candidate } from './candidates';
import { askAboutPairs, pairCalls, type PairAnswer, type ShownPair } from './pair-calls';
import { nameEvidence, type EvidenceTables, typesContradict } from './name-evidence';
import type { ResolutionParameters } from './resolution-plan';
import { applyDecisions, pickPairs } from './apply-decisions';
import { currentEdits } from '../graph/edits/edit-log';
import { mostFrequent } from '../graph/derive/key-counts';

export interface ResolutionInput extends EvidenceTables {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  /** Missing where entities have no vectors. */
  readonly near?: NearestEntities;
}

export interface ResolutionOptions extends ResolutionParameters, CallOptions {
  readonly clock: Clock;
  /** The model's name, as shown beside what it decided. */
  readonly by: string;
  /** Tokens of prompt and reply together. */
  readonly contextWindow: number;
  readonly edited?: EditedPrompt;
  /** Calls at a time; default 1. */
  readonly parallel?: number;
  /** Form of the model's replies; default lines. */
  readonly replies?: ReplyForm;
  /** Limits the pairs to those with a name in one of these documents. */
  readonly documents?: ReadonlySet<string>;
  /** Called after each call with the pairs asked about so far and all of them. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Cost and results of a resolution. */
export interface ResolutionTally extends CallTally {
  /** Pairs that may be the same, asked about or not. */
  readonly candidates: number;
  readonly same: number;
  readonly distinct: number;
  /** Pairs without a clear answer after two attempts. */
  readonly undecided: number;
  /** Pairs left for a later run, since a run asks about no more. */
  readonly left: number;
  /** Pairs that the model called the same and that are left apart, since one of the names would then mean two different entities. */
  readonly ambiguous: number;
}

interface Resolution {
  readonly edits: readonly Decision[];
  readonly tally: ResolutionTally;
}

/**
 * Asks a model which names mean the same, the likeliest pairs first, and returns its answers as edits. The same input gives the same calls.
 * Pairs that are already decided are not asked about again. A ModelError passes through; answers up to then are in the cache of replies.
 */
export async function resolveEntities(
  input: ResolutionInput,
  ask: Ask,
  options: ResolutionOptions,
): Promise<Resolution> {
  const { clock, signal } = options;
  const close = input.near ? await closeVectors(input.entities.filter(isNamedByModel), input.near) : [];
  const open = await runWork(findOpenPairs(input, close, options.documents), { clock, ...(signal && { signal }) });
  const counter = createCallCounter();
  const asked = new Set<Candidate>();
  const answers: PairAnswer[] = [];
  let applied = applyDecisions([], options.by);
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = pickPairs(open, asked, applied.groups, options.candidates - asked.size);
    if (pairs.length === 0) break;
    let done = asked.size;
    for (const pair of pairs) asked.add(pair);
    await askAbout(pairs, input, ask, options, counter, (answered, pairsOfCall) => {
      answers.push(...answered);
      done += pairsOfCall;
      options.onProgress?.(done, Math.min(open.length, options.candidates));
    });
    applied = applyDecisions(answers, options.by);
  }
  const shown = await runWork(shownNames(input.entities, input), { clock, ...(signal && { signal }) });
  const decisions = applied.decisions.map((decision) => betweenShownNames(decision, shown));
  const { ambiguous } = applied;
  const same = decisions.filter(({ kind }) => kind === 'alias').length;
  const undecided = asked.size - answers.length;
  const isFull = asked.size >= options.candidates;
  const left = isFull ? pickPairs(open, asked, applied.groups, open.length).length : 0;
  const distinct = decisions.length - same - ambiguous;
  const counts = { candidates: open.length, same, distinct, undecided, left, ambiguous };
  return { edits: decisions, tally: { ...counts, ...counter.tally } };
}

/** Answers decide other pairs, so pairs are asked about in rounds. Each round pays for the instructions again. */
const ROUNDS = 3;

async function askAbout(
  pairs: readonly Candidate[],
  input: ResolutionInput,
  ask: Ask,
  { evidence, contextWindow, edited = {}, replies, parallel = 1, clock, signal }: ResolutionOptions,
  counter: CallCounter,
  take: (answers: readonly PairAnswer[], pairs: number) => void,
): Promise<void> {
  const shown = await runWork(shownPairs(pairs, input, evidence), { clock, ...(signal && { signal }) });
  const calls = pairCalls(shown, contextWindow, edited, replies);
  await mapInOrder(
    calls,
    parallel,
    (call) => askAboutPairs(call, ask, edited, counter),
    (answers, call) => take(answers, call.pairs.length),
  );
}

const isNamedByModel = ({ method }: EntityRow): boolean => method !== NO_MODEL;

/** Counts the pairs that a first round asks about. */
export function countFirstPairs(pairs: readonly Candidate[], most: number): number {
  return pickPairs(pairs, new Set(), applyDecisions([], '').groups, most).length;
}

/** Finds candidates that neither a model nor a person has decided, the likeliest first. */
export function* findOpenPairs(
  input: Omit<ResolutionInput, 'near'>,
  close: readonly MatchSignal[],
  documents: ReadonlySet<string> | undefined,
): Work<readonly Candidate[]> {
  const { relationships, edits, text_units } = input;
  const shown = yield* shownNames(input.entities, input);
  const entities = input.entities.filter(isNamedByModel).map((entity) => {
    const name = shown.get(entity.key);
    return name && name.type !== entity.type ? { ...entity, type: name.type } : entity;
  });
  const mixesTypes = ({ key }: Candidate['into']): boolean => shown.get(key)?.mixesTypes ?? false;
  const further = [...close, ...(yield* bracketedNames(entities, input))];
  const found = yield* findCandidates(entities, relationships, further);
  const decided = decidedPairs(edits);
  const touched = documents && entitiesIn(documents, entities, text_units);
  return found.filter(
    ({ into, from }) =>
      !decided.has(pairKey(into.key, from.key)) &&
      (!touched || touched.has(into.id) || touched.has(from.id)) &&
      // An entity that already mixes types takes in no name of a third type.
      !((mixesTypes(into) || mixesTypes(from)) && typesContradict(into, from)),
  );
}

/** Applies a decision to the names that were shown, so that undoing an earlier join leaves it alone. */
function betweenShownNames(decision: Decision, shown: ReadonlyMap<string, ShownName>): Decision {
  const own = (key: string): string => shown.get(key)?.key ?? key;
  return decision.kind === 'alias'
    ? { ...decision, key: own(decision.key), value: { ...decision.value, into: own(decision.value.into) } }
    : { ...decision, key: own(decision.key), value: { ...decision.value, other: own(decision.value.other) } };
}

function decidedPairs(edits: readonly EditRow[]): ReadonlySet<string> {
  const keys = foldEdits(edits);
  const now = (key: string): string => keys.resolve(key) ?? key;
  const pairs = [...pairsKeptApart(edits), ...pairsFoundDistinct(edits), ...pairsAsked(edits)];
  return new Set(pairs.flatMap(([a, b]) => [pairKey(a, b), pairKey(now(a), now(b))]));
}

function entitiesIn(
  documents: ReadonlySet<string>,
  entities: readonly EntityRow[],
  units: readonly TextUnitRow[],
): ReadonlySet<string> {
  const inside = new Set(units.filter(({ document_id }) => documents.has(document_id)).map(({ id }) => id));
  const touched = entities.filter(({ text_unit_ids }) => text_unit_ids.some((id) => inside.has(id)));
  return new Set(touched.map(({ id }) => id));
}

function* shownPairs(pairs: readonly Candidate[], tables: EvidenceTables, most: number): Work<readonly ShownPair[]> {
  const evidence = yield* nameEvidence(
    pairs.flatMap(({ into, from }) => [into, from]),
    tables,
    most,
  );
  return pairs.map((candidate) => ({
    candidate,
    into: evidence.get(candidate.into.key) ?? [],
    from: evidence.get(candidate.from.key) ?? [],
  }));
}

/** The name by which an entity with several joined names is shown. */
interface ShownName {
  /** The key of the records with this name, or the entity's own. */
  readonly key: string;
  /** The commonest type in these records, or the entity's own. */
  readonly type: string;
  /** True if a model has joined names of different types. */
  readonly mixesTypes: boolean;
}

/** Finds the shown names of entities in which a model has joined several, by key. */
function* shownNames(
  entities: readonly Pick<EntityRow, 'key' | 'title' | 'type'>[],
  { extractions, edits }: { readonly extractions: readonly ExtractionRow[]; readonly edits: readonly EditRow[] },
): Work<ReadonlyMap<string, ShownName>> {
  const keys = foldEdits(edits);
  const joins = currentEdits(edits).flatMap((row) => {
    const edit = editOf(row);
    return edit?.kind === 'alias' ? [keysOf(edit)] : [];
  });
  const ends = new Set(joins.flat().map((key) => keys.resolve(key)));
  const joined = new Map(entities.filter(({ key }) => ends.has(key)).map((entity) => [entity.key, entity]));
  if (joined.size === 0) return new Map();
  const holders = new Map<string, string>();
  const types = new Map<string, Map<string, number>>();
  const look = (row: ExtractionRow): void => {
    if (row.kind !== 'entity' && row.kind !== 'mention') return;
    const entity = joined.get(keys.resolve(row.key, row.title) ?? '');
    if (!entity || keys.isMergedByHand(row.key, row.title) || keys.resolve(row.key) !== entity.key) return;
    if (row.kind === 'entity' && row.type !== '') {
      const votes = types.get(row.key) ?? new Map<string, number>();
      types.set(row.key, votes.set(row.type, (votes.get(row.type) ?? 0) + 1));
    }
    const known = holders.get(entity.key);
    if (row.title === entity.title && (known === undefined || row.key < known)) holders.set(entity.key, row.key);
  };
  yield* inSteps(extractions, look, 1024);
  const typeOf = (key: string): string => mostFrequent(types.get(key) ?? new Map<string, number>()) ?? '';
  const named = (key: string) => ({ title: '', type: typeOf(key) });
  const crossing = joins.filter(([a, b]) => typesContradict(named(a), named(b)));
  const mixed = new Set(crossing.flat().map((key) => keys.resolve(key)));
  return new Map(
    Array.from(joined.values(), (entity) => {
      const key = holders.get(entity.key) ?? entity.key;
      return [entity.key, { key, type: typeOf(key) || entity.type, mixesTypes: mixed.has(entity.key) }];
    }),
  );
}
