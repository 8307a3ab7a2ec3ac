import type { SearchIndex } from '../../retrieval/index';
import type { Bm25Reader } from '../../retrieval/lexical/bm25';
import { suggestSpelling } from '../../retrieval/spelling-correction';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { foldAccents } from '../../text/analysis/folding';
import { isSpaced } from '../../text/characters';
import { languagesOf } from '../../retrieval/lexical/languages';
import { termsInAny } from '../../text/terms';
import { keepAccents, termForms, withAccents } from './term-forms';
import type { PassagePlace, TextRange } from '../evidence/evidence';
import { scopeOf } from '../context/scope';
import { placesIn } from '../evidence/sentences';
import { folded, foldedText } from '../../text/folded-text';
import { placesOf, readTextQuery, type QueryPart, type TextQuery } from './text-query';

/** Places of the wanted words in the texts. */
export interface TextFind {
  /** All places, also those that are not listed. */
  readonly total: number;
  /** Documents with the most places first. */
  readonly documents: readonly DocumentHits[];
  /**
   * The words with another spelling where one of them is nowhere; missing where all occur somewhere, or nothing is like
   * them.
   */
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

/** Limits of a search in the texts. */
export interface TextFindOptions {
  /** Places that are listed at most, over all documents; the documents share it evenly. */
  readonly limit: number;
  /** Only these documents, when not empty. */
  readonly documentIds?: readonly string[];
  /** Not these documents. */
  readonly leftOut?: readonly string[];
}

const BEFORE = 60;
const AFTER = 100;
/** Signs between two words that are shown as one place. */
const MOST_BETWEEN = 3;

/**
 * Finds words and phrases in the texts, as {@link readTextQuery} reads them: all of them in one text unit, or nothing there counts. The places of
 * several words are those of the rarest. Linear in the text units that hold them all.
 */
export function findText(index: SearchIndex, typed: string, { limit, ...where }: TextFindOptions): TextFind {
  const query = readTextQuery(typed, languagesOf(index.tables.documents));
  const suggestion = suggestionFor(index, typed, query);
  const byDocument = placesByDocument(unitsFound(index, query, documentsSought(index, query, where)));
  const found = index.tables.documents
    .map((document) => ({ document, places: byDocument.get(document.id) ?? [] }))
    .filter(({ places }) => places.length > 0)
    .sort((one, other) => other.places.length - one.places.length);
  const shares = evenShares(
    found.map(({ places }) => places.length),
    limit,
  );
  return {
    total: found.reduce((sum, { places }) => sum + places.length, 0),
    documents: found.map(({ document, places }, at) => ({
      documentId: document.id,
      title: index.labels.get(document.id) ?? document.title,
      count: places.length,
      hits: hitsIn(index, document, places.slice(0, shares[at])),
    })),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The documents in question. */
function documentsSought(
  index: SearchIndex,
  query: TextQuery,
  where: Omit<TextFindOptions, 'limit'>,
): ReadonlySet<string> {
  const scope = scopeOf(index, where);
  const chosen = index.tables.documents.filter(({ id }) => scope.document(id));
  const sought = chosen.filter(({ title, source_path: path }) => {
    const names = query.documents.length === 0 ? '' : folded(`${title}\n${path.split('/').at(-1) ?? ''}`);
    return query.documents.every(({ name, has }) => names.includes(name) === has);
  });
  return new Set(sought.map(({ id }) => id));
}

/** A text unit with the places of each part of the query. */
interface UnitFound {
  readonly unit: TextUnitRow;
  readonly places: readonly (readonly TextRange[])[];
}

/** The units with every part and none of the excluded ones. */
function unitsFound(index: SearchIndex, query: TextQuery, sought: ReadonlySet<string>): readonly UnitFound[] {
  if (query.parts.length === 0) return [];
  const sets = query.parts.flatMap((part) => candidatesOf(index.passages.bm25, part));
  const [fewest, ...others] = sets.sort((a, b) => a.size - b.size);
  return [...(fewest ?? index.tables.textUnits.keys())].flatMap((slot) => {
    const unit = index.unitAt.get(slot);
    if (!unit || !sought.has(unit.document_id) || !others.every((set) => set.has(slot))) return [];
    const fold = foldedText(unit.text);
    const places = query.parts.map((part) => placesOf(part, fold));
    const isLeftOut = query.without.some((part) => placesOf(part, fold).length > 0);
    return isLeftOut || places.some(({ length }) => length === 0) ? [] : [{ unit, places }];
  });
}

/** Sets of text units, by number, that are in each of them if they have a part; none where the index cannot decide. */
function candidatesOf(bm25: Bm25Reader, part: QueryPart): readonly ReadonlySet<number>[] {
  const { terms: whole, beginning, languages } = part;
  const begun = beginning === null || termForms(beginning, languages).length === 0 ? [] : [termsBegun(bm25, part)];
  const anyOf = whole.map((forms) => withAccents(forms, languages, () => bm25.terms()));
  return [...anyOf, ...begun].map((any) => new Set(any.flatMap((term) => bm25.holding(term))));
}

/** A stem may lack so many letters of the word's end. */
const MOST_CUT = 4;

/** The terms of words that begin as a part's last word does, with some that only might. */
function termsBegun(bm25: Bm25Reader, { beginning: typed, languages }: QueryPart): readonly string[] {
  const beginning = typed ?? '';
  const own = termsInAny(beginning, languages);
  const anywhere = !isSpaced(beginning);
  if (anywhere && beginning.length > 1) return own.slice(0, 1);
  const plainOf = keepAccents(languages) ? foldAccents : (term: string): string => term;
  const least = Math.max(2, beginning.length - MOST_CUT);
  return Array.from(bm25.terms()).filter((term) => {
    const plain = plainOf(term);
    return (
      (anywhere ? plain.includes(beginning) : plain.startsWith(beginning)) ||
      own.includes(term) ||
      (beginning.length > MOST_CUT && plain.length > least && beginning.startsWith(plain.slice(0, -1)))
    );
  });
}

/** A place in a document, with the unit that it was found in. */
interface DocumentPlace extends TextRange {
  readonly unit: TextUnitRow;
}

/** The places of the rarest part, with what else was found right beside them; each once, though units overlap. */
function placesByDocument(found: readonly UnitFound[]): ReadonlyMap<string, readonly DocumentPlace[]> {
  const counts = (found[0]?.places ?? []).map((_, part) =>
    found.reduce((sum, { places }) => sum + (places[part]?.length ?? 0), 0),
  );
  const rarest = counts.indexOf(Math.min(...counts));
  const byDocument = new Map<string, DocumentPlace[]>();
  for (const { unit, places } of found.toSorted((one, other) => one.unit.start - other.unit.start)) {
    const list = byDocument.get(unit.document_id) ?? [];
    byDocument.set(unit.document_id, list);
    const others = places.flatMap((own, part) => (part === rarest ? [] : own));
    for (const place of places[rarest] ?? []) {
      const { start, end } = joined(place, others, unit.text);
      if (unit.start + start < (list.at(-1)?.end ?? 0)) continue;
      list.push({ start: unit.start + start, end: unit.start + end, unit });
    }
  }
  return byDocument;
}

/** A place together with those right beside it. */
function joined(place: TextRange, others: readonly TextRange[], text: string): TextRange {
  const isNear = (from: number, to: number): boolean =>
    from <= to && to - from <= MOST_BETWEEN && !/[\p{L}\p{N}\n.!?。！？]/u.test(text.slice(from, to));
  const next = others.find(({ start, end }) => isNear(place.end, start) || isNear(end, place.start));
  if (!next) return place;
  const both = { start: Math.min(place.start, next.start), end: Math.max(place.end, next.end) };
  return joined(both, others, text);
}

/** Shares of a whole, given falling needs: the same for all that need as much. */
function evenShares(needs: readonly number[], whole: number): readonly number[] {
  let left = whole;
  const fromLast = needs.toReversed().map((need, at) => {
    const share = Math.min(need, Math.floor(left / (needs.length - at)));
    left -= share;
    return share;
  });
  return fromLast.reverse();
}

function hitsIn(index: SearchIndex, document: DocumentRow, places: readonly DocumentPlace[]): readonly TextHit[] {
  const placeOf = placesIn(index, document);
  return places.map((place) => ({ ...placeOf(place.unit.id, place), ...lineAround(document.text, place) }));
}

/** Returns the rest of the sentence around a place. */
function lineAround(text: string, { start, end, unit }: DocumentPlace): Pick<TextHit, 'before' | 'match' | 'after'> {
  const own = unit.sentence_ends.findIndex((last) => last >= end);
  const from = Math.min(start, unit.sentence_starts[own] ?? unit.start);
  const to = Math.max(end, unit.sentence_ends[own] ?? unit.end);
  const before = onOneLine(text.slice(Math.max(from, start - BEFORE), start));
  const after = onOneLine(text.slice(end, Math.min(to, end + AFTER)));
  return {
    before: start - BEFORE > from ? `…${before.replace(/^[^\s\p{Lo}]+(?=\s)/u, '').trimStart()}` : before.trimStart(),
    match: onOneLine(text.slice(start, end)),
    after: end + AFTER < to ? `${after.replace(/(?<=\s)[^\s\p{Lo}]+$/u, '').trimEnd()}…` : after.trimEnd(),
  };
}

const onOneLine = (text: string): string => text.replace(/\s+/gu, ' ');

/** The query with the missing words in another spelling; undefined where all occur somewhere or none is like them. */
function suggestionFor(index: SearchIndex, typed: string, query: TextQuery): string | undefined {
  const { bm25 } = index.passages;
  const languages = languagesOf(index.tables.documents);
  const isKnown = (word: string): boolean =>
    termForms(word, languages).every((forms) =>
      withAccents(forms, languages, () => bm25.terms()).some((term) => bm25.documentFrequency(term) > 0),
    );
  const unknown = query.parts.flatMap((part) =>
    part.words.filter(({ word }, at) => {
      if (isKnown(word)) return false;
      const isWhole = part.beginning === null || at < part.words.length - 1;
      return isWhole || candidatesOf(bm25, { ...part, terms: [] }).some(({ size }) => size === 0);
    }),
  );
  const respelt = unknown.reduceRight((text, { word, start, end }) => {
    const near = suggestSpelling(index, word, 1)[0];
    return near === undefined ? text : text.slice(0, start) + near + text.slice(end);
  }, typed);
  return respelt === typed ? undefined : respelt;
}
