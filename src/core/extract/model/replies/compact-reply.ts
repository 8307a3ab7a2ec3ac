import type { FlatShape, LinesShape, ShapeValue } from '../../../shapes/shape';
import type { ExtractionRow } from '../../../tables/tables';
import { evidenceOf, isNamedIn, strengthOf } from '../passage/evidence';
import type { FoundEntity, FoundRelation } from './findings';
import { entityNamed, entityOfMention } from '../passage/found-entity';
import { isRejected, isTaken, type Outcome, parsedReply, type ParsedReply } from './parsed-reply';
import { citedIn, type Part } from '../passage/passage';
import type { ReadingOptions, Rejection } from '../reading';
import { knownType } from './type-names';

/** Beyond all that is ever numbered, so that the parser's pulling of numbers into range never makes one point at something. */
export const LAST_NUMBER = 99;
const number = { kind: 'number', min: 0, max: LAST_NUMBER } as const;
/** Characters of a name: conventions, committees and laws have long ones. */
export const MAX_NAME_LENGTH = 200;
/** One bound for all texts, so that a grammar has one rule for them. */
const text = { kind: 'text', max: MAX_NAME_LENGTH } as const;
const sentences = { kind: 'numbers', min: 1, max: 999, items: 3 } as const;

/** The type in a line: one of a list, or open. */
export const typeField = (types: readonly string[] | null): Extract<FlatShape, { readonly kind: 'text' | 'choice' }> =>
  types?.length ? { kind: 'choice', options: types } : { kind: 'text', max: 24 };

/** What a compact reading may answer. The same for each call of a run, so that an engine compiles it once; null lets any type through. */
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

type Lines = ShapeValue<ReturnType<typeof compactShape>>;
type Line<T extends string> = Lines[number] & { readonly tag: T };

/** What a compact reply is about. */
interface CompactContext {
  readonly part: Part;
  /** Names that the model was shown, numbered from 1. */
  readonly candidates: readonly ExtractionRow[];
  readonly mentions: readonly ExtractionRow[];
  readonly options: Pick<ReadingOptions, 'types' | 'openTypes'>;
}

/** What the lines of a compact reply say that holds. A name that a valid link rests on is kept with the type that was guessed. */
export function parseCompactReply(context: CompactContext, lines: Lines): ParsedReply {
  const kept = lines.filter((line) => line.tag === 'keep').flatMap((line) => keptEntities(context, line));
  const fresh = lines.filter((line) => line.tag === 'new').map((line) => newEntity(context, line));
  const numbers = numbersOf(context, fresh.filter(isTaken));
  const links = lines.filter((line) => line.tag === 'link').map((line) => linkOf(context, numbers, line));
  const relations = links.filter(isTaken);
  const named = [...kept.filter(isTaken), ...fresh.filter(isTaken).map(({ entity }) => entity)];
  const keys = new Set(named.map(({ key }) => key));
  const implied = new Map(
    relations.flatMap(({ source, target }) => [source, target]).map((end) => [end.key, guessed(context, end)]),
  );
  return parsedReply({
    entities: [...named, ...[...implied.values()].filter(({ key }) => !keys.has(key))],
    relations,
    rejected: [...kept, ...fresh, ...links].filter(isRejected).concat(unknownTypes(context, lines)),
    said: kept.length + fresh.length + links.length,
  });
}

function keptEntities({ part, candidates, options }: CompactContext, line: Line<'keep'>): Outcome<FoundEntity>[] {
  return line.numbers.map((number) => {
    const candidate = candidates[number - 1];
    const entity = candidate && entityOfMention(part.passage, candidate);
    return entity ? { ...entity, type: typeOf(line.type, entity, options) } : 'unknown end';
  });
}

interface NumberedEntity {
  readonly number: number;
  readonly entity: FoundEntity;
}

function newEntity({ part, mentions, options }: CompactContext, line: Line<'new'>): Outcome<NumberedEntity> {
  const entity = entityNamed(part.passage, mentions, line.name, { type: line.type, description: '' });
  if (!entity) return 'name not in the passage';
  return { number: line.number, entity: { ...entity, type: typeOf(line.type, entity, options) } };
}

type Numbers = ReadonlyMap<number, readonly FoundEntity[]>;

/** Entities by the number that a link may give; models that count wrongly give one number twice. */
function numbersOf({ part, candidates }: CompactContext, fresh: readonly NumberedEntity[]): Numbers {
  const shown = candidates.map((candidate, n) => ({ number: n + 1, entity: entityOfMention(part.passage, candidate) }));
  const numbers = new Map<number, FoundEntity[]>();
  for (const { number, entity } of [...shown, ...fresh])
    if (entity) numbers.set(number, [...(numbers.get(number) ?? []), entity]);
  return numbers;
}

function linkOf({ part }: CompactContext, numbers: Numbers, line: Line<'link'>): Outcome<FoundRelation> {
  const source = endOf(part, numbers.get(line.source), line.sentences);
  const target = endOf(part, numbers.get(line.target), line.sentences);
  if (!source || !target) return 'unknown end';
  if (source.key === target.key) return 'relation to itself';
  const sentences = evidenceOf(part, [source, target], line.sentences);
  if (!isTaken(sentences)) return sentences;
  const weight = strengthOf(part, source, target, sentences);
  return { source, target, predicate: line.predicate, description: '', weight, sentences };
}

/** The entity of a number; where several have it, the only one that a cited sentence names. */
function endOf(part: Part, entities: readonly FoundEntity[] = [], places: readonly number[]): FoundEntity | undefined {
  if (entities.length < 2) return entities[0];
  const cited = citedIn(part, places);
  const named = entities.filter((entity) =>
    cited.some((at) => at !== undefined && isNamedIn(part.passage, entity, at)),
  );
  return named.length === 1 ? named[0] : undefined;
}

const typeOf = (said: string, { type }: FoundEntity, options: CompactContext['options']): string =>
  knownType(said, options) ?? knownType(type, options) ?? '';

const guessed = ({ options }: CompactContext, entity: FoundEntity): FoundEntity => ({
  ...entity,
  type: knownType(entity.type, options) ?? '',
});

const unknownTypes = ({ options }: CompactContext, lines: Lines): readonly Rejection[] =>
  lines.filter((line) => line.tag !== 'link' && knownType(line.type, options) === undefined).map(() => 'unknown type');
