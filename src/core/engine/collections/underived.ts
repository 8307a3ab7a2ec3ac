import type { TableChange } from '../../ports/collections';
import { TABLES_OF_USE } from '../../tables/tables';
import type { IndexState } from '../../ports/index-state';

/** More documents than this are derived as fast with all others; their ids would be written with each commit. */
const MOST = 64;

/** Tables that a commit may append to while the derived tables stay valid for all documents but the added ones. */
const TABLES: ReadonlySet<string> = new Set(['documents', 'text_units', 'extractions', ...TABLES_OF_USE]);
const FACTS: ReadonlySet<string> = new Set([
  'pending',
  'failed',
  'offered',
  'answers',
  'reindex',
  'made',
  'derived',
  'paused',
  'counters',
  'embedding',
  'underived',
  'stepTimes',
]);

/**
 * The documents that were added since the tables were derived, after this change: a derivation that was cut off need
 * not begin from nothing then. Undefined where the tables are derived, and where anything else has changed. `isKnown`
 * checks for an earlier document.
 */
export function underivedAfter(
  change: TableChange,
  state: IndexState,
  isKnown: (id: string) => boolean,
): readonly string[] | undefined {
  const { append = {}, state: facts = {}, vectors: _, keepModels: __, ...more } = change;
  const before = state.derived ? (state.model?.needsDerive ? undefined : []) : state.underived;
  if (!before || (facts.derived ?? state.derived)) return undefined;
  const isMore = Object.values(more).some((part: object = {}) => Object.keys(part).length > 0);
  const isOther =
    Object.keys(append).some((name) => !TABLES.has(name)) || Object.keys(facts).some((name) => !FACTS.has(name));
  if (isMore || isOther) return undefined;
  const { documents = [], text_units = [], extractions = [] } = append;
  const owners = [...documents.map(({ id }) => id), ...[...text_units, ...extractions].map((row) => row.document_id)];
  const added = new Set([...before, ...owners]);
  const known = new Set(before);
  const isNew = owners.every((id) => known.has(id) || !isKnown(id));
  return isNew && added.size <= MOST ? [...added] : undefined;
}

/** Checks if the tables are derived here, from all records or from those of all documents but some that were added since. */
export const standsForRecords = ({ derived, underived, hosted }: IndexState): boolean =>
  !hosted && (derived || underived !== undefined);
