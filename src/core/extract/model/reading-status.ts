import { addTo } from '../../arrays';
import { isMarker, READ, UNREAD } from '../extraction-status';
import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { choicesOf, factsOf } from './reading-markers';
import type { ReadingOptions, WithoutClaims, ReadingTally, Rejection } from './reading';
import { titleOfLayer } from '../../provenance';
import type { ChatReply, ChatUsage } from '../../models/chat-model';
import type { Repair } from '../../shapes/repairs';
import type { Findings } from './replies/findings';

/** Scope of a run over passages. */
export interface WantedReading {
  readonly options: ReadingOptions;
  /** Text units that failed in an earlier round than this one are tried again. */
  readonly round: number;
}

/**
 * The status of a text unit. `read`: with all that is wanted, or with its claims asked for in vain in this round. `read otherwise`: with all
 * that is wanted, but by another model or with other choices. `without claims`: these alone are due. `tried`: in vain, in this round. `due`:
 * in vain, in an earlier round, whoever has read it since.
 */
export type ReadingStatus =
  | { readonly kind: 'read' | 'read otherwise' | 'tried' | 'due' }
  | ({ readonly kind: 'without claims' } & WithoutClaims);

/** The status by one marker alone; `read too little`: without all that is wanted. */
type MarkerStatus = ReadingStatus | { readonly kind: 'read too little' };

/** The status of each text unit by its markers, for a run with these options. Text units without a status are still to be read. */
export function readingStatuses(
  extractions: Iterable<ExtractionRow>,
  wanted: WantedReading,
): ReadonlyMap<string, ReadingStatus> {
  const found = new Map<string, ReadingStatus>();
  for (const [id, statuses] of statusesByUnit(extractions, wanted)) {
    const status = statusOfUnit(statuses);
    if (status) found.set(id, status);
  }
  return found;
}

function statusOfUnit(statuses: readonly MarkerStatus[]): ReadingStatus | undefined {
  if (statuses.some(({ kind }) => kind === 'tried')) return { kind: 'tried' };
  const standing = statuses.findLast((one) => one.kind !== 'due');
  if (standing?.kind === 'without claims') return standing;
  // A later reading by another model does not settle this model's own.
  if (statuses.slice(statuses.findLastIndex(isOwn) + 1).some(({ kind }) => kind === 'due')) return { kind: 'due' };
  if (!statuses.some(isEnough)) return undefined;
  return { kind: standing?.kind === 'read' ? 'read' : 'read otherwise' };
}

const isOwn = ({ kind }: MarkerStatus): boolean => kind === 'read' || kind === 'without claims';
const isEnough = ({ kind }: MarkerStatus): boolean => kind === 'read' || kind === 'read otherwise';

function statusesByUnit(
  extractions: Iterable<ExtractionRow>,
  wanted: WantedReading,
): ReadonlyMap<string, readonly MarkerStatus[]> {
  const statuses = new Map<string, MarkerStatus[]>();
  const statusOf = statusByMarker(wanted);
  for (const row of extractions) {
    const status = isMarker(row) ? statusOf(row) : undefined;
    if (status) addTo(statuses, row.text_unit_id, status);
  }
  return statuses;
}

/** The status by a marker. Undefined where another model, or the same with other choices, tried in vain. */
function statusByMarker({ options, round }: WantedReading): (marker: ExtractionRow) => MarkerStatus | undefined {
  const { claims, layer, depth } = options;
  const own = choicesOf(options);
  return (marker) => {
    const facts = factsOf(marker);
    const { claimsAsked, claimsIn, readIn, choices = own.choices, claimChoices = own.claimChoices } = facts;
    const isOfModel = marker.layer === layer;
    const isSame = isOfModel && choices === own.choices && (!claims || claimChoices === own.claimChoices);
    const lacksClaims = claims && (claimsIn !== undefined || claimsAsked === false);
    // Claims that another model left out are read by this one; its own reading with other choices is kept.
    const hasAll = !claims || (claimsAsked === true && (isOfModel || !lacksClaims));
    if (marker.kind === UNREAD) {
      if (!isSame || !hasAll) return undefined;
      return { kind: (facts.round ?? 1) >= round ? 'tried' : 'due' };
    }
    if (lacksClaims && isOfModel && choices === own.choices) {
      if (isSame && (claimsIn ?? 0) >= round) return { kind: 'read' };
      // Kept replies belong to the round in which they were asked for. Without that round, all of it is read again.
      if (readIn === undefined) return { kind: 'read too little' };
      return { kind: 'without claims', readIn, askedInVain: claimsIn !== undefined };
    }
    if (isSame && hasAll) return { kind: 'read' };
    return { kind: hasAll && (isOfModel || facts.depth === depth) ? 'read otherwise' : 'read too little' };
  };
}

/** Ids of the text units that this layer has read in this depth. */
export function unitsReadBy(
  extractions: Iterable<ExtractionRow>,
  layer: string,
  depth: ReadingOptions['depth'],
): ReadonlySet<string> {
  const read = new Set<string>();
  for (const row of extractions) {
    if (row.kind === READ && row.layer === layer && factsOf(row).depth === depth) read.add(row.text_unit_id);
  }
  return read;
}

/** A model's title, and the number of passages with its current reading. */
export interface ReadingModel {
  readonly title: string;
  readonly passages: number;
}

/** The models with current readings of these text units, most of them first. */
export function readingModels(
  extractions: Iterable<ExtractionRow>,
  units: readonly TextUnitRow[],
): readonly ReadingModel[] {
  const last = new Map<string, string>();
  for (const { kind, text_unit_id, layer } of extractions) if (kind === READ) last.set(text_unit_id, layer);
  const counts = new Map<string, number>();
  for (const { id } of units) {
    const layer = last.get(id);
    if (layer === undefined) continue;
    const title = titleOfLayer(layer);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].map(([title, passages]) => ({ title, passages })).sort((a, b) => b.passages - a.passages);
}

/** Counts what reading one text unit costs and gives. */
export class ReadingCounter {
  #calls = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #seconds = 0;
  #failedReplies = 0;
  readonly #useful: ChatUsage[] = [];
  readonly #repairs = new Map<Repair, number>();
  readonly #rejected = new Map<Rejection, number>();
  readonly #heard: (useful: boolean) => void;

  /** `heard` is called for each reply, with whether it was usable. */
  constructor(heard: (useful: boolean) => void = () => undefined) {
    this.#heard = heard;
  }

  reply({ usage }: ChatReply): void {
    this.#calls++;
    this.#promptTokens += usage.promptTokens;
    this.#completionTokens += usage.completionTokens;
    this.#seconds += usage.seconds;
  }

  failed(): void {
    this.#failedReplies++;
    this.#heard(false);
  }

  /** Counts a usable reply; only these measure the speed of a model. */
  used({ usage }: ChatReply): void {
    this.#useful.push(usage);
    this.#heard(true);
  }

  get useful(): readonly ChatUsage[] {
    return this.#useful;
  }

  repaired(repairs: readonly Repair[]): void {
    for (const repair of repairs) this.#repairs.set(repair, (this.#repairs.get(repair) ?? 0) + 1);
  }

  rejected(reasons: readonly Rejection[]): void {
    for (const reason of reasons) this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1);
  }

  with({ entities, relations, claims }: Findings): ReadingTally {
    return {
      calls: this.#calls,
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      seconds: this.#seconds,
      entities: entities.length,
      relationships: relations.length,
      claims: claims.length,
      failedReplies: this.#failedReplies,
      repairs: Object.fromEntries(this.#repairs),
      rejected: Object.fromEntries(this.#rejected),
    };
  }
}
