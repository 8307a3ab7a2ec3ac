import type { LinesShape, ShapeValue } from '../../../shapes/shape';
import { MAX_NAME_LENGTH, typeField } from './compact-reply';
import type { ExtractionRow } from '../../../tables/tables';
import { entityKey } from '../../entity-key';
import { attributesOf } from '../../mention-records';
import { evidenceFor, evidenceOf, strengthOf } from '../passage/evidence';
import type { FoundEntity, FoundRelation } from './findings';
import { entityNamed } from '../passage/found-entity';
import { isRejected, isTaken, type Outcome, parsedReply, type ParsedReply } from './parsed-reply';
import type { Part } from '../passage/passage';
import type { ReadingOptions, Rejection } from '../reading';
import { knownType } from './type-names';

const name = { kind: 'text', max: MAX_NAME_LENGTH } as const;
const sentences = { kind: 'numbers', min: 1, max: 999, items: 8 } as const;
const description = { kind: 'text', max: 320 } as const;

/** What a full reading and each of its gleanings may answer; null lets any type through. */
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

type Lines = ShapeValue<ReturnType<typeof fullShape>>;
type Line<T extends string> = Lines[number] & { readonly tag: T };

/** What a full reply is about. */
interface FullContext {
  readonly part: Part;
  readonly mentions: readonly ExtractionRow[];
  /** Of earlier answers of the same conversation, which relationships may go on to name. */
  readonly earlier: readonly FoundEntity[];
  readonly options: Pick<ReadingOptions, 'types' | 'openTypes'>;
}

/**
 * What the lines of a full reply, or of a gleaning, say that holds. An end that no line describes but the passage names counts as an entity without
 * a description.
 */
export function parseFullReply(context: FullContext, lines: Lines): ParsedReply {
  const entityLines = lines.filter((line) => line.tag === 'entity');
  const entities = entityLines.map((line) => entityOf(context, line));
  const named = entityLines.flatMap((line, n) => {
    const entity = entities[n];
    return entity && isTaken(entity) ? namesOf(line.name, entity).map((key) => [key, entity] as const) : [];
  });
  const known = new Map([
    ...context.earlier.flatMap((one) => namesOf(one.title, one).map((key) => [key, one] as const)),
    ...named,
  ]);
  const outcomes = lines.filter((line) => line.tag === 'relation').map((line) => relationOf(context, known, line));
  const relations = outcomes.filter(isTaken);
  const described = new Set(Array.from(known.values(), ({ key }) => key));
  const implied = new Map(relations.flatMap(({ source, target }) => [source, target]).map((end) => [end.key, end]));
  return parsedReply({
    entities: [...entities.filter(isTaken), ...[...implied.values()].filter(({ key }) => !described.has(key))],
    relations,
    rejected: [...entities, ...outcomes].filter(isRejected).concat(unknownTypes(context, entityLines)),
    said: lines.length,
  });
}

/** Keys by which relationships may name an entity: as it was written, as it is called, and by its abbreviation. */
const namesOf = (written: string, { key, attributes }: FoundEntity): readonly string[] => [
  ...(attributesOf({ attributes }).aliases ?? []).map(entityKey),
  key,
  entityKey(written),
];

function entityOf({ part, mentions, options }: FullContext, line: Line<'entity'>): Outcome<FoundEntity> {
  const entity = entityNamed(part.passage, mentions, line.name, line);
  if (!entity) return 'name not in the passage';
  const type = knownType(line.type, options) ?? knownType(entity.type, options) ?? '';
  return { ...entity, type, description: line.description };
}

function relationOf(context: FullContext, known: Ends, line: Line<'relation'>): Outcome<FoundRelation> {
  const source = endOf(context, known, line.source);
  const target = endOf(context, known, line.target);
  if (!source || !target) return 'unknown end';
  if (source.key === target.key) return 'relation to itself';
  const { part } = context;
  const sentences =
    line.sentences.length > 0 ? evidenceOf(part, [source, target], line.sentences) : evidenceFor(part, source, target);
  if (!isTaken(sentences)) return sentences;
  const weight = line.strength || strengthOf(part, source, target, sentences);
  return { source, target, predicate: '', description: line.description, weight, sentences };
}

type Ends = ReadonlyMap<string, FoundEntity>;

function endOf({ part, mentions, options }: FullContext, known: Ends, name: string): FoundEntity | undefined {
  const said = known.get(entityKey(name));
  if (said) return said;
  const entity = entityNamed(part.passage, mentions, name);
  return entity && (known.get(entity.key) ?? { ...entity, type: knownType(entity.type, options) ?? '' });
}

const unknownTypes = ({ options }: FullContext, lines: readonly Line<'entity'>[]): readonly Rejection[] =>
  lines.filter(({ type }) => knownType(type, options) === undefined).map(() => 'unknown type');
