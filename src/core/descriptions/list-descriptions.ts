import { addTo } from '../arrays';
import { NO_MODEL } from '../provenance';
import { byCombinedDegree } from '../tables/combined-degree';
import { pairKey } from '../ids';
import { descriptionHash, distinctDescriptions } from '../graph/derive/descriptions';
import { statedPairs } from '../graph/derive/derive-relationships';
import { foldEdits, type EditedKeys } from '../graph/edits/fold-edits';
import { currentRecords, type DocumentRecords } from '../graph/derive/current-records';
import type { Rows } from '../tables/rows';
import type { EditRow, EntityRow, ExtractionRow, RelationshipRow, TextUnitRow } from '../tables/tables';
import { inSteps, type Work } from '../work';
import { phraseOf } from '../extract/mention-records';

/** An entity or relationship whose descriptions are to be summarised. */
export interface DescriptionTask {
  readonly kind: 'entity' | 'relationship';
  /** Id of the row. */
  readonly id: string;
  /** Title of an entity, or those of both ends. */
  readonly names: readonly string[];
  /** Distinct and sorted, at least two. */
  readonly descriptions: readonly string[];
  /** Kept with the summary, as `description_hash`. */
  readonly hash: string;
  /** Documents that the descriptions were read in. */
  readonly documentIds: readonly string[];
}

interface DescriptionTables {
  readonly text_units: readonly TextUnitRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
}

/** An entity or relationship with its records. */
export interface DescribedThing {
  readonly kind: DescriptionTask['kind'];
  readonly row: Pick<EntityRow, 'id' | 'description_hash'>;
  /** The entity's key, or the pair key of the relationship's ends. */
  readonly key: string;
  readonly names: readonly string[];
  /** Distinct and sorted, at least one. */
  readonly descriptions: readonly string[];
  /** All its records, also those without a description. */
  readonly records: readonly ExtractionRow[];
}

/** Lists described entities and relationships in the order in which they are summarised: entities first, the best connected ones first. */
export function* describedThings(tables: DescriptionTables): Work<readonly DescribedThing[]> {
  const records = yield* currentRecords(tables.extractions, foldEdits(tables.edits), tables.text_units);
  const ofEntity = yield* entityRecords(records);
  const ofPair = statedPairs(records.flatMap(({ rows }) => rows));
  const entities = new Map(tables.entities.map((row) => [row.id, row]));
  const keyOf = (id: string): string => entities.get(id)?.key ?? '';
  const things: DescribedThing[] = [];
  const add = (thing: Omit<DescribedThing, 'descriptions'>): void => {
    const descriptions = distinctDescriptions(thing.records.map(({ description }) => description));
    if (descriptions.length > 0) things.push({ ...thing, descriptions });
  };
  yield* inSteps(
    tables.entities.toSorted((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1)),
    (row) => {
      const { key, title } = row;
      add({ kind: 'entity', row, key, names: [title], records: ofEntity.get(key) ?? [] });
    },
  );
  const stated = tables.relationships.filter(({ method }) => method !== NO_MODEL);
  yield* inSteps(
    byCombinedDegree(stated, (id) => entities.get(id)),
    (row) => {
      const [from, to] = [keyOf(row.source_id), keyOf(row.target_id)];
      const records = ofPair.get(`${from}\u001f${to}`) ?? [];
      add({ kind: 'relationship', row, key: pairKey(from, to), names: [row.source, row.target], records });
    },
  );
  return things;
}

/** The task of summarising a thing, if it has two or more distinct descriptions and no summary of them yet (GraphRAG A5). */
export function tasksOf({ kind, row, names, descriptions, records }: DescribedThing): readonly DescriptionTask[] {
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
    addTo(byKey, row.key, row);
  };
  yield* inSteps(records, ({ rows }) => rows.forEach(add), 4);
  return byKey;
}

/** The number of passages that hold a name, by key, and that hold two names in one sentence, by pair of keys. */
export interface NameOccurrences {
  readonly names: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
}

/** Names of a sentence that are paired. The rest of a longer list is left out. */
const IN_A_SENTENCE = 12;

/** Counts the mentions found without a model. Only proper names count, since a model seldom describes other phrases. */
export function* countNameOccurrences(
  mentions: readonly ExtractionRow[],
  keys: Pick<EditedKeys, 'resolve'>,
): Work<NameOccurrences> {
  const byUnit = new Map<string, Map<number, Set<string>>>();
  yield* inSteps(
    mentions,
    (row) => {
      const key = phraseOf(row) === 'proper' ? keys.resolve(row.key, row.title) : null;
      if (key === null) return;
      const sentences = byUnit.get(row.text_unit_id) ?? new Map<number, Set<string>>();
      byUnit.set(row.text_unit_id, sentences);
      for (const number of row.sentences) sentences.set(number, (sentences.get(number) ?? new Set()).add(key));
    },
    2048,
  );
  const names = new Map<string, number>();
  const pairs = new Map<string, number>();
  yield* inSteps(
    [...byUnit.values()],
    (sentences) => {
      const lists = [...sentences.values()].map((list) => [...list]);
      for (const name of new Set(lists.flat())) names.set(name, (names.get(name) ?? 0) + 1);
      for (const pair of new Set(lists.flatMap(pairsOf))) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    },
    16,
  );
  return { names, pairs };
}

function pairsOf(names: readonly string[]): readonly string[] {
  const few = names.slice(0, IN_A_SENTENCE);
  return few.flatMap((name, at) => few.slice(at + 1).map((other) => pairKey(name, other)));
}
