import type { LinesShape } from '../../../shapes/shape';
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

/** Fields of an entity that is described; null lets any type through. */
export const entityFields = (types: readonly string[] | null) =>
  ({ name, type: typeField(types), sentences, description }) as const;

/** Fields that every described relationship has. */
export const relationEnds = { source: name, target: name, sentences, description } as const;

/** Shape of full readings and their gleanings; null lets any type through. */
export const fullShape = (types: readonly string[] | null) =>
  ({
    kind: 'lines',
    max: 96,
    records: {
      entity: { fields: entityFields(types) },
      relation: {
        fields: { source: name, target: name, strength: { kind: 'number', min: 1, max: 10 }, sentences, description },
      },
    },
  }) as const satisfies LinesShape;

type Shape = ReturnType<typeof fullShape>;

/** A line about an entity. */
interface EntityLine {
  readonly tag: 'entity';
  readonly name: string;
  readonly type: string;
  readonly sentences: readonly number[];
  readonly description: string;
}

/** A line about a relationship, whatever else it says. */
export interface RelationLine {
  readonly tag: 'relation';
  readonly source: string;
  readonly target: string;
  readonly sentences: readonly number[];
  readonly description: string;
}

/** Inputs of a reply with descriptions. */
export interface DescribedContext {
  readonly part: Part;
  readonly mentions: readonly ExtractionRow[];
  /** Entities of earlier replies to the same request, which relationships may name. */
  readonly earlier: readonly FoundEntity[];
  readonly options: Pick<ReadingOptions, 'types' | 'openTypes'>;
}

type Named = ReadonlyMap<string, FoundEntity>;

/** Parses a full reply, or a gleaning. A missing strength follows from the evidence. */
export const parseFullReply = (context: DescribedContext, reply: ReplyLines<Shape>): ParsedReply =>
  parseDescribedReply<RelationLine & { readonly strength: number }>(
    context,
    reply.lines,
    reply.repairs,
    ({ strength }, { source, target, sentences }) => ({
      weight: strength || strengthOf(context.part, source, target, sentences),
      keywords: [],
    }),
  );

/** Facts of a relationship besides its ends, its evidence and its description. */
type FactsOf<R> = (
  line: R,
  found: Pick<FoundRelation, 'source' | 'target' | 'sentences'>,
) => Pick<FoundRelation, 'weight' | 'keywords'>;

/**
 * Parses a reply with descriptions, or a gleaning. An end that no line describes, but that the passage names, counts as an entity without a
 * description.
 */
export function parseDescribedReply<R extends RelationLine>(
  context: DescribedContext,
  lines: readonly (EntityLine | R)[],
  repairs: ParsedReply['repairs'],
  factsOf: FactsOf<R>,
): ParsedReply {
  const entityLines = lines.filter((line): line is EntityLine => line.tag === 'entity');
  const entities = entityLines.map((line) => entityOf(context, line));
  const named: Named = new Map([
    ...context.earlier.flatMap((entity) => byNames(entity, entity.title)),
    ...entities.flatMap((entity, n) => (isAccepted(entity) ? byNames(entity, entityLines[n]?.name ?? '') : [])),
  ]);
  const relationLines = lines.filter((line): line is R => line.tag === 'relation');
  const outcomes = relationLines.map((line) => relationOf(context, named, line, factsOf));
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

function entityOf({ part, mentions, options }: DescribedContext, line: EntityLine): Outcome<FoundEntity> {
  const entity = entityNamed(part.passage, mentions, line.name, line);
  if (!entity) return 'name not in the passage';
  return { ...withKnownType(entity, line.type, options), description: line.description };
}

function relationOf<R extends RelationLine>(
  context: DescribedContext,
  named: Named,
  line: R,
  factsOf: FactsOf<R>,
): Outcome<FoundRelation> {
  const source = endOf(context, named, line.source);
  const target = endOf(context, named, line.target);
  if (!source || !target) return 'unknown end';
  if (source.key === target.key) return 'relation to itself';
  const { part } = context;
  const sentences =
    line.sentences.length > 0 ? evidenceOf(part, [source, target], line.sentences) : evidenceFor(part, source, target);
  if (!isAccepted(sentences)) return sentences;
  const found = { source, target, sentences };
  return { ...found, predicate: '', description: line.description, ...factsOf(line, found) };
}

function endOf({ part, mentions, options }: DescribedContext, named: Named, name: string): FoundEntity | undefined {
  const known = named.get(entityKey(name));
  if (known) return known;
  const entity = entityNamed(part.passage, mentions, name);
  return entity && (named.get(entity.key) ?? withKnownType(entity, '', options));
}
