import { entityKey } from '../../extract/entity-key';
import { attributesOf } from '../../extract/mention-records';
import { type CountedRecord, type DocumentBlock, mentionRange } from '../records/document-block';
import type { Records } from '../records/records';

/** Counts over all current records of one key. */
export interface KeyCounts {
  readonly key: string;
  /** Mentions, each counted once even where text units overlap. */
  mentions: number;
  /** Text units that mention it, in reading order, without repeats. */
  readonly textUnitIds: string[];
  /** Surface forms with the number of mentions each. */
  readonly titles: Map<string, number>;
  /** The same for the entities that a person merged into it. */
  readonly mergedTitles: Map<string, number>;
  /** Votes per type of entity records, weighted by mentions, in the order of reading. */
  readonly types: Map<string, number>;
  /** Votes per type of mentions, which guess it; they count only where no entity record has a type. */
  readonly guessedTypes: Map<string, number>;
  /** Votes per phrase kind, as the attribute of a mention names it. */
  readonly phrases: Map<string, number>;
  /** Distinct descriptions of entity records. */
  readonly descriptions: Set<string>;
  /** Aliases named by entity records. */
  readonly aliases: Set<string>;
  /** The id that another program gave it. */
  id?: string;
  /** Layers that named it as an entity; empty when it is known from mentions alone. */
  readonly layers: Set<string>;
}

/** The current records of one document about one key, in reading order. */
export interface KeyRecords {
  readonly rows: readonly CountedRecord[];
  /** Records whose entity a person merged into this one. */
  readonly merged: ReadonlySet<CountedRecord>;
}

/** Counts the records of a key, document by document. Undefined where none of them names it. */
export function countKey(key: string, documents: Iterable<KeyRecords>): KeyCounts | undefined {
  const own = newCounts(key);
  let isNamed = false;
  for (const { rows, merged } of documents) {
    const counted = new Map<string, number>();
    for (const row of rows) {
      if (row.kind !== 'mention' && row.kind !== 'entity') continue;
      isNamed = true;
      const isEntity = row.kind === 'entity';
      const fresh = countFresh(row, counted);
      own.mentions += fresh;
      if (own.textUnitIds.at(-1) !== row.text_unit_id) own.textUnitIds.push(row.text_unit_id);
      const votes = isEntity ? Math.max(1, fresh) : fresh;
      vote(merged.has(row) ? own.mergedTitles : own.titles, row.title, votes);
      if (row.type) vote(isEntity ? own.types : own.guessedTypes, row.type, votes);
      const { phrase, aliases, id } = attributesOf(row);
      if (id !== undefined && !merged.has(row)) own.id ??= id;
      if (phrase) vote(own.phrases, phrase, votes);
      for (const alias of aliases ?? []) own.aliases.add(alias);
      if (row.description) own.descriptions.add(row.description);
      if (isEntity) own.layers.add(row.layer);
    }
  }
  return isNamed ? own : undefined;
}

/** Counts a key that only mentions without a model know, straight from the columns: the same as from its records. */
export function countMentioned(key: number, records: Records): KeyCounts | undefined {
  const { keys, titles, types, attributes } = records.symbols;
  const own = newCounts(keys.text(key));
  const seen = new Map<number, ReturnType<typeof attributesOf>>();
  const read = (symbol: number): ReturnType<typeof attributesOf> => {
    const known = seen.get(symbol) ?? attributesOf({ attributes: attributes.text(symbol) });
    seen.set(symbol, known);
    return known;
  };
  let isNamed = false;
  for (const block of records.holding(key)) {
    const { title, type, attributes: attributed, unit } = block.mentions;
    visitMentions(block, key, (mention, fresh) => {
      isNamed = true;
      own.mentions += fresh;
      const id = block.unitIds[unit[mention] ?? -1] ?? '';
      if (own.textUnitIds.at(-1) !== id) own.textUnitIds.push(id);
      vote(own.titles, titles.text(title[mention] ?? -1), fresh);
      const typed = types.text(type[mention] ?? -1);
      if (typed) vote(own.guessedTypes, typed, fresh);
      const { phrase, aliases } = read(attributed[mention] ?? -1);
      if (phrase) vote(own.phrases, phrase, fresh);
      for (const alias of aliases ?? []) own.aliases.add(alias);
    });
  }
  return isNamed ? own : undefined;
}

/** Visits the mentions of a key in a document. Each comes with the number of its spans that none before it of the same form has. */
export function visitMentions(
  block: DocumentBlock,
  key: number,
  visit: (mention: number, fresh: number) => void,
): void {
  const { byKey, mentions: columns } = block;
  const [from, to] = mentionRange(block, key);
  const lastStart = new Map<number, number>();
  for (let at = from; at < to; at++) {
    const mention = byKey[at] ?? 0;
    const title = columns.title[mention] ?? 0;
    const seen = lastStart.get(title) ?? -1;
    const end = columns.spans[mention + 1] ?? 0;
    let fresh = 0;
    for (let span = columns.spans[mention] ?? 0; span < end; span++) if ((columns.start[span] ?? 0) > seen) fresh++;
    const last = columns.start[end - 1] ?? -1;
    if (end > (columns.spans[mention] ?? 0) && last > seen) lastStart.set(title, last);
    visit(mention, fresh);
  }
}

/** The name with most votes; ties go to the one first in code unit order. */
export function mostFrequent(votes: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const [name, count] of votes) {
    const lead = count - (best === undefined ? 0 : (votes.get(best) ?? 0));
    if (best === undefined || lead > 0 || (lead === 0 && name < best)) best = name;
  }
  return best;
}

/** The name with most votes. Ties go to the longest key, articles and plurals aside, then to the first in code unit order. */
export function mostFrequentTitle(votes: ReadonlyMap<string, number>): string | undefined {
  const most = Math.max(...votes.values());
  const best = [...votes.keys()].filter((name) => votes.get(name) === most);
  if (best.length < 2) return best[0];
  return best.toSorted((a, b) => entityKey(b).length - entityKey(a).length || (a < b ? -1 : 1))[0];
}

/** Spans of the row after the last one that was counted of its surface form in this document. */
function countFresh(row: CountedRecord, counted: Map<string, number>): number {
  const form = row.title;
  const seen = counted.get(form) ?? -1;
  let fresh = 0;
  for (const start of row.starts) if (start > seen) fresh++;
  const last = row.starts.at(-1);
  if (last !== undefined && last > seen) counted.set(form, last);
  return fresh;
}

function newCounts(key: string): KeyCounts {
  return {
    key,
    mentions: 0,
    textUnitIds: [],
    titles: new Map(),
    mergedTitles: new Map(),
    types: new Map(),
    guessedTypes: new Map(),
    phrases: new Map(),
    descriptions: new Set(),
    aliases: new Set(),
    layers: new Set(),
  };
}

function vote(votes: Map<string, number>, name: string, count: number): void {
  if (count > 0) votes.set(name, (votes.get(name) ?? 0) + count);
}
