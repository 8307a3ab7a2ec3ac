import { editOf, keysOf } from '../graph/edits/edit-values';
import { foldEdits } from '../graph/edits/fold-edits';
import { currentEdits } from '../graph/edits/edit-log';
import { mostFrequent } from '../graph/derive/key-counts';
import type { EditRow, EntityRow, ExtractionRow } from '../tables/tables';
import { inSteps, type Work } from '../work';
import { typesContradict } from './name-contradiction';

/** The one of an entity's joined names that it is shown by. */
export interface ShownName {
  /** The key of the records that have the name; the entity's own where none has. */
  readonly key: string;
  /** What most of these records say that it is; the entity's type where none says. */
  readonly type: string;
  /** Whether a model has joined names of the entity that are of different kinds. */
  readonly crossesKinds: boolean;
}

/** By key, the shown names of the entities in which a model has joined several. */
export function* shownNames(
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
