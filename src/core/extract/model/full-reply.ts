import type { ShapeValue } from '../../shapes/shape';
import type { ExtractionRow } from '../../tables/tables';
import { entityKey } from '../keys';
import { evidenceOf } from './evidence';
import type { FoundEntity, FoundRelation } from './findings';
import { entityNamed } from './found-entity';
import type { fullShape } from './full-shape';
import { isRejected, isTaken, type Outcome } from './outcomes';
import type { Part } from './passage';
import type { ReadingOptions, Rejection } from './reading';
import { knownType } from './type-names';
import { understood, type Understood } from './understood';

type Lines = ShapeValue<ReturnType<typeof fullShape>>;
type Line<T extends string> = Lines[number] & { readonly tag: T };

/** What a full reply is about. */
export interface FullContext {
  readonly part: Part;
  readonly mentions: readonly ExtractionRow[];
  /** Of earlier answers of the same conversation, which relationships may go on to name. */
  readonly earlier: readonly FoundEntity[];
  readonly options: Pick<ReadingOptions, 'types' | 'openTypes'>;
}

/** What the lines of a full reply, or of a gleaning, say that holds. */
export function understandFull(context: FullContext, lines: Lines): Understood {
  const entityLines = lines.filter((line) => line.tag === 'entity');
  const entities = entityLines.map((line) => entityOf(context, line));
  const named = entityLines.flatMap((line, n) => {
    const entity = entities[n];
    return entity && isTaken(entity) ? [[entityKey(line.name), entity] as const] : [];
  });
  const ends = new Map([...context.earlier.map((one) => [one.key, one] as const), ...named]);
  const relations = lines.filter((line) => line.tag === 'relation').map((line) => relationOf(context, ends, line));
  return understood({
    entities: entities.filter(isTaken),
    relations: relations.filter(isTaken),
    rejected: [...entities, ...relations].filter(isRejected).concat(unknownTypes(context, entityLines)),
    said: lines.length,
  });
}

function entityOf({ part, mentions, options }: FullContext, line: Line<'entity'>): Outcome<FoundEntity> {
  const entity = entityNamed(part.passage, mentions, line.name);
  if (!entity) return 'name not in the passage';
  const type = knownType(line.type, options) ?? knownType(entity.type, options) ?? '';
  return { ...entity, type, description: line.description };
}

function relationOf(
  { part }: FullContext,
  ends: ReadonlyMap<string, FoundEntity>,
  line: Line<'relation'>,
): Outcome<FoundRelation> {
  const source = ends.get(entityKey(line.source));
  const target = ends.get(entityKey(line.target));
  if (!source || !target) return 'unknown end';
  if (source.key === target.key) return 'relation to itself';
  const sentences = evidenceOf(part, [source, target], line.sentences);
  if (!isTaken(sentences)) return sentences;
  return { source, target, predicate: '', description: line.description, weight: line.strength, sentences };
}

const unknownTypes = ({ options }: FullContext, lines: readonly Line<'entity'>[]): readonly Rejection[] =>
  lines.filter(({ type }) => knownType(type, options) === undefined).map(() => 'unknown type');
