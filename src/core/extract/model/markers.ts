import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import type { ReadingOptions, ReadingTally } from './reading';

/** Says that a layer has read a text unit, whatever came of it, and what that took. */
export function readMarker(unit: TextUnitRow, options: ReadingOptions, tally: ReadingTally): ExtractionRow {
  const { depth, claims } = options;
  return marker(unit, options.layer, 'read', { depth, claimsAsked: claims, ...tally });
}

/** Says that no reply about a text unit could be used; its no-model records go on standing. */
export function unreadMarker(
  unit: TextUnitRow,
  options: ReadingOptions,
  failure: { readonly reason: string; readonly round: number },
): ExtractionRow {
  return marker(unit, options.layer, 'unread', { claimsAsked: options.claims, ...failure });
}

/** Which earlier readings count. */
export interface WantedReading extends Pick<ReadingOptions, 'layer' | 'depth' | 'claims'> {
  /** True where those by another model, or with other words, do not. */
  readonly again: boolean;
  /** What could not be read in an earlier round than this one is tried again. */
  readonly round: number;
}

interface MarkerFacts {
  readonly depth?: string;
  readonly claimsAsked?: boolean;
  readonly round?: number;
}

/** Ids of the text units that were read, or tried, with all that is wanted. */
export function unitsRead(extractions: Iterable<ExtractionRow>, wanted: WantedReading): ReadonlySet<string> {
  const read = new Set<string>();
  for (const row of extractions) {
    if (row.kind !== 'read' && row.kind !== 'unread') continue;
    const { depth, claimsAsked, round = 1 } = JSON.parse(row.attributes) as MarkerFacts;
    const counts =
      row.kind === 'unread'
        ? row.layer === wanted.layer && round >= wanted.round
        : row.layer === wanted.layer || (!wanted.again && depth === wanted.depth);
    if (counts && (!wanted.claims || claimsAsked === true)) read.add(row.text_unit_id);
  }
  return read;
}

function marker(
  { document_id, id }: TextUnitRow,
  layer: string,
  kind: 'read' | 'unread',
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
