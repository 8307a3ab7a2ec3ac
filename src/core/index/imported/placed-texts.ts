import { sha256Text } from '../../ids';
import type { ForeignGraph } from '../../ports/interop';
import { PAGES_ALONE, type ImportedType } from '../../tables/documents';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { detectLanguage } from '../../text/language';
import { type Sentences, sentencesOfText } from '../../text/sentences';
import { estimateTokens } from '../../text/tokens';
import type { Work } from '../../work';

/** Documents and their text units, each of which is a slice of its document. */
export interface PlacedTexts {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
  /** Text units that are not in their document word for word; they are appended to its text. */
  readonly appended: number;
  /** Text units that began with lines about their document, which were left out. */
  readonly headed: number;
}

type ForeignUnit = ForeignGraph['text_units'][number];
type ForeignDocument = ForeignGraph['documents'][number];

/** Separator between a text and a text unit that is put behind it. */
const GAP = '\n\n';

/**
 * Finds the places of text units in their documents, without the lines about the document that GraphRAG may put before
 * them. A unit that is not in its document word for word is appended to the text. Units whose document is not there
 * make one of their own.
 */
export function* placeTexts(
  { documents, text_units, mediaType }: Pick<ForeignGraph, 'documents' | 'text_units' | 'mediaType'>,
  today: string,
): Work<PlacedTexts> {
  const unitsOf = new Map<string, ForeignUnit[]>(documents.map(({ id }) => [id, []]));
  for (const unit of text_units) {
    const known = unitsOf.get(unit.document_id);
    if (known) known.push(unit);
    else unitsOf.set(unit.document_id, [unit]);
  }
  const given = new Map(documents.map((row) => [row.id, row]));
  let number = documents.reduce((most, row) => Math.max(most, row.human_readable_id), -1);
  const rows: DocumentRow[] = [];
  const placed = new Map<string, TextUnitRow>();
  let appended = 0;
  let headed = 0;
  for (const [id, units] of unitsOf) {
    const document = given.get(id) ?? lostDocument(id, ++number, today);
    const slices = cutFrom(document.text, units);
    appended += given.has(id) ? slices.appended : 0;
    headed += slices.headed;
    const row = documentRow(document, slices.text, mediaType);
    const sentences = yield* sentencesOfText(row.text, row.language, []);
    for (const [at, unit] of units.entries()) {
      const [start, end] = slices.ranges[at] ?? [0, 0];
      placed.set(unit.id, unitRow(unit, row, { start, end }, sentences));
    }
    rows.push(row);
    yield { done: rows.length, total: unitsOf.size };
  }
  return { documents: rows, text_units: text_units.flatMap(({ id }) => placed.get(id) ?? []), appended, headed };
}

/** A document that is known from its text units alone. */
const lostDocument = (id: string, number: number, today: string): ForeignDocument => ({
  id: id || 'text units',
  human_readable_id: number,
  title: id || 'Text units',
  text: '',
  creation_date: today,
  raw_data: null,
});

interface Slices {
  readonly text: string;
  readonly ranges: readonly (readonly [start: number, end: number])[];
  readonly appended: number;
  readonly headed: number;
}

/** Units are looked for in their order: each begins after the one before has begun, else anywhere. */
function cutFrom(text: string, units: readonly ForeignUnit[]): Slices {
  const header = headerOf(text, units);
  const behind: string[] = [];
  let length = text.length;
  let from = 0;
  let headed = 0;
  const find = (words: string): readonly [start: number, end: number] | undefined => {
    const next = text.indexOf(words, from);
    const start = next < 0 ? text.indexOf(words) : next;
    if (start < 0) return undefined;
    from = start + 1;
    return [start, start + words.length];
  };
  const ranges = units.map(({ text: given }) => {
    const words = withoutMark(given);
    const isHeaded = header !== '' && words.startsWith(header);
    const body = isHeaded ? withoutMark(words.slice(header.length)) : words;
    if (isHeaded) headed++;
    const whole = body.replace(CUT_CHARACTERS, '');
    const placed = find(body) ?? (whole !== '' && whole !== body ? find(whole) : undefined);
    if (placed) return placed;
    const gap = length === 0 ? '' : GAP;
    behind.push(gap, body);
    const at = length + gap.length;
    length = at + body.length;
    return [at, length] as const;
  });
  return { text: text + behind.join(''), ranges, appended: behind.length / 2, headed };
}

/** Removes a byte order mark, which is no part of a text. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/u, '');

/** Characters of several bytes that were cut in two, since GraphRAG cuts texts between tokens. */
const CUT_CHARACTERS = /^\ufffd+|\ufffd+$/gu;

/** The first of the lines about a document that GraphRAG puts before each of its text units: a name and a value (`prepend_metadata`). */
const METADATA_LINE = /^[^\n:]{1,200}: /u;
/** Text units that are looked at for such lines, and lines at most. */
const HEADER_SEARCH = { units: 8, lines: 64 };

/**
 * The lines about the document that most of its text units begin with; '' where there are none. The text after them is
 * in the document.
 */
function headerOf(text: string, units: readonly ForeignUnit[]): string {
  const words = units.map((unit) => withoutMark(unit.text));
  let searched = 0;
  for (const unit of words) {
    if (!METADATA_LINE.test(unit) || text.includes(unit)) continue;
    if (++searched > HEADER_SEARCH.units) break;
    let end = 0;
    for (let line = 0; line < HEADER_SEARCH.lines; line++) {
      end = unit.indexOf('\n', end) + 1;
      const body = withoutMark(unit.slice(end)).replace(CUT_CHARACTERS, '');
      if (end === 0 || body.trim() === '') break;
      if (!text.includes(body)) continue;
      const header = unit.slice(0, end);
      if (words.filter((other) => other.startsWith(header)).length * 2 > words.length) return header;
    }
  }
  return '';
}

function documentRow(document: ForeignDocument, text: string, mediaType: ImportedType): DocumentRow {
  return {
    ...document,
    text,
    text_unit_ids: [],
    source_path: document.title,
    media_type: mediaType,
    byte_hash: sha256Text(text),
    byte_size: text.length,
    source_row: null,
    language: detectLanguage(text),
    attributes: '{}',
    page_starts: [],
    ...PAGES_ALONE,
    heading_starts: [],
    heading_levels: [],
    heading_texts: [],
  };
}

function unitRow(
  unit: ForeignUnit,
  document: DocumentRow,
  { start, end }: { readonly start: number; readonly end: number },
  { starts, ends }: Sentences,
): TextUnitRow {
  const first = firstAfter(ends, start);
  const last = Math.max(first, firstAtOrAfter(starts, end));
  const text = document.text.slice(start, end);
  return {
    id: unit.id,
    human_readable_id: unit.human_readable_id,
    text,
    n_tokens: unit.n_tokens >= 0 ? unit.n_tokens : estimateTokens(text),
    document_id: document.id,
    entity_ids: [],
    relationship_ids: [],
    covariate_ids: [],
    start,
    end,
    page: null,
    heading_path: [],
    context: document.title,
    written_context: '',
    written_context_key: null,
    sentence_starts: Array.from(starts.subarray(first, last), (at) => Math.max(at, start)),
    sentence_ends: Array.from(ends.subarray(first, last), (at) => Math.min(at, end)),
    first_sentence: first,
  };
}

/** The first place whose value is greater. */
const firstAfter = (values: Int32Array, than: number): number => place(values, (value) => value > than);
const firstAtOrAfter = (values: Int32Array, than: number): number => place(values, (value) => value >= than);

function place(values: Int32Array, is: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(values[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
