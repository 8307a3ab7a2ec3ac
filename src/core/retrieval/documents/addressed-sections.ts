import { remembered } from '../../memo';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { labelAt, labelsIn, type NumberedLabel, type WrittenLabel } from '../../text/numbered-label';
import { languageProfiles } from '../../text/language';
import { isStopWord } from '../../text/analysis/english';
import { termsInDocuments } from '../lexical/languages';
import type { Hit } from '../../vectors/top-k';
import type { SearchIndex } from '../index';

/** A part of a document that a question names by its heading's form and number, such as "Article 17". */
interface AddressedSection {
  readonly documentId: string;
  /** Offsets of its heading and of the next one that is not below it. */
  readonly start: number;
  readonly end: number;
  /** Terms of the address in the question, which are no part of the question to the section. */
  readonly terms: ReadonlySet<string>;
}

const MOST_SECTIONS = 6;
/** Addresses that are looked up of one question. */
const MOST_LABELS = 8;
const UNITS_EACH = 3;

const asked = new WeakMap<SearchIndex, { readonly question: string; readonly sections: readonly AddressedSection[] }>();

/** The sections that a question addresses, in the order of the documents; none for most questions. */
export function addressedSections(index: SearchIndex, question: string): readonly AddressedSection[] {
  const known = asked.get(index);
  if (known?.question === question) return known.sections;
  const labels = labelsIn(question)
    .filter(({ form }) => !isFunctionWord(form))
    .slice(0, MOST_LABELS);
  const sections = labels.flatMap((label) => sectionsOf(index, label));
  const distinct = new Map(sections.map((section) => [`${section.documentId} ${section.start}`, section]));
  asked.set(index, { question, sections: [...distinct.values()] });
  return [...distinct.values()];
}

/**
 * Moves the text units of the sections that a question addresses before its other hits, up to three of a section in
 * reading order; sections of documents that rank higher come first.
 */
export function addressedFirst(
  index: SearchIndex,
  question: string,
  hits: readonly Hit[],
  allow: (slot: number) => boolean,
): readonly Hit[] {
  const sections = addressedSections(index, question);
  if (sections.length === 0) return hits;
  const rank = new Map<string, number>();
  for (const [at, { id }] of hits.entries()) {
    const document = index.unitAt.get(id)?.document_id ?? '';
    if (!rank.has(document)) rank.set(document, at);
  }
  const place = ({ documentId }: AddressedSection): number => rank.get(documentId) ?? hits.length;
  const slots = [...sections]
    .sort((a, b) => place(a) - place(b))
    .map((section) => slotsOf(index, section).filter(allow).slice(0, UNITS_EACH))
    .filter((own) => own.length > 0)
    .slice(0, MOST_SECTIONS);
  const first = new Set([...slots.flatMap((own) => own.slice(0, 1)), ...slots.flat()]);
  const score = hits[0]?.score ?? 1;
  return [...Array.from(first, (id) => ({ id, score })), ...hits.filter(({ id }) => !first.has(id))];
}

/** The text units of a section, from the one in which it begins. */
function slotsOf(index: SearchIndex, { documentId, start, end }: AddressedSection): readonly number[] {
  const units = index.unitsOf(documentId);
  const first = units.findLastIndex((unit: TextUnitRow) => unit.start <= start && start < unit.end);
  const own = units.filter((unit, at) => at === first || (at > first && unit.start > start && unit.start < end));
  return own.flatMap(({ id }) => index.slotOf.get(id) ?? []);
}

/** A heading with a number. */
interface NumberedHeading extends Pick<NumberedLabel, 'script'> {
  readonly form: string;
  readonly number: string;
  readonly start: number;
  readonly end: number;
}

const headingsIn = remembered((row: DocumentRow): readonly NumberedHeading[] =>
  row.heading_texts.flatMap((text, at) => {
    const label = labelAt(text, 0);
    if (!label) return [];
    const start = row.heading_starts[at] ?? 0;
    const end = endOf(row, at);
    return [{ form: folded(label.form), number: String(label.numbers), script: label.script, start, end }];
  }),
);

/** Finds the next heading of the same level or above. */
function endOf({ heading_starts, heading_levels, text }: DocumentRow, at: number): number {
  const level = heading_levels[at] ?? 1;
  let next = at + 1;
  while (next < heading_starts.length && (heading_levels[next] ?? 1) > level) next++;
  return heading_starts[next] ?? text.length;
}

const folded = (form: string): string => form.normalize('NFC').toLowerCase();

/** The sections of one label: of its form, else of a form nearly so, else of its number alone where that is unmistakable. */
function sectionsOf(index: SearchIndex, label: WrittenLabel): readonly AddressedSection[] {
  const form = folded(label.form);
  const own = new Set(termsInDocuments(label.words, index.tables.documents));
  const find = (matches: (heading: NumberedHeading) => boolean): readonly AddressedSection[] =>
    index.tables.documents.flatMap((row) =>
      headingsIn(row).flatMap((heading) =>
        matches(heading) ? [{ documentId: row.id, start: heading.start, end: heading.end, terms: own }] : [],
      ),
    );
  // "Article 5.2" is in Article 5, where no heading has that number.
  const numbers = [
    String(label.numbers),
    ...(form !== '' && label.numbers.length > 1 ? [String(label.numbers[0])] : []),
  ];
  for (const number of numbers) {
    const same = find((heading) => heading.form === form && heading.number === number);
    if (same.length > 0) return same;
    const near = form === '' ? [] : find((heading) => heading.number === number && isNearForm(heading.form, form));
    if (near.length > 0) return near;
  }
  // "Chapter IX" where the heading is "IX."; "Henry VIII" names no part of anything.
  return label.script === 'roman' && !CAPITALISED.test(label.form)
    ? find(({ form: other, script, number }) => other === '' && script === 'roman' && number === numbers[0])
    : [];
}

const LEAST_STEM = 3;

/** A word written as a name. */
const CAPITALISED = /^\p{Lu}/u;

const functionWords = new Set(Object.values(languageProfiles).flatMap((words) => words.split(' ')));

/** Checks if a word before a number does not name a part: "the 5 men", "do I". */
const isFunctionWord = (form: string): boolean => functionWords.has(form.toLowerCase()) || isStopWord(form);

/**
 * Checks that two forms are one, apart from an ending or an abbreviation: "Art" and "Article", "Статья" and "статье".
 */
function isNearForm(one: string, other: string): boolean {
  if (one.length < 2 || other.length < 2) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= LEAST_STEM && long.startsWith(short)) return true;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return common >= Math.max(LEAST_STEM, long.length - 2);
}
