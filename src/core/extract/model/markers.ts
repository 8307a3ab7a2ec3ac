import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { READ, UNREAD } from '../../graph/readings';
import { hashOfChoices, hashOfClaims } from './reading-choices';
import type { ReadingOptions, ReadingTally } from './reading';

/** Says that a layer has read a text unit, whatever came of it, and what that took; and the rounds in which it did, where its claims are missing. */
export function readMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  tally: ReadingTally,
  missing?: ClaimsMissing,
): ExtractionRow {
  const claims = missing && { readIn: missing.readIn, claimsIn: missing.round };
  return marker(unit, options.layer, READ, { depth: options.depth, ...choicesOf(options), ...claims, ...tally });
}

/** That no reply about a text unit's claims could be used in this round, or that they were left out. */
export interface ClaimsMissing {
  readonly round: number;
  /** The round in which the rest of it was read. */
  readonly readIn: number;
}

/** Says that no reply about a text unit could be used; its no-model records go on standing. */
export function unreadMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  failure: { readonly reason: string; readonly round: number },
): ExtractionRow {
  return marker(unit, options.layer, UNREAD, { ...choicesOf(options), ...failure });
}

const choicesOf = (options: ReadingOptions) => ({
  claimsAsked: options.claims,
  choices: hashOfChoices(options),
  ...(options.claims && { claimChoices: hashOfClaims(options) }),
});

/** Which earlier readings count. */
export interface WantedReading {
  readonly options: ReadingOptions;
  /** True where those by another model, or with other choices, do not. */
  readonly again: boolean;
  /** What could not be read in an earlier round than this one is tried again. */
  readonly round: number;
}

/** Ids of text units by what became of them. */
export interface ReadUnits {
  /** Read, or tried in this round, with all that is wanted. */
  readonly done: ReadonlySet<string>;
  /** Read with all that is wanted, but the reading that stands is by another model or was made with other choices. */
  readonly otherwise: ReadonlySet<string>;
  /** Tried in an earlier round, in vain, and not yet in this one. */
  readonly due: ReadonlySet<string>;
  /** Of `due`: those whose claims alone are missing, since they were asked for in vain or not at all, with the round in which the rest was read. */
  readonly claimsDue: ReadonlyMap<string, number>;
}

/** The same, with those of `done` of which nothing came. */
export interface TriedUnits extends ReadUnits {
  /** Tried in this round, in vain. */
  readonly tried: ReadonlySet<string>;
}

/** Markers of earlier versions lack the choices: they count as read with those of today. */
interface MarkerFacts {
  readonly depth?: string;
  readonly claimsAsked?: boolean;
  readonly choices?: string;
  readonly claimChoices?: string;
  readonly readIn?: number;
  readonly claimsIn?: number;
  readonly round?: number;
}

/** Which text units the markers say are read, tried in vain or read with other choices, as a run of these options sees it. */
export function unitsRead(
  extractions: Iterable<ExtractionRow>,
  { options, again, round: wantedRound }: WantedReading,
): TriedUnits {
  const { layer, depth, claims } = options;
  const own = choicesOf(options);
  const read = new Set<string>();
  const tried = new Set<string>();
  const otherwise = new Set<string>();
  /** Tried in an earlier round, in vain: it is due in this one, whoever's reading stands meanwhile. */
  const due = new Set<string>();
  const claimsDue = new Map<string, number>();
  /** Read, but its claims were asked for in this round in vain. */
  const withoutClaims = new Set<string>();
  const same = (facts: MarkerFacts): boolean =>
    (facts.choices ?? own.choices) === own.choices &&
    (!claims || (facts.claimChoices ?? own.claimChoices) === own.claimChoices);
  for (const row of extractions) {
    if (row.kind !== READ && row.kind !== UNREAD) continue;
    const facts = JSON.parse(row.attributes) as MarkerFacts;
    const id = row.text_unit_id;
    const isOwn = row.layer === layer;
    const lacksClaims = claims && (facts.claimsIn !== undefined || facts.claimsAsked === false);
    // What another model left out is read by this one; of its own, a reading with other choices can be had again.
    const isAll = !claims || (facts.claimsAsked === true && (!lacksClaims || isOwn));
    if (row.kind === UNREAD) {
      if (isOwn && isAll && same(facts)) ((facts.round ?? 1) >= wantedRound ? tried : due).add(id);
      continue;
    }
    claimsDue.delete(id);
    withoutClaims.delete(id);
    if (lacksClaims && isOwn && (facts.choices ?? own.choices) === own.choices) {
      otherwise.delete(id);
      due.delete(id);
      const { claimsIn, readIn = 1 } = facts;
      if (claimsIn !== undefined && claimsIn >= wantedRound && same(facts)) withoutClaims.add(id);
      else claimsDue.set(id, readIn);
      continue;
    }
    if (isAll && (isOwn || facts.depth === depth)) read.add(id);
    // The last reading of a text unit is the one that stands.
    if (isOwn && isAll && same(facts)) {
      otherwise.delete(id);
      due.delete(id);
    } else {
      otherwise.add(id);
    }
  }
  for (const id of [...tried, ...withoutClaims]) claimsDue.delete(id);
  for (const id of claimsDue.keys()) due.add(id);
  for (const id of withoutClaims) read.add(id);
  for (const id of tried) due.delete(id);
  for (const id of due) read.delete(id);
  for (const id of otherwise) if (!read.has(id) || tried.has(id)) otherwise.delete(id);
  const done = new Set([...read, ...tried].filter((id) => !again || tried.has(id) || !otherwise.has(id)));
  return { done, otherwise, tried, due, claimsDue };
}

/** Ids of the text units that this layer has read in this depth. */
export function unitsReadBy(
  extractions: Iterable<ExtractionRow>,
  layer: string,
  depth: ReadingOptions['depth'],
): ReadonlySet<string> {
  const read = new Set<string>();
  for (const row of extractions) {
    if (row.kind !== READ || row.layer !== layer) continue;
    if ((JSON.parse(row.attributes) as MarkerFacts).depth === depth) read.add(row.text_unit_id);
  }
  return read;
}

function marker(
  { document_id, id }: TextUnitRow,
  layer: string,
  kind: typeof READ | typeof UNREAD,
  attributes: object,
): ExtractionRow {
  return {
    document_id,
    text_unit_id: id,
    layer,
    kind,
    key: '',
    title: '',
    target_key: null,
    target: null,
    type: '',
    description: '',
    weight: 0,
    sentences: [],
    starts: [],
    ends: [],
    attributes: JSON.stringify(attributes),
  };
}
