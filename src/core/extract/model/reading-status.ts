import { isMarker, READ, UNREAD } from '../extraction-status';
import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { choicesOf, factsOf } from './reading-markers';
import type { ReadingOptions, WithoutClaims } from './reading';
import { titleOfLayer } from '../../provenance';

/** What a run wants of a reading. */
export interface WantedReading {
  readonly options: ReadingOptions;
  /** What could not be read in an earlier round than this one is tried again. */
  readonly round: number;
}

/**
 * What became of a text unit. `read`: with all that is wanted, or with its claims asked for in this round, in vain. `read otherwise`: with all that
 * is wanted, but the reading that stands is by another model or was made with other choices. `without claims`: these alone are due. `tried`: in
 * this round, in vain. `due`: in an earlier round, in vain, whoever's reading stands meanwhile.
 */
export type ReadingStatus =
  | { readonly kind: 'read' | 'read otherwise' | 'tried' | 'due' }
  | ({ readonly kind: 'without claims' } & WithoutClaims);

/** What one marker says by itself; `read too little`: not with all that is wanted. */
type MarkerStatus = ReadingStatus | { readonly kind: 'read too little' };

/** What the markers say of each text unit, as a run of these options sees it. Those of which nothing counts are missing: they are to be read. */
export function readingStatuses(
  extractions: Iterable<ExtractionRow>,
  wanted: WantedReading,
): ReadonlyMap<string, ReadingStatus> {
  const verdicts = new Map<string, ReadingStatus>();
  for (const [id, sayings] of sayingsOf(extractions, wanted)) {
    const verdict = verdictOf(sayings);
    if (verdict) verdicts.set(id, verdict);
  }
  return verdicts;
}

function verdictOf(sayings: readonly MarkerStatus[]): ReadingStatus | undefined {
  if (sayings.some(({ kind }) => kind === 'tried')) return { kind: 'tried' };
  const standing = sayings.findLast((one) => one.kind !== 'due');
  if (standing?.kind === 'without claims') return standing;
  // Whoever's reading came later, this model's own is still due.
  if (sayings.slice(sayings.findLastIndex(isOwn) + 1).some(({ kind }) => kind === 'due')) return { kind: 'due' };
  if (!sayings.some(isEnough)) return undefined;
  return { kind: standing?.kind === 'read' ? 'read' : 'read otherwise' };
}

const isOwn = ({ kind }: MarkerStatus): boolean => kind === 'read' || kind === 'without claims';
const isEnough = ({ kind }: MarkerStatus): boolean => kind === 'read' || kind === 'read otherwise';

function sayingsOf(
  extractions: Iterable<ExtractionRow>,
  wanted: WantedReading,
): ReadonlyMap<string, readonly MarkerStatus[]> {
  const sayings = new Map<string, MarkerStatus[]>();
  const sayingOf = sayingTo(wanted);
  for (const row of extractions) {
    const saying = isMarker(row) ? sayingOf(row) : undefined;
    if (!saying) continue;
    const before = sayings.get(row.text_unit_id);
    if (before) before.push(saying);
    else sayings.set(row.text_unit_id, [saying]);
  }
  return sayings;
}

/** Tells what a marker says to such a run: nothing where another model tried in vain, or the same with other choices. */
function sayingTo({ options, round }: WantedReading): (marker: ExtractionRow) => MarkerStatus | undefined {
  const { claims, layer, depth } = options;
  const own = choicesOf(options);
  return (marker) => {
    const facts = factsOf(marker);
    const { claimsAsked, claimsIn, readIn, choices = own.choices, claimChoices = own.claimChoices } = facts;
    const isOfModel = marker.layer === layer;
    const isSame = isOfModel && choices === own.choices && (!claims || claimChoices === own.claimChoices);
    const lacksClaims = claims && (claimsIn !== undefined || claimsAsked === false);
    // What another model left out is read by this one; of its own, a reading with other choices can be had again.
    const hasAll = !claims || (claimsAsked === true && (isOfModel || !lacksClaims));
    if (marker.kind === UNREAD) {
      if (!isSame || !hasAll) return undefined;
      return { kind: (facts.round ?? 1) >= round ? 'tried' : 'due' };
    }
    if (lacksClaims && isOfModel && choices === own.choices) {
      if (isSame && (claimsIn ?? 0) >= round) return { kind: 'read' };
      // Kept replies answer in the round in which they were asked for: where that is not known, all of it is read again.
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

/** A model by its name for people, and the passages whose reading by it stands. */
export interface ReadingModel {
  readonly title: string;
  readonly passages: number;
}

/** Which models have read these text units, most of them first; the last reading of a text unit is the one that stands. */
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
