import { mapInOrder } from '../async';
import { pairKey } from '../ids';
import { pairsAsked, pairsFoundDistinct, pairsKeptApart } from '../graph/edits/distinct-pairs';
import { NO_MODEL } from '../provenance';
import { type Decision, editOf, keysOf } from '../graph/edits/edit-values';
import { foldEdits } from '../graph/edits/fold-edits';
import type { Ask } from '../models/model-call';
import type { EditedPrompt, ReplyForm } from '../prompts/prompt';
import type { CallOptions, Clock } from '../platform';
import type { Repair } from '../shapes/repairs';
import type { EditRow, EntityRow, RelationshipRow, TextUnitRow, ExtractionRow } from '../tables/tables';
import { runWork, type Work, inSteps } from '../work';
import { bracketedNames, closeMeanings, type Near, type MatchSignal } from './match-signal';
import { candidates, type Candidate } from './candidates';
import { decide, type Answered, type CallOutcome, pairCalls, type ShownPair } from './pair-calls';
import { nameEvidence, type EvidenceTables } from './name-evidence';
import type { ResolutionParameters } from './resolution-plan';
import { typesContradict } from './name-contradiction';
import { applyDecisions, worthAsking } from './apply-decisions';
import { currentEdits } from '../graph/edits/edit-log';
import { mostFrequent } from '../graph/derive/key-counts';

export interface ResolutionInput extends EvidenceTables {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  /** Nearest entities by what is known of them, where they have vectors. */
  readonly near?: Near;
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
  /** What the model's replies are held to; default lines. */
  readonly replies?: ReplyForm;
  /** Only pairs of which one is named in one of these documents; missing: all of them. */
  readonly documents?: ReadonlySet<string>;
  /** Called after each call with the pairs asked about so far and all of them. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a resolution cost and gave. */
export interface ResolutionTally {
  /** Pairs that might be the same, asked about or not. */
  readonly candidates: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly seconds: number;
  readonly same: number;
  readonly distinct: number;
  /** Pairs without a clear answer after two attempts. */
  readonly undecided: number;
  /** Replies without a clear answer for any pair. */
  readonly failedReplies: number;
  /** Pairs that are left for a later run, since no more are asked about in one. */
  readonly left: number;
  /** Pairs said to be the same that are left alone, since a name would then mean two that cannot be one. */
  readonly ambiguous: number;
  readonly repairs: Readonly<Partial<Record<Repair, number>>>;
}

interface Resolution {
  readonly edits: readonly Decision[];
  readonly tally: ResolutionTally;
}

/**
 * Asks a model which names mean the same, the likeliest pairs first, and tells what follows as edits. The same input gives the same calls;
 * what was decided before, by whom ever, is not asked again. After a ModelError, which passes through, nothing more is asked; what was
 * answered until then is in the cache of replies.
 */
export async function resolveEntities(
  input: ResolutionInput,
  ask: Ask,
  options: ResolutionOptions,
): Promise<Resolution> {
  const { clock, signal } = options;
  const meanings = input.near ? await closeMeanings(input.entities.filter(named), input.near) : [];
  const open = await runWork(openPairs(input, meanings, options.documents), { clock, ...(signal && { signal }) });
  const asked = new Set<Candidate>();
  const outcomes: CallOutcome[] = [];
  let settled = applyDecisions([], options.by);
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = worthAsking(open, asked, settled.groups, options.candidates - asked.size);
    if (pairs.length === 0) break;
    let done = asked.size;
    for (const pair of pairs) asked.add(pair);
    await askAbout(pairs, input, ask, options, (outcome, about) => {
      outcomes.push(outcome);
      done += about;
      options.onProgress?.(done, Math.min(open.length, options.candidates));
    });
    settled = applyDecisions(answersIn(outcomes), options.by);
  }
  const shown = await runWork(shownNames(input.entities, input), { clock, ...(signal && { signal }) });
  const decisions = settled.decisions.map((decision) => aboutShown(decision, shown));
  const { ambiguous } = settled;
  const same = decisions.filter(({ kind }) => kind === 'alias').length;
  const undecided = asked.size - answersIn(outcomes).length;
  const isFull = asked.size >= options.candidates;
  const left = isFull ? worthAsking(open, asked, settled.groups, open.length).length : 0;
  const distinct = decisions.length - same - ambiguous;
  const counts = { candidates: open.length, same, distinct, undecided, left, ambiguous };
  return { edits: decisions, tally: { ...counts, ...costOf(outcomes) } };
}

/** What an answer makes clear about other pairs is waited for so many times; each time costs instructions anew. */
const ROUNDS = 3;

async function askAbout(
  pairs: readonly Candidate[],
  input: ResolutionInput,
  ask: Ask,
  { evidence, contextWindow, edited, replies, parallel = 1, clock, signal }: ResolutionOptions,
  take: (outcome: CallOutcome, pairs: number) => void,
): Promise<void> {
  const shown = await runWork(shownPairs(pairs, input, evidence), { clock, ...(signal && { signal }) });
  const calls = pairCalls(shown, contextWindow, edited, replies);
  await mapInOrder(
    calls,
    parallel,
    (call) => decide(call, ask, edited),
    async (outcome, call) => take(outcome, call.pairs.length),
  );
}

const answersIn = (outcomes: readonly CallOutcome[]): readonly Answered[] =>
  outcomes.flatMap(({ answered }) => answered);

const named = ({ method }: EntityRow): boolean => method !== NO_MODEL;

/** How many of these pairs a first round asks about; answers may make more worth asking. */
export function pairsWorthAsking(pairs: readonly Candidate[], most: number): number {
  return worthAsking(pairs, new Set(), applyDecisions([], '').groups, most).length;
}

/** Candidates about which nobody has said anything yet, surest first. */
export function* openPairs(
  input: Omit<ResolutionInput, 'near'>,
  meanings: readonly MatchSignal[],
  documents: ReadonlySet<string> | undefined,
): Work<readonly Candidate[]> {
  const { relationships, edits, text_units } = input;
  const shown = yield* shownNames(input.entities, input);
  const entities = input.entities.map((entity) => {
    const name = shown.get(entity.key);
    return name && name.type !== entity.type ? { ...entity, type: name.type } : entity;
  });
  const crosses = ({ key }: Candidate['into']): boolean => shown.get(key)?.crossesKinds ?? false;
  const further = [...meanings, ...(yield* bracketedNames(entities.filter(named), input))];
  const found = yield* candidates({ entities, relationships, further });
  const settled = settledPairs(edits);
  const touched = documents && entitiesIn(documents, entities, text_units);
  return found.filter(
    ({ into, from }) =>
      !settled.has(pairKey(into.key, from.key)) &&
      (!touched || touched.has(into.id) || touched.has(from.id)) &&
      // What was joined with a name of another kind is not joined, by way of that, with one of a third.
      !((crosses(into) || crosses(from)) && typesContradict(into, from)),
  );
}

/** The decision between the very names that were shown: undoing an earlier join takes nothing else along. */
function aboutShown(decision: Decision, shown: ReadonlyMap<string, ShownName>): Decision {
  const own = (key: string): string => shown.get(key)?.key ?? key;
  return decision.kind === 'alias'
    ? { ...decision, key: own(decision.key), value: { ...decision.value, into: own(decision.value.into) } }
    : { ...decision, key: own(decision.key), value: { ...decision.value, other: own(decision.value.other) } };
}

function settledPairs(edits: readonly EditRow[]): ReadonlySet<string> {
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

function costOf(outcomes: readonly CallOutcome[]) {
  const replies = outcomes.flatMap((outcome) => outcome.replies);
  const sum = (of: (usage: (typeof replies)[number]['usage']) => number): number =>
    replies.reduce((total, { usage }) => total + of(usage), 0);
  const repairs: Partial<Record<Repair, number>> = {};
  for (const repair of outcomes.flatMap((outcome) => outcome.repairs)) repairs[repair] = (repairs[repair] ?? 0) + 1;
  return {
    calls: replies.length,
    failedReplies: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    seconds: sum(({ seconds }) => seconds),
    repairs,
  };
}

/** The one of an entity's joined names that it is shown by. */
interface ShownName {
  /** The key of the records that have the name; the entity's own where none has. */
  readonly key: string;
  /** What most of these records say that it is; the entity's type where none says. */
  readonly type: string;
  /** Whether a model has joined names of the entity that are of different kinds. */
  readonly crossesKinds: boolean;
}

/** By key, the shown names of the entities in which a model has joined several. */
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
  const kindOf = (key: string) => ({ title: '', type: typeOf(key) });
  const crossing = joins.filter(([a, b]) => typesContradict(kindOf(a), kindOf(b)));
  const crossed = new Set(crossing.flat().map((key) => keys.resolve(key)));
  return new Map(
    Array.from(joined.values(), (entity) => {
      const key = holders.get(entity.key) ?? entity.key;
      return [entity.key, { key, type: typeOf(key) || entity.type, crossesKinds: crossed.has(entity.key) }];
    }),
  );
}
