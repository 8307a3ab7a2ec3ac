import type { Gold, GoldEntity } from '../../../scripts/lib/gold';
import { entityKey } from '../../../src/core/extract/entity-key';
import { knownType } from '../../../src/core/extract/model/replies/parsed-reply';
import type { ChatMessage } from '../../../src/core/models/chat-model';
import { goldView, type GoldPassageView, type GoldView } from './gold-passage';
import { writeReply, type ReplyForm, type ReplyRecord } from './reply-form';
import { shownPrompt, type ShownPrompt } from './shown-prompt';

export { corrupt, type Corrupted } from './corrupt';

interface GoldAnswererOptions {
  /** The first answer of a full reading leaves out each n-th record, which the gleaning then gives; 0 (default) leaves out none. */
  readonly gleaningInterval?: number;
}

/** Answers a call of the extraction from the gold standard; undefined for any other call. */
type GoldAnswerer = (messages: readonly ChatMessage[], form?: ReplyForm) => string | undefined;

/**
 * A model that knows the gold standard and nothing else: it sees a passage only as the prompt shows it. It proves what is done with good replies,
 * never how good those of a real model are.
 */
export function goldAnswerer(gold: Gold, { gleaningInterval = 0 }: GoldAnswererOptions = {}): GoldAnswerer {
  const view = goldView(gold);
  return (messages, form = 'lines') => {
    const shown = shownPrompt(messages);
    if (!shown) return undefined;
    if (shown.isDecision) return decision(gleaningInterval > 0 && shown.answers < 2 ? 'Y' : 'N', form);
    return writeReply(shown.kind, form, turnOf(recordsFor(shown, view), shown, gleaningInterval));
  };
}

const decision = (letter: string, form: ReplyForm): string =>
  form === 'json' ? JSON.stringify({ choice: letter }) : letter;

function turnOf(
  records: readonly ReplyRecord[],
  { kind, answers }: ShownPrompt,
  gleaningInterval: number,
): readonly ReplyRecord[] {
  if (kind === 'compact') return records;
  const isGleaned = (n: number): boolean => gleaningInterval > 0 && n % gleaningInterval === gleaningInterval - 1;
  if (answers === 0) return records.filter((_, n) => !isGleaned(n));
  return answers === 1 ? records.filter((_, n) => isGleaned(n)) : [];
}

function recordsFor(shown: ShownPrompt, view: GoldView): readonly ReplyRecord[] {
  const passage = view(shown.sentences);
  if (shown.kind === 'claims') return claimRecords(shown, passage);
  const ends = passage.relationships.flatMap((one) => {
    const source = passage.entity(one.gold.source);
    const target = passage.entity(one.gold.target);
    const from = source && passage.nameOf(source, one.sentences);
    const to = target && passage.nameOf(target, one.sentences);
    return from && to ? [{ ...one, source, target, from, to }] : [];
  });
  const main = [...passage.names.keys()].map((entity) => [passage.nameOf(entity, []) ?? entity.title, entity] as const);
  const named = new Map([
    ...main,
    ...ends.flatMap(
      (one) =>
        [
          [one.from, one.source],
          [one.to, one.target],
        ] as const,
    ),
  ]);
  return shown.kind === 'compact' ? compactRecords(shown, named, ends) : fullRecords(shown, named, ends);
}

interface NamedRelationship {
  readonly gold: { readonly predicate: string; readonly description: string; readonly strength: number };
  readonly sentences: readonly number[];
  readonly from: string;
  readonly to: string;
}

type Named = ReadonlyMap<string, GoldEntity>;

function compactRecords(shown: ShownPrompt, named: Named, ends: readonly NamedRelationship[]): readonly ReplyRecord[] {
  const listed = new Map(shown.names.map((name, n) => [entityKey(name), n + 1]));
  const numbers = new Map(listed);
  const kept = new Map<string, number[]>();
  const fresh: ReplyRecord[] = [];
  for (const [name, { type: goldType }] of named) {
    const key = entityKey(name);
    const type = typeFor(goldType, shown);
    const number = numbers.get(key) ?? shown.names.length + fresh.length + 1;
    if (listed.has(key)) kept.set(type, [...new Set([...(kept.get(type) ?? []), number])]);
    else if (!numbers.has(key)) fresh.push({ tag: 'new', number, name, type });
    numbers.set(key, number);
  }
  const links = ends.map(({ gold, from, to, sentences }) => ({
    tag: 'link',
    source: numbers.get(entityKey(from)) ?? 0,
    target: numbers.get(entityKey(to)) ?? 0,
    predicate: gold.predicate,
    sentences: sentences.slice(0, 3),
  }));
  return [...Array.from(kept, ([type, list]) => ({ tag: 'keep', type, numbers: list })), ...fresh, ...distinct(links)];
}

/** Removes duplicates: two documents with the same words give two records in the gold standard. */
const distinct = (records: readonly ReplyRecord[]): readonly ReplyRecord[] => [
  ...new Map(records.map((record) => [JSON.stringify(record), record])).values(),
];

function fullRecords(shown: ShownPrompt, named: Named, ends: readonly NamedRelationship[]): readonly ReplyRecord[] {
  const sentencesOf = (name: string): readonly number[] =>
    shown.sentences.flatMap((text, n) => (text.includes(name) ? [n + 1] : [])).slice(0, 8);
  const entities = Array.from(named, ([name, { type, description }]) => ({
    tag: 'entity',
    name,
    type: typeFor(type, shown),
    sentences: sentencesOf(name),
    description,
  }));
  const relations = ends.map(({ gold, from, to, sentences }) => ({
    tag: 'relation',
    source: from,
    target: to,
    ...(shown.kind === 'themes' ? { keywords: themesOf(gold) } : { strength: gold.strength }),
    sentences: sentences.slice(0, 8),
    description: gold.description,
  }));
  return [...entities, ...distinct(relations)];
}

/** Themes of a realistic length: the predicate and a word of the description. */
const themesOf = ({ predicate, description }: NamedRelationship['gold']): string =>
  [predicate, description.split(' ').find((word) => word.length > 7) ?? 'connection']
    .filter(Boolean)
    .join(', ')
    .replaceAll('|', ' ');

function claimRecords(shown: ShownPrompt, passage: GoldPassageView): readonly ReplyRecord[] {
  const numberOf = (id: string | null): number => {
    const entity = id === null ? undefined : passage.entity(id);
    const keys = new Set(entity ? [entity.title, ...entity.aliases].map(entityKey) : []);
    return shown.names.findIndex((name) => keys.has(entityKey(name))) + 1;
  };
  return passage.claims.flatMap(({ gold, sentences }) => {
    const subject = numberOf(gold.subject);
    if (subject === 0) return [];
    return {
      tag: 'claim',
      subject,
      object: numberOf(gold.object),
      type: gold.type,
      status: gold.status,
      from: gold.start ?? 'none',
      to: gold.end ?? 'none',
      sentences: sentences.slice(0, 4),
      description: gold.description,
    };
  });
}

/** A type of the gold standard as the prompt lists it; `concept`, or else the last one, for one that it lacks. */
function typeFor(type: string, { types }: ShownPrompt): string {
  const fallback = types.includes('concept') ? 'concept' : (types.at(-1) ?? type);
  return knownType(type, { types, openTypes: false }) ?? fallback;
}
