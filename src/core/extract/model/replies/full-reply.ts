import type { LinesShape, ShapeValue } from '../../../shapes/shape';
import type { ExtractionRow } from '../../../tables/tables';
import { entityKey } from '../../entity-key';
import { attributesOf } from '../../mention-records';
import { evidenceFor, evidenceOf, strengthOf } from '../passage/evidence';
import { entityNamed } from '../passage/found-entity';
import type { Part } from '../passage/passage';
import type { ReadingOptions } from '../reading';
import { MAX_NAME_LENGTH, typeField } from './compact-reply';
import { impliedEntities, type FoundEntity, type FoundRelation } from './findings';
import {
  isAccepted,
  isRejected,
  parsedReply,
  type Outcome,
  type ParsedReply,
  type ReplyLines,
  unknownTypes,
  withKnownType,
} from './parsed-reply';

const name = { kind: 'text', max: MAX_NAME_LENGTH } as const;
const sentences = { kind: 'numbers', min: 1, max: 999, items: 8 } as const;
const description = { kind: 'text', max: 320 } as const;

/** Shape of full readings and their gleanings; null lets any type through. */
export const fullShape = (types: readonly string[] | null) =>
  ({
    kind: 'lines',
    max: 96,
    records: {
      entity: { fields: { name, type: typeField(types), sentences, description } },
      relation: {
        fields: { source: name, target: name, strength: { kind: 'number', min: 1, max: 10 }, sentences, description },
      },
    },
  }) as const satisfies LinesShape;

type Shape = ReturnType<typeof fullShape>;
type Line<T extends string> = ShapeValue<Shape>[number] & { readonly tag: T };

/** Inputs of a full reply. */
interface FullContext {
  readonly part: Part;
  readonly mentions: readonly ExtractionRow[];
  /** Entities of earlier replies to the same request, which relationships may name. */
  readonly earlier: readonly FoundEntity[];
  readonly options: Pick<ReadingOptions, 'types' | 'openTypes'>;
}

type Named = ReadonlyMap<string, FoundEntity>;

/**
 * Parses a full reply, or a gleaning. An end that no line describes, but that the passage names, counts as an entity
 * without a description.
 */
export function parseFullReply(context: FullContext, { lines, repairs }: ReplyLines<Shape>): ParsedReply {
  const entityLines = lines.filter((line) => line.tag === 'entity');
  const entities = entityLines.map((line) => entityOf(context, line));
  const named: Named = new Map([
    ...context.earlier.flatMap((entity) => byNames(entity, entity.title)),
    ...entities.flatMap((entity, n) => (isAccepted(entity) ? byNames(entity, entityLines[n]?.name ?? '') : [])),
  ]);
  const relationLines = lines.filter((line) => line.tag === 'relation');
  const outcomes = relationLines.map((line) => relationOf(context, named, line));
  const relations = outcomes.filter(isAccepted);
  const types = entityLines.map(({ type }) => type);
  return parsedReply({
    entities: [...entities.filter(isAccepted), ...impliedEntities(relations, named.values())],
    relations,
    rejected: [...[...entities, ...outcomes].filter(isRejected), ...unknownTypes(types, context.options)],
    recordCount: lines.length,
    repairs,
  });
}

/** An entity by the keys under which a relationship may name it: its abbreviations, its own key, and the name as written. */
const byNames = (entity: FoundEntity, written: string): readonly (readonly [string, FoundEntity])[] =>
  [...(attributesOf(entity).aliases ?? []).map(entityKey), entity.key, entityKey(written)].map((key) => [key, entity]);

function entityOf({ part, mentions, options }: FullContext, line: Line<'entity'>): Outcome<FoundEntity> {
  const entity = entityNamed(part.passage, mentions, line.name, line);
  if (!entity) return 'name not in the passage';
  return { ...withKnownType(entity, line.type, options), description: line.description };
}

function relationOf(context: FullContext, named: Named, line: Line<'relation'>): Outcome<FoundRelation> {
  const source = endOf(context, named, line.source);
  const target = endOf(context, named, line.target);
  if (!source || !target) return 'unknown end';
  if (source.key === target.key) return 'relation to itself';
  const { part } = context;
  const sentences =
    line.sentences.length > 0 ? evidenceOf(part, [source, target], line.sentences) : evidenceFor(part, source, target);
  if (!isAccepted(sentences)) return sentences;
  const weight = line.strength || strengthOf(part, source, target, sentences);
  return { source, target, predicate: '', description: line.description, weight, sentences };
}

function endOf({ part, mentions, options }: FullContext, named: Named, name: string): FoundEntity | undefined {
  const known = named.get(entityKey(name));
  if (known) return known;
  const entity = entityNamed(part.passage, mentions, name);
  return entity && (named.get(entity.key) ?? withKnownType(entity, '', options));
}
