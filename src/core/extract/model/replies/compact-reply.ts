import { addTo } from '../../../arrays';
import type { FlatShape, LinesShape, ShapeValue } from '../../../shapes/shape';
import type { ExtractionRow } from '../../../tables/tables';
import { evidenceOf, isNamedIn, strengthOf } from '../passage/evidence';
import { entityNamed, entityOfMention } from '../passage/found-entity';
import { citedIn, type Part } from '../passage/passage';
import type { ReadingOptions } from '../reading';
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

/** Higher than any number that is shown, so that a number which the parser pulls into range points at nothing. */
export const LAST_NUMBER = 99;
const number = { kind: 'number', min: 0, max: LAST_NUMBER } as const;
/** Characters of a name; those of conventions, committees and laws are long. */
export const MAX_NAME_LENGTH = 200;
/** One bound for all texts, so that a grammar has one rule for them. */
const text = { kind: 'text', max: MAX_NAME_LENGTH } as const;
const sentences = { kind: 'numbers', min: 1, max: 999, items: 3 } as const;

/** The type in a line: one of a list, or open. */
export const typeField = (types: readonly string[] | null): Extract<FlatShape, { readonly kind: 'text' | 'choice' }> =>
  types?.length ? { kind: 'choice', options: types } : { kind: 'text', max: 24 };

/**
 * Shape of compact readings; null lets any type through. It is the same for each call of a run, so that an engine
 * compiles it once.
 */
export const compactShape = (types: readonly string[] | null) =>
  ({
    kind: 'lines',
    max: 64,
    records: {
      keep: { fields: { type: typeField(types), numbers: { kind: 'numbers', min: 1, max: LAST_NUMBER, items: 24 } } },
      new: { fields: { number, name: text, type: typeField(types) } },
      link: { fields: { source: number, target: number, predicate: text, sentences } },
    },
  }) as const satisfies LinesShape;

type Shape = ReturnType<typeof compactShape>;
type Line<T extends string> = ShapeValue<Shape>[number] & { readonly tag: T };

/** Inputs of a compact reply. */
interface CompactContext {
  readonly part: Part;
  /** Names that the model was shown, numbered from 1. */
  readonly candidates: readonly ExtractionRow[];
  readonly mentions: readonly ExtractionRow[];
  readonly options: Pick<ReadingOptions, 'types' | 'openTypes'>;
}

/** Parses a compact reply. A name in a valid link is kept with the type that was guessed. */
export function parseCompactReply(context: CompactContext, { lines, repairs }: ReplyLines<Shape>): ParsedReply {
  const { options } = context;
  const kept = lines.filter((line) => line.tag === 'keep').flatMap((line) => keptEntities(context, line));
  const added = lines.filter((line) => line.tag === 'new').map((line) => newEntity(context, line));
  const numbers = numbersOf(context, added.filter(isAccepted));
  const links = lines.filter((line) => line.tag === 'link').map((line) => linkOf(context, numbers, line));
  const relations = links.filter(isAccepted);
  const named = [...kept.filter(isAccepted), ...added.filter(isAccepted).map(({ entity }) => entity)];
  const implied = impliedEntities(relations, named).map((end) => withKnownType(end, '', options));
  const types = lines.flatMap((line) => (line.tag === 'link' ? [] : line.type));
  return parsedReply({
    entities: [...named, ...implied],
    relations,
    rejected: [...[...kept, ...added, ...links].filter(isRejected), ...unknownTypes(types, options)],
    recordCount: kept.length + added.length + links.length,
    repairs,
  });
}

function keptEntities({ part, candidates, options }: CompactContext, line: Line<'keep'>): Outcome<FoundEntity>[] {
  return line.numbers.map((number) => {
    const candidate = candidates[number - 1];
    const entity = candidate && entityOfMention(part.passage, candidate);
    return entity ? withKnownType(entity, line.type, options) : 'unknown end';
  });
}

interface NumberedEntity {
  readonly number: number;
  readonly entity: FoundEntity;
}

function newEntity({ part, mentions, options }: CompactContext, line: Line<'new'>): Outcome<NumberedEntity> {
  const entity = entityNamed(part.passage, mentions, line.name, { type: line.type, description: '' });
  if (!entity) return 'name not in the passage';
  return { number: line.number, entity: withKnownType(entity, line.type, options) };
}

type Numbers = ReadonlyMap<number, readonly FoundEntity[]>;

/** Entities by number. A model that counts wrongly gives one number to several. */
function numbersOf({ part, candidates }: CompactContext, added: readonly NumberedEntity[]): Numbers {
  const shown = candidates.map((candidate, n) => ({ number: n + 1, entity: entityOfMention(part.passage, candidate) }));
  const numbers = new Map<number, FoundEntity[]>();
  for (const { number, entity } of [...shown, ...added]) if (entity) addTo(numbers, number, entity);
  return numbers;
}

function linkOf({ part }: CompactContext, numbers: Numbers, line: Line<'link'>): Outcome<FoundRelation> {
  const source = endOf(part, numbers.get(line.source), line.sentences);
  const target = endOf(part, numbers.get(line.target), line.sentences);
  if (!source || !target) return 'unknown end';
  if (source.key === target.key) return 'relation to itself';
  const sentences = evidenceOf(part, [source, target], line.sentences);
  if (!isAccepted(sentences)) return sentences;
  const weight = strengthOf(part, source, target, sentences);
  return { source, target, predicate: line.predicate, description: '', weight, keywords: [], sentences };
}

/** The entity of a number; where several have that number, the only one that a cited sentence names. */
function endOf(part: Part, entities: readonly FoundEntity[] = [], places: readonly number[]): FoundEntity | undefined {
  if (entities.length < 2) return entities[0];
  const cited = citedIn(part, places);
  const named = entities.filter((entity) =>
    cited.some((at) => at !== undefined && isNamedIn(part.passage, entity, at)),
  );
  return named.length === 1 ? named[0] : undefined;
}
