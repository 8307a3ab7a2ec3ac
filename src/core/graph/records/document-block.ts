import { lowerBound } from '../../arrays';
import { isCurrentRecord } from '../../extract/extraction-status';
import { NO_MODEL } from '../../provenance';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../tables/tables';
import { asPart, type Work } from '../../work';
import { createIntList, type IntList } from './int-list';
import { createSentencePlaces, type SentencePlaces } from './sentence-places';
import type { Symbols } from './symbols';

/** The dictionaries that all blocks share. */
export interface RecordSymbols {
  readonly keys: Symbols;
  readonly titles: Symbols;
  readonly types: Symbols;
  readonly attributes: Symbols;
}

/**
 * The current records of one document in columns. Mentions without a model are columns of symbols, in reading order; records of models and
 * persons are few and stay rows.
 */
export interface DocumentBlock {
  readonly documentId: string;
  /** Ids of its text units in reading order. */
  readonly unitIds: readonly string[];
  /** Offsets at which each of these text units starts, and after it; 0 where they are not known. */
  readonly unitStarts: Int32Array;
  readonly unitEnds: Int32Array;
  readonly mentions: MentionColumns;
  /** Mentions by key, then in reading order. */
  readonly byKey: Int32Array;
  /** All other records in the order of the log, current or not. */
  readonly others: readonly ExtractionRow[];
  /** Current records among these, markers aside, in reading order. */
  readonly current: readonly ExtractionRow[];
  /** The sentences that mention anything, in order. */
  readonly sentences: SentenceColumns;
  /** Nodes in each sentence under the present choice of entities; made when first needed. */
  lists: SentenceLists | undefined;
}

/** Parallel arrays, one entry per mention: symbols, the place of its text unit, and where its spans begin in the columns of spans. */
interface MentionColumns {
  readonly key: Int32Array;
  readonly title: Int32Array;
  readonly type: Int32Array;
  readonly attributes: Int32Array;
  readonly unit: Int32Array;
  /** One more entry than mentions. */
  readonly spans: Int32Array;
  /** Per span: the place of its sentence among those that mention anything, and its offset in the document. */
  readonly place: Int32Array;
  readonly start: Int32Array;
}

/** Sentences by place, with the names in each: key and title symbols in reading order, each pair once. */
interface SentenceColumns extends SentencePlaces {
  /** One more entry than sentences. */
  readonly offsets: Int32Array;
  readonly key: Int32Array;
  readonly title: Int32Array;
}

/** Nodes by sentence; one more offset than sentences. */
export interface SentenceLists {
  readonly offsets: Int32Array;
  readonly nodes: Int32Array;
}

/** Records of a document while they come in, in any number of parts. */
export interface BlockDraft {
  add(rows: Iterable<ExtractionRow>): void;
  /**
   * Ends it; the text units and the row of the document give the places of its sentences. Nothing may be added from its
   * first step on.
   */
  finish(units: readonly TextUnitRow[], document?: Pick<DocumentRow, 'media_type' | 'text'>): Work<DocumentBlock>;
}

/** Begins a block, with what an earlier block of the same document holds. */
export function draftBlock(documentId: string, symbols: RecordSymbols, earlier?: DocumentBlock): BlockDraft {
  const columns = growingColumns();
  const unitIds: string[] = [];
  const unitAt = new Map<string, number>();
  const others: ExtractionRow[] = [...(earlier?.others ?? [])];
  const unitOf = (id: string): number => {
    const known = unitAt.get(id);
    if (known !== undefined) return known;
    unitAt.set(id, unitIds.length);
    return unitIds.push(id) - 1;
  };
  if (earlier) copyMentions(earlier, columns, unitOf);
  return {
    add(rows) {
      for (const row of rows) {
        if (row.kind !== 'mention' || row.layer !== NO_MODEL) {
          others.push(row);
          continue;
        }
        columns.key.push(symbols.keys.of(row.key));
        columns.title.push(symbols.titles.of(row.title));
        columns.type.push(symbols.types.of(row.type));
        columns.attributes.push(symbols.attributes.of(row.attributes));
        columns.unit.push(unitOf(row.text_unit_id));
        for (const sentence of row.sentences) columns.sentence.push(sentence);
        for (let at = 0; at < row.sentences.length; at++) columns.start.push(row.starts[at] ?? 0);
        columns.spans.push(columns.sentence.length);
      }
    },
    *finish(units, document) {
      for (const { text_unit_id } of others) unitOf(text_unit_id);
      for (const { id } of units) unitOf(id);
      const startOf = new Map(units.map((unit) => [unit.id, unit.start]));
      const endOf = new Map(units.map((unit) => [unit.id, unit.end]));
      const start = (id: string | undefined): number => startOf.get(id ?? '') ?? 0;
      const order = [...unitIds.keys()].sort((a, b) => start(unitIds[a]) - start(unitIds[b]) || a - b);
      const placeOf = new Int32Array(order.length);
      for (const [place, unit] of order.entries()) placeOf[unit] = place;
      const sortedIds = order.map((unit) => unitIds[unit] ?? '');
      const unitStarts = Int32Array.from(sortedIds, start);
      const unitEnds = Int32Array.from(sortedIds, (id) => endOf.get(id) ?? 0);
      for (let at = 0; at < columns.unit.length; at++) {
        columns.unit.data[at] = placeOf[columns.unit.data[at] ?? 0] ?? 0;
      }
      const { isStanding, current } = standing(others, startOf);
      const { sentence, ...mentions } = inReadingOrder(columns, unitStarts, (unit) =>
        isStanding(sortedIds[unit] ?? ''),
      );
      yield { done: 0.1, total: 1 };
      const byKey = sortedByKey(mentions.key);
      yield { done: 0.4, total: 1 };
      const read = { mentions: { ...mentions, sentence }, current, unitStarts };
      const making = sentenceColumns(read, createSentencePlaces(units, document), symbols, startOf);
      const sentences = yield* asPart(making, 0.4, 1);
      return {
        ...{ documentId, unitIds: sortedIds, unitStarts, unitEnds, others, current, sentences },
        mentions: { ...mentions, place: placesOf(sentence, sentences.number) },
        byKey,
        lists: undefined,
      };
    },
  };
}

/** The places of the sentences that mention a key, rising, each once. */
export function sentencesWith(block: DocumentBlock, key: number, symbols: RecordSymbols): readonly number[] {
  const { mentions, byKey, sentences } = block;
  const [from, to] = mentionRange(block, key);
  const found: number[] = [];
  let isRising = true;
  const add = (place: number): void => {
    const last = found.at(-1) ?? -1;
    if (place > last) found.push(place);
    else if (place < last) isRising = found.push(place) < 0;
  };
  for (let at = from; at < to; at++) {
    const mention = byKey[at] ?? 0;
    for (let span = mentions.spans[mention] ?? 0; span < (mentions.spans[mention + 1] ?? 0); span++) {
      add(mentions.place[span] ?? 0);
    }
  }
  if (block.current.length > 0) {
    const text = symbols.keys.text(key);
    for (const row of block.current) {
      if (row.kind !== 'mention' || row.key !== text) continue;
      for (const number of row.sentences) add(placeOf(sentences.number, number));
    }
  }
  return isRising ? found : [...new Set(found)].sort((a, b) => a - b);
}

const placeOf = (numbers: Int32Array, number: number): number =>
  lowerBound(numbers.length, (at) => (numbers[at] ?? 0) < number);

/** The places of sentences by their numbers, which all have one. */
function placesOf(sentence: Int32Array, numbers: Int32Array): Int32Array {
  const places = new Int32Array((numbers.at(-1) ?? -1) + 1);
  for (let place = 0; place < numbers.length; place++) places[numbers[place] ?? 0] = place;
  return sentence.map((number) => places[number] ?? 0);
}

/** The mentions of a key, as places in `byKey`: from the first to after the last. */
export function mentionRange({ byKey, mentions }: DocumentBlock, key: number): readonly [number, number] {
  let low = 0;
  let high = byKey.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mentions.key[byKey[middle] ?? 0] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < byKey.length && mentions.key[byKey[end] ?? 0] === key) end++;
  return [low, end];
}

/** A record as counting sees it. */
export type CountedRecord = Pick<
  ExtractionRow,
  'kind' | 'layer' | 'key' | 'title' | 'type' | 'description' | 'starts' | 'text_unit_id' | 'attributes'
>;

/** One mention as a record. */
export function mentionRecord({ mentions, unitIds }: DocumentBlock, at: number, symbols: RecordSymbols): CountedRecord {
  return {
    kind: 'mention',
    layer: NO_MODEL,
    key: symbols.keys.text(mentions.key[at] ?? -1),
    title: symbols.titles.text(mentions.title[at] ?? -1),
    type: symbols.types.text(mentions.type[at] ?? -1),
    description: '',
    starts: Array.from(mentions.start.subarray(mentions.spans[at] ?? 0, mentions.spans[at + 1] ?? 0)),
    text_unit_id: unitIds[mentions.unit[at] ?? -1] ?? '',
    attributes: symbols.attributes.text(mentions.attributes[at] ?? -1),
  };
}

/** Mentions as they are read: sentences have their numbers in the document. */
interface ReadMentions extends Omit<MentionColumns, 'place'> {
  readonly sentence: Int32Array;
}

type GrowingColumns = { readonly [C in keyof ReadMentions]: IntList };

function growingColumns(): GrowingColumns {
  const columns: GrowingColumns = {
    key: createIntList(),
    title: createIntList(),
    type: createIntList(),
    attributes: createIntList(),
    unit: createIntList(),
    spans: createIntList(),
    sentence: createIntList(),
    start: createIntList(),
  };
  columns.spans.push(0);
  return columns;
}

function copyMentions(
  { mentions, unitIds, sentences }: DocumentBlock,
  into: GrowingColumns,
  unitOf: (id: string) => number,
): void {
  for (const name of ['key', 'title', 'type', 'attributes', 'start'] as const) {
    for (const value of mentions[name]) into[name].push(value);
  }
  for (const place of mentions.place) into.sentence.push(sentences.number[place] ?? 0);
  for (const unit of mentions.unit) into.unit.push(unitOf(unitIds[unit] ?? ''));
  for (let at = 1; at < mentions.spans.length; at++) into.spans.push(mentions.spans[at] ?? 0);
}

/**
 * Selects the other records that are current, with a check of whether the mentions of a text unit are: not where a
 * model has read it.
 */
function standing(
  others: readonly ExtractionRow[],
  startOf: ReadonlyMap<string, number>,
): { readonly isStanding: (unit: string) => boolean; readonly current: readonly ExtractionRow[] } {
  if (others.length === 0) return { isStanding: () => true, current: [] };
  const isCurrent = isCurrentRecord(others);
  const isStanding = (unit: string): boolean => isCurrent({ text_unit_id: unit, layer: NO_MODEL });
  const current = others.filter((row) => row.kind !== 'read' && row.kind !== 'unread' && isCurrent(row));
  const start = (row: ExtractionRow): number => startOf.get(row.text_unit_id) ?? 0;
  return { isStanding, current: current.toSorted((a, b) => start(a) - start(b) || layerOrder(a, b)) };
}

/** No-model records first, then by the name of the layer. */
export function layerOrder({ layer: a }: CountedRecord, { layer: b }: CountedRecord): number {
  if (a === b) return 0;
  return a === NO_MODEL || (b !== NO_MODEL && a < b) ? -1 : 1;
}

/** The valid mentions, by the start of their text unit; those of one unit keep their order. */
function inReadingOrder(
  columns: GrowingColumns,
  unitStarts: Int32Array,
  isStanding: (unit: number) => boolean,
): ReadMentions {
  const units = Uint8Array.from(unitStarts, (_, unit) => (isStanding(unit) ? 1 : 0));
  const unit = columns.unit.data;
  const all = Int32Array.from({ length: columns.unit.length }, (_, at) => at);
  const kept = units.includes(0) ? all.filter((at) => units[unit[at] ?? 0] === 1) : all;
  const startAt = (at: number): number => unitStarts[unit[at] ?? 0] ?? 0;
  const isSorted = kept.every((at, place) => place === 0 || startAt(kept[place - 1] ?? 0) <= startAt(at));
  const order = isSorted ? kept : kept.sort((a, b) => startAt(a) - startAt(b) || a - b);
  const spans = columns.spans.data;
  if (isSorted && kept.length === all.length) {
    const taken = Object.entries(columns).map(([name, list]) => [name, list.take()] as const);
    return Object.fromEntries(taken) as unknown as ReadMentions;
  }
  const pick = ({ data }: IntList): Int32Array => order.map((at) => data[at] ?? 0);
  const offsets = new Int32Array(order.length + 1);
  const [sentence, start] = [createIntList(), createIntList()];
  for (const [place, at] of order.entries()) {
    for (let span = spans[at] ?? 0; span < (spans[at + 1] ?? 0); span++) {
      sentence.push(columns.sentence.data[span] ?? 0);
      start.push(columns.start.data[span] ?? 0);
    }
    offsets[place + 1] = sentence.length;
  }
  return {
    key: pick(columns.key),
    title: pick(columns.title),
    type: pick(columns.type),
    attributes: pick(columns.attributes),
    unit: pick(columns.unit),
    spans: offsets,
    sentence: sentence.take(),
    start: start.take(),
  };
}

/** Places sorted by key; a stable sort of whole numbers that both fit 2^53 together. */
function sortedByKey(key: Int32Array): Int32Array {
  const count = key.length;
  const sorted = Float64Array.from(key, (symbol, at) => symbol * count + at).sort();
  return Int32Array.from(sorted, (value) => value % count);
}

/** Mentions that are looked at in one step. */
const STEP = 16_384;

/** Fills the names of each sentence, from mentions and from other records that mention something. */
function* sentenceColumns(
  block: Pick<DocumentBlock, 'current' | 'unitStarts'> & { readonly mentions: ReadMentions },
  places: (numbers: Int32Array) => SentencePlaces,
  symbols: RecordSymbols,
  startOf: ReadonlyMap<string, number>,
): Work<SentenceColumns> {
  const { mentions, unitStarts } = block;
  const [sentence, key, title] = [createIntList(), createIntList(), createIntList()];
  const named = block.current.filter(({ kind }) => kind === 'mention');
  let next = 0;
  const addNamed = (before: number): void => {
    for (; next < named.length; next++) {
      const row = named[next];
      if (!row || (startOf.get(row.text_unit_id) ?? 0) >= before) return;
      for (const number of row.sentences) {
        sentence.push(number);
        key.push(symbols.keys.of(row.key));
        title.push(symbols.titles.of(row.title));
      }
    }
  };
  for (let at = 0; at < mentions.key.length; at++) {
    if (at % STEP === 0) yield { done: (0.25 * at) / mentions.key.length, total: 1 };
    if (next < named.length) addNamed(unitStarts[mentions.unit[at] ?? 0] ?? 0);
    for (let span = mentions.spans[at] ?? 0; span < (mentions.spans[at + 1] ?? 0); span++) {
      sentence.push(mentions.sentence[span] ?? 0);
      key.push(mentions.key[at] ?? 0);
      title.push(mentions.title[at] ?? 0);
    }
  }
  addNamed(Infinity);
  return yield* groupedBySentence(sentence.take(), key.data, title.data, places);
}

function* groupedBySentence(
  sentence: Int32Array,
  key: Int32Array,
  title: Int32Array,
  places: (numbers: Int32Array) => SentencePlaces,
): Work<SentenceColumns> {
  const count = sentence.length;
  const order = Float64Array.from(sentence, (number, at) => number * count + at);
  yield { done: 0.3, total: 1 };
  order.sort();
  const [numbers, offsets, keys, titles] = [createIntList(), createIntList(), createIntList(), createIntList()];
  let first = 0;
  for (const [place, value] of order.entries()) {
    if (place % STEP === 0) yield { done: 0.5 + (0.5 * place) / count, total: 1 };
    const at = value % count;
    const number = sentence[at] ?? 0;
    if (numbers.length === 0 || numbers.data[numbers.length - 1] !== number) {
      numbers.push(number);
      first = keys.length;
      offsets.push(first);
    }
    let isKnown = false;
    for (let other = first; other < keys.length && !isKnown; other++) {
      isKnown = keys.data[other] === key[at] && titles.data[other] === title[at];
    }
    if (isKnown) continue;
    keys.push(key[at] ?? 0);
    titles.push(title[at] ?? 0);
  }
  offsets.push(keys.length);
  return { ...places(numbers.take()), offsets: offsets.take(), key: keys.take(), title: titles.take() };
}
