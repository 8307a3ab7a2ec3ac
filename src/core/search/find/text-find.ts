import type { SearchIndex } from '../../retrieval/index';
import type { Bm25 } from '../../retrieval/bm25';
import { suggestSpelling } from '../../retrieval/spelling-correction';
import { headingsOf } from '../../tables/document-headings';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { headingPaths } from '../../text/heading-paths';
import { pageOf } from '../../text/page-of';
import { terms } from '../../text/terms';
import type { PassagePlace } from '../evidence/evidence';
import { folded, foldedText } from '../../retrieval/folded-text';
import { placesOf, readTextQuery, type Place, type QueryPart, type QueryWord, type TextQuery } from './text-query';

/** Where the words that somebody looks for stand in the texts. */
export interface TextFind {
  /** All places, also those that are not listed. */
  readonly total: number;
  /** Documents with the most places first. */
  readonly documents: readonly DocumentHits[];
  /** The words as they are offered where one of them stands nowhere; missing where all stand somewhere, or nothing is like them. */
  readonly suggestion?: string;
}

/** Places in one document. */
export interface DocumentHits {
  readonly documentId: string;
  readonly title: string;
  /** All places in it, also those that are not listed. */
  readonly count: number;
  /** In reading order. */
  readonly hits: readonly TextHit[];
}

/** One place; `start` and `end` are those of the words that were found. */
export interface TextHit extends PassagePlace {
  /** The line around it, cut at words. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** How much is listed, and where it is sought. */
export interface TextFindOptions {
  /** Places that are listed at most, over all documents; the documents share it evenly. */
  readonly limit: number;
  /** Only these documents, when not empty. */
  readonly documentIds?: readonly string[];
}

const BEFORE = 60;
const AFTER = 100;
/** Signs between two words that are shown as one place. */
const MOST_BETWEEN = 3;

/**
 * Finds words and phrases in the texts, as {@link readTextQuery} reads them: all of them in one text unit, or nothing there counts. The places of
 * several words are those of the rarest. Linear in the text units that hold them all.
 */
export function findText(index: SearchIndex, typed: string, { limit, documentIds = [] }: TextFindOptions): TextFind {
  const query = readTextQuery(typed);
  const suggestion = suggestionFor(index, typed, query);
  const offered = suggestion === undefined ? {} : { suggestion };
  if (query.parts.length === 0) return { total: 0, documents: [], ...offered };
  const found = unitsFound(index, query, documentsSought(index, query, documentIds));
  const byDocument = placesByDocument(found, anchorOf(found, query.parts.length));
  const order = new Map(index.tables.documents.map(({ id }, at) => [id, at]));
  const counted = [...byDocument]
    .map(([id, places]) => ({ id, places, at: order.get(id) ?? 0 }))
    .sort((one, other) => other.places.length - one.places.length || one.at - other.at);
  const shares = evenShares(
    counted.map(({ places }) => places.length),
    limit,
  );
  return {
    total: counted.reduce((sum, { places }) => sum + places.length, 0),
    documents: counted.flatMap(({ id, places }, at) => {
      const document = index.documents.get(id);
      const title = index.labels.get(id) ?? document?.title ?? '';
      if (!document) return [];
      return [
        { documentId: id, title, count: places.length, hits: hitsIn(document, title, places.slice(0, shares[at])) },
      ];
    }),
    ...offered,
  };
}

/** The documents in question; null for all. */
function documentsSought(
  { tables }: SearchIndex,
  { documents, notDocuments }: TextQuery,
  ids: readonly string[],
): ReadonlySet<string> | null {
  if (ids.length === 0 && documents.length === 0 && notDocuments.length === 0) return null;
  const chosen = new Set(ids);
  const rows = tables.documents.filter(({ id, title, source_path }) => {
    if (chosen.size > 0 && !chosen.has(id)) return false;
    const names = folded(`${title}\n${source_path.split('/').at(-1) ?? ''}`);
    return documents.every((name) => names.includes(name)) && !notDocuments.some((name) => names.includes(name));
  });
  return new Set(rows.map(({ id }) => id));
}

/** A text unit and, for each part of the query, where it stands there. */
interface UnitFound {
  readonly unit: TextUnitRow;
  readonly places: readonly (readonly Place[])[];
}

/** The units that hold every part and none of those that must not be there. */
function unitsFound(index: SearchIndex, query: TextQuery, sought: ReadonlySet<string> | null): readonly UnitFound[] {
  const { bm25 } = index.store.passages;
  let slots: Set<number> | null = null;
  for (const part of query.parts) {
    const own = candidatesOf(bm25, part);
    if (own === null) continue;
    slots = inBoth(slots, own);
    if (slots.size === 0) return [];
  }
  const units = slots === null ? index.unitAt.values() : [...slots].flatMap((slot) => index.unitAt.get(slot) ?? []);
  const found: UnitFound[] = [];
  for (const unit of units) {
    if (sought && !sought.has(unit.document_id)) continue;
    const fold = foldedText(unit.text);
    const places: (readonly Place[])[] = [];
    for (const part of query.parts) {
      const own = placesOf(part, unit.text, fold);
      if (own.length === 0) break;
      places.push(own);
    }
    if (places.length < query.parts.length) continue;
    if (query.without.some((part) => placesOf(part, unit.text, fold).length > 0)) continue;
    found.push({ unit, places });
  }
  return found;
}

/** The texts that may hold a part, by the index; null where the index cannot tell. */
function candidatesOf(bm25: Bm25, part: QueryPart): Set<number> | null {
  const sets = part.terms.map((term) => new Set(bm25.holding(term)));
  if (part.beginning !== null && terms(part.beginning).length > 0) {
    const begun = [...termsBegun(bm25, part.beginning)];
    sets.push(new Set(begun.flatMap((term) => bm25.holding(term))));
  }
  return sets.length === 0 ? null : sets.reduce(inBoth);
}

function inBoth(one: ReadonlySet<number> | null, other: Set<number>): Set<number> {
  return one === null ? other : new Set([...other].filter((id) => one.has(id)));
}

/** A stem may lack so many letters of the word's end. */
const MOST_CUT = 4;

/** The terms of words that begin so, with some that only might. */
function* termsBegun(bm25: Bm25, beginning: string): Generator<string> {
  const own = terms(beginning);
  const isUnspaced = own.length > 1 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(beginning);
  if (isUnspaced && beginning.length > 1) {
    yield* own.slice(0, 1);
    return;
  }
  const least = Math.max(2, beginning.length - MOST_CUT);
  for (const term of bm25.terms()) {
    if (term.startsWith(beginning) || (isUnspaced && term.includes(beginning)) || own.includes(term)) yield term;
    else if (beginning.length > MOST_CUT && term.length > least && beginning.startsWith(term.slice(0, -1))) yield term;
  }
}

/** Which part stands in the fewest places. */
function anchorOf(found: readonly UnitFound[], parts: number): number {
  const counts = Array.from({ length: parts }, (_, part) =>
    found.reduce((sum, { places }) => sum + (places[part]?.length ?? 0), 0),
  );
  return counts.indexOf(Math.min(...counts));
}

/** A place in a document, with the unit that it was found in. */
interface DocumentPlace extends Place {
  readonly unit: TextUnitRow;
}

/** Each place once, though units overlap. */
function placesByDocument(found: readonly UnitFound[], anchor: number): ReadonlyMap<string, readonly DocumentPlace[]> {
  const byDocument = new Map<string, DocumentPlace[]>();
  const inOrder = [...found].sort((one, other) => one.unit.start - other.unit.start);
  for (const { unit, places } of inOrder) {
    const list = byDocument.get(unit.document_id) ?? [];
    byDocument.set(unit.document_id, list);
    const others = places.filter((_, part) => part !== anchor);
    for (const place of places[anchor] ?? []) {
      const { start, end } = others.length === 0 ? place : joined(place, others, unit.text);
      const before = list.at(-1);
      if (before && unit.start + start < before.end) continue;
      list.push({ start: unit.start + start, end: unit.start + end, unit });
    }
  }
  return byDocument;
}

/** A place together with those of the other parts right beside it. */
function joined(place: Place, others: readonly (readonly Place[])[], text: string): Place {
  let { start, end } = place;
  const isNear = (from: number, to: number): boolean =>
    from <= to && to - from <= MOST_BETWEEN && !/[\p{L}\p{N}\n.!?。！？]/u.test(text.slice(from, to));
  for (let grows = true; grows;) {
    grows = false;
    for (const places of others) {
      for (const other of places) {
        if (isNear(end, other.start)) [end, grows] = [other.end, true];
        else if (isNear(other.end, start)) [start, grows] = [other.start, true];
      }
    }
  }
  return { start, end };
}

/** Shares of a whole, the same for all that need as much. */
function evenShares(needs: readonly number[], whole: number): readonly number[] {
  const shares = needs.map(() => 0);
  let left = whole;
  let open = needs.map((_, at) => at);
  while (left > 0 && open.length > 0) {
    const each = Math.max(1, Math.floor(left / open.length));
    for (const at of open) {
      const more = Math.min(each, left, (needs[at] ?? 0) - (shares[at] ?? 0));
      shares[at] = (shares[at] ?? 0) + more;
      left -= more;
    }
    open = open.filter((at) => (shares[at] ?? 0) < (needs[at] ?? 0));
  }
  return shares;
}

function hitsIn(document: DocumentRow, documentTitle: string, places: readonly DocumentPlace[]): readonly TextHit[] {
  if (places.length === 0) return [];
  const pathAt = headingPaths(headingsOf(document));
  return places.map(({ start, end, unit }) => {
    const line = lineAround(unit, start - unit.start, end - unit.start);
    return {
      textUnitId: unit.id,
      documentId: document.id,
      documentTitle,
      page: pageOf(document.page_starts, start),
      headingPath: pathAt(start),
      start,
      end,
      ...line,
    };
  });
}

/** What stands around a place in its sentence. */
function lineAround(unit: TextUnitRow, start: number, end: number): Pick<TextHit, 'before' | 'match' | 'after'> {
  const { text, sentence_starts, sentence_ends } = unit;
  const own = sentence_ends.findIndex((last) => last - unit.start >= end);
  const from = Math.min(start, Math.max(0, (sentence_starts[own] ?? unit.start) - unit.start));
  const to = Math.max(end, (sentence_ends[own] ?? unit.end) - unit.start);
  const before = text.slice(Math.max(from, start - BEFORE), start);
  const after = text.slice(end, Math.min(to, end + AFTER));
  const cutBefore = start - BEFORE > from;
  const cutAfter = end + AFTER < to;
  return {
    before: `${cutBefore ? '…' : ''}${onOneLine(cutBefore ? before.replace(/^[^\s\p{Lo}]+(?=\s)/u, '') : before).trimStart()}`,
    match: onOneLine(text.slice(start, end)),
    after: `${onOneLine(cutAfter ? after.replace(/(?<=\s)[^\s\p{Lo}]+$/u, '') : after).trimEnd()}${cutAfter ? '…' : ''}`,
  };
}

const onOneLine = (text: string): string => text.replace(/\s+/gu, ' ');

/** The query with the words that stand nowhere in another spelling; undefined where all stand somewhere or none is like them. */
function suggestionFor(index: SearchIndex, typed: string, query: TextQuery): string | undefined {
  const { bm25 } = index.store.passages;
  const words = query.parts.flatMap((part) => part.words.map((word, at) => ({ ...word, part, at })));
  const isUnknown = ({ word, part, at }: QueryWord & { readonly part: QueryPart; readonly at: number }): boolean => {
    const own = terms(word);
    if (own.length === 0 || own.every((term) => bm25.documentFrequency(term) > 0)) return false;
    if (part.beginning === null || at < part.words.length - 1) return true;
    const candidates = candidatesOf(bm25, { ...part, terms: [] });
    return candidates !== null && candidates.size === 0;
  };
  const unknown = words.filter(isUnknown);
  let respelt = typed;
  for (const word of unknown.reverse()) {
    const near = suggestSpelling(index, word.word, 1)[0];
    if (near !== undefined) respelt = respelt.slice(0, word.start) + near + respelt.slice(word.end);
  }
  return respelt === typed ? undefined : respelt;
}
