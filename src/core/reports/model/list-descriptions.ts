import { NO_MODEL } from '../../extract/mention-records';
import { descriptionHash, distinctDescriptions } from '../../graph/description-hash';
import { statedPairs } from '../../graph/derive-relationships';
import { foldEdits } from '../../graph/edits';
import { standingRecords, type DocumentRecords } from '../../graph/standing-records';
import type { EditRow, EntityRow, ExtractionRow, RelationshipRow, TextUnitRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';

/** An entity or relationship of which several things are said, and nothing yet that says them at once. */
export interface DescriptionTask {
  readonly kind: 'entity' | 'relationship';
  /** Id of the row. */
  readonly id: string;
  /** Its title, or those of both ends. */
  readonly names: readonly string[];
  /** Distinct and sorted, at least two. */
  readonly descriptions: readonly string[];
  /** Kept with the summary, as `description_hash`. */
  readonly hash: string;
  /** Documents that the descriptions were read in. */
  readonly documentIds: readonly string[];
}

export interface DescriptionTables {
  readonly text_units: readonly TextUnitRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
}

/**
 * Entities and relationships with two or more distinct descriptions that no summary was made of (GraphRAG A5): entities first, those that
 * most others hang on first. Where descriptions are not joined but the longest one stands, there is nothing to summarise.
 */
export function* listDescriptions(tables: DescriptionTables): Work<readonly DescriptionTask[]> {
  const records = yield* standingRecords(tables.extractions, foldEdits(tables.edits), tables.text_units);
  const ofEntity = yield* entityRecords(records);
  const ofPair = statedPairs(records);
  const entities = new Map(tables.entities.map((row) => [row.id, row]));
  const keyOf = (id: string): string => entities.get(id)?.key ?? '';
  const tasks: DescriptionTask[] = [];
  yield* inSteps(
    tables.entities.toSorted((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1)),
    (row) => tasks.push(...taskOf('entity', row, [row.title], ofEntity.get(row.key))),
  );
  yield* inSteps(
    tables.relationships.toSorted((a, b) => b.combined_degree - a.combined_degree || (a.id < b.id ? -1 : 1)),
    (row) => {
      if (row.method === NO_MODEL) return;
      const pair = `${keyOf(row.source_id)}\u001f${keyOf(row.target_id)}`;
      tasks.push(...taskOf('relationship', row, [row.source, row.target], ofPair.get(pair)));
    },
  );
  return tasks;
}

function taskOf(
  kind: DescriptionTask['kind'],
  row: Pick<EntityRow, 'id' | 'description_hash'>,
  names: readonly string[],
  records: readonly ExtractionRow[] = [],
): readonly DescriptionTask[] {
  const descriptions = distinctDescriptions(records.map(({ description }) => description));
  const hash = descriptionHash(descriptions);
  if (hash === null || hash === row.description_hash) return [];
  const described = records.filter(({ description }) => description !== '');
  const documentIds = [...new Set(described.map(({ document_id }) => document_id))].sort();
  return [{ kind, id: row.id, names, descriptions, hash, documentIds }];
}

function* entityRecords(records: readonly DocumentRecords[]): Work<ReadonlyMap<string, readonly ExtractionRow[]>> {
  const byKey = new Map<string, ExtractionRow[]>();
  const add = (row: ExtractionRow): void => {
    if ((row.kind !== 'entity' && row.kind !== 'mention') || row.description === '') return;
    const list = byKey.get(row.key);
    if (list) list.push(row);
    else byKey.set(row.key, [row]);
  };
  yield* inSteps(records, ({ rows }) => rows.forEach(add), 4);
  return byKey;
}
