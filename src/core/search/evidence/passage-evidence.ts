import { comparePassages } from '../../text/near-duplicates';
import { addressedSections } from '../../retrieval/documents/addressed-sections';
import type { Bridge } from '../../retrieval/graph-expansion';
import { phraseAt } from '../../retrieval/phrases';
import type { SearchIndex } from '../../retrieval';
import type { Hit } from '../../vectors/top-k';
import { headText, linesIn, tablesIn } from '../../tables/document-tables';
import { headingPaths, headingsOf, isRecordTable, isRunIn, rowAt } from '../../tables/documents';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { isName, type Question } from '../request/question';
import type { PassageEvidence, PassagePlace, PassageTable, TextRange } from './evidence';
import { placesIn, bestSentences, sentencesOf, tableHead, type Sentence } from './sentences';

/** UTF-16 code units of the focus that may stand before the first mark, and after the last one. */
const BEFORE = 240;
const AFTER = 360;
/** UTF-16 code units that a reader needs to understand a mark: a shorter paragraph is shown with the next one. */
const LEAST = 120;
/** Distance above a list item within which its opening is looked for, in UTF-16 code units. */
const OPENING = 1500;
const MOST_PASSAGES = 20;

/**
 * Text units, by their numbers in the store, as passages with their best sentences marked. Each with nearly the same
 * text as an earlier one is folded under it. Where nothing matches the question, nothing is marked.
 */
export function passageEvidence(
  index: SearchIndex,
  question: Question,
  found: readonly Hit[],
  via: ReadonlyMap<number, Bridge>,
  isMatched = true,
): readonly PassageEvidence[] {
  const best = found.reduce((top, { score }) => Math.max(top, score), 0) || 1;
  const passages = found.slice(0, MOST_PASSAGES).flatMap(({ id, score }) => {
    const passage = passageOfUnit(index, isMatched ? question : null, id);
    if (!passage) return [];
    const name = nameOf(index, via.get(id));
    return [{ ...passage, score: score / best, ...(name !== undefined && { via: name }) }];
  });
  return folded(index, passages);
}

/** The name over which the graph led to a passage; undefined where words did, or where it is none that a person would know. */
function nameOf(index: SearchIndex, bridge: Bridge | undefined): string | undefined {
  const [row] = bridge?.leads ? index.names.withName(bridge.key) : [];
  const title = row === undefined ? undefined : index.tables.entities[row]?.title;
  return row !== undefined && isName(index, row) ? title : undefined;
}

/** The sentences that bear on the question are marked; none is where it is null. */
function passageOfUnit(index: SearchIndex, question: Question | null, slot: number): PassageEvidence | null {
  const unit = index.unitAt.get(slot);
  const document = unit && index.documents.get(unit.document_id);
  if (!unit || !document || unit.text.trim() === '') return null;
  const sentences = sentencesOf(index, slot);
  const ranked = question
    ? (addressedSentences(index, question, sentences) ?? markedSentences(question, sentences))
    : [];
  const marked = [...ranked].sort((a, b) => a.span.start - b.span.start);
  const best = ranked[0] && { start: ranked[0].span.start, end: ranked[0].span.end };
  const marks = marked.map(({ span: { start, end } }) => ({ start, end }));
  const focus = focusOf(document, unit, sentences, marked);
  const whole = { start: Math.min(unit.start, focus.start), end: Math.max(unit.end, focus.end) };
  const place = placesIn(index, document)(unit.id, { start: best?.start ?? whole.start, end: whole.end });
  return {
    ...place,
    ...whole,
    text: document.text.slice(whole.start, whole.end),
    marks,
    ...(best && { best }),
    focus,
    head: headOf(document, focus),
    ...tablesOf(document, whole),
    ...sectionsOf(document, whole),
    language: document.language,
    score: 1,
    duplicates: [],
  };
}

/** The sentences that bear on a question, or the first with its phrase. None for a question on the whole, which has no words to go by. */
function markedSentences({ words, phrase }: Question, sentences: readonly Sentence[]): readonly Sentence[] {
  if (words.length === 0 && phrase === undefined) return [];
  const holding = phrase === undefined ? undefined : sentences.find(({ text }) => phraseAt(text, phrase));
  return holding ? [holding] : bestSentences(words, sentences);
}

/** The best sentences of the section that the question addresses, by its other words; undefined where none is here. */
function addressedSentences(
  index: SearchIndex,
  question: Question,
  sentences: readonly Sentence[],
): readonly Sentence[] | undefined {
  for (const { documentId, start, end, terms } of addressedSections(index, question.text)) {
    const within = sentences.filter(
      ({ span }) => span.document_id === documentId && span.start >= start && span.start < end,
    );
    const asked = question.words.filter((word) => !word.terms.some((term) => terms.has(term)));
    if (within.some(({ isHeading }) => !isHeading)) return bestSentences(asked, within);
  }
  return undefined;
}

/** The paragraph around the marks, cut at the ends of sentences where it is long. */
function focusOf(
  { text }: DocumentRow,
  unit: TextUnitRow,
  sentences: readonly Sentence[],
  marked: readonly Sentence[],
): TextRange {
  const first = marked[0]?.span.start ?? unit.start;
  const last = marked.at(-1)?.span.end ?? Math.min(unit.end, unit.start + AFTER);
  const above = text.lastIndexOf('\n\n', first - 1);
  const start = Math.max(unit.start, above < 0 ? 0 : above + 2);
  // A text unit of a damaged collection may lie beyond its document's text.
  const most = Math.min(unit.end, text.length);
  const paragraphEnd = (from: number): number => {
    const below = text.indexOf('\n\n', from);
    return below < 0 ? most : Math.min(most, below);
  };
  let end = paragraphEnd(last);
  while (end - start < LEAST && end < most) end = paragraphEnd(end + 2);
  const spans = sentences.map(({ span }) => span);
  return {
    start: first - start <= BEFORE ? start : (spans.find((span) => span.start >= first - BEFORE)?.start ?? first),
    end: end - last <= AFTER ? end : (spans.findLast((span) => span.end <= last + AFTER)?.end ?? last),
  };
}

/** The tables in a range of a document; one that is a table itself holds a row as a paragraph of fields. */
function tablesOf(document: DocumentRow, range: TextRange): Pick<PassageEvidence, 'tables' | 'isRecords'> {
  if (isRecordTable(document)) return { isRecords: true };
  const tables = tablesIn(document, range).map((table): PassageTable => {
    const start = Math.max(table.start, range.start);
    const end = Math.min(table.end, range.end);
    const body = Math.max(table.body, start);
    const rows = linesIn(document.text, { start: body, end });
    const numbers = rows.flatMap((row) => rowAt(document, row.start) ?? []);
    return { start, end, body, head: headText(document, table), ...(numbers.length > 0 && { numbers }) };
  });
  return tables.length > 0 ? { tables } : {};
}

/** The sections that a range of a document reaches over. */
function sectionsOf(document: DocumentRow, range: TextRange): Pick<PassageEvidence, 'sections'> {
  const isWithin = (start: number): boolean => start > range.start && start < range.end;
  if (!document.heading_starts.some(isWithin)) return {};
  const { text } = document;
  const headings = headingsOf(document);
  const pathAt = headingPaths(headings);
  const above = { start: range.start, end: range.start, path: pathAt(range.start) };
  const begun = headings.filter(({ start }) => isWithin(start)).sort((a, b) => a.start - b.start);
  const sections = begun.map((heading) => {
    const { start } = heading;
    const newline = text.indexOf('\n', start);
    const end = isRunIn(text, heading) ? start + heading.text.length : newline < 0 ? range.end : newline;
    return { start, end: Math.min(end, range.end), path: pathAt(start) };
  });
  return { sections: [above, ...sections] };
}

const ITEM = /^\s*(?:[-*•–]|\(?(?:\p{N}{1,3}|\p{L})[.)])\s/u;

/** Returns the context above a focus: the head of its table, or the line that opens its list; empty for neither. */
function headOf(document: DocumentRow, { start, end }: TextRange): string {
  const { text } = document;
  const row = text.indexOf('\n', start);
  const table = tableHead(document, { start, end: row < 0 || row > end ? end : row });
  if (table !== '') return table;
  if (!ITEM.test(text.slice(start, start + 12))) return '';
  const above = text
    .slice(Math.max(0, start - OPENING), start)
    .split('\n')
    .reverse();
  const opening = above.find((line) => line.trim() !== '' && !ITEM.test(line) && !/^\s{2,}/u.test(line));
  return opening !== undefined && /[:：]\s*$/u.test(opening) ? opening.trim() : '';
}

function folded({ documents }: SearchIndex, passages: readonly PassageEvidence[]): readonly PassageEvidence[] {
  const kept: PassageEvidence[] = [];
  const { areAlike, holds, repeats } = comparePassages();
  const around = ({ documentId, start, end }: PassageEvidence, reach: number): string =>
    (documents.get(documentId)?.text ?? '').slice(Math.max(0, start - reach), end + reach);
  /** Tells whether what one marks stands around the other word for word: two versions of a contract differ in a number. */
  const isMarkedIn = (one: PassageEvidence, other: PassageEvidence): boolean =>
    one.marks.every((mark) => repeats(around(other, one.text.length), wordsAt(one, mark)));
  /**
   * Checks if another document has the same text there, and shows all marks: copies are cut into passages at other
   * places.
   */
  const isCopy = (one: PassageEvidence, copy: PassageEvidence): boolean => {
    if (
      one.documentId === copy.documentId ||
      !copy.marks.every((mark) => holds(wordsAt(one, one.focus), wordsAt(copy, mark)))
    )
      return false;
    return copy.marks.length > 0 && holds(around(one, copy.text.length), copy.text);
  };
  for (const passage of passages) {
    // Text units overlap: the same place twice is one.
    if (kept.some((one) => one.documentId === passage.documentId && showsAll(one, passage))) continue;
    const at = kept.findIndex(
      (one) =>
        (areAlike(one.text, passage.text) || isCopy(one, passage)) &&
        isMarkedIn(one, passage) &&
        isMarkedIn(passage, one),
    );
    const same = kept[at];
    if (same) kept[at] = { ...same, duplicates: [...same.duplicates, placeAlone(passage)] };
    else kept.push(passage);
  }
  return kept;
}

const wordsAt = ({ text, start }: PassageEvidence, range: TextRange): string =>
  text.slice(range.start - start, range.end - start);

/** Checks that a passage shows all marks of another one. */
const showsAll = ({ focus }: PassageEvidence, { marks }: PassageEvidence): boolean =>
  marks.length > 0 && marks.every(({ start, end }) => focus.start <= start && end <= focus.end);

function placeAlone(passage: PassageEvidence): PassagePlace {
  const { textUnitId, documentId, documentTitle, page, headingPath, start, end } = passage;
  return { textUnitId, documentId, documentTitle, page, headingPath, start, end };
}
