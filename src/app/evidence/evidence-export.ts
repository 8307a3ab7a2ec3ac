import type { EvidenceEntry } from './evidence-entry';
import type {
  CommunityCard,
  EntityCard,
  Evidence,
  PassageEvidence,
  PassagePlace,
  Passage,
} from '../../core/search/evidence/evidence';
import { escapeMarkdown, escapeMarkdownLine, quoteMarkdown } from '../../core/text/escape-markdown';
import { quotedText } from './quoted-text';
import { reportMethodLabel } from '../words/methods';
import { visibleSigns } from '../../core/text/visible-signs';
import { partWords } from '../words/messages';
import { evidenceWords } from '../words/screens/evidence-words';
import { answersWords } from '../words/screens/answers-words';
import { byLocale } from '../words/locale.svelte';

/** Documents that are still here. */
interface Present {
  has(documentId: string): boolean;
}

/** Place of words, as far as it is known. */
type Place = Pick<PassagePlace, 'documentTitle' | 'page'> & Partial<Pick<PassagePlace, 'headingPath'>>;

/** Headings above a place, without the document's own title. */
export const headingsOf = ({ documentTitle, headingPath = [] }: Place): readonly string[] =>
  headingPath.filter((heading, at) => heading !== '' && !(at === 0 && heading === documentTitle));

/** `The harbour book, The keepers › 1903, p. 14`. */
export function placeWords(place: Place): string {
  const headings = headingsOf(place).join(' › ');
  const page = place.page === null ? '' : partWords(place.page, evidenceWords().passage.page);
  return visibleSigns([place.documentTitle, headings, page].filter(Boolean).join(', '));
}

/** The headings above an offset of a passage. */
export const headingPathAt = ({ headingPath, sections = [] }: PassageEvidence, offset: number): readonly string[] =>
  sections.findLast(({ start }) => start <= offset)?.path ?? headingPath;

/** The place of the words that are shown first; where they reach over several sections, from the first to the last of them. */
function quotedPlace(passage: PassageEvidence): Place {
  const { start, end } = passage.focus;
  const path = headingPathAt(passage, start);
  const last = headingPathAt(passage, Math.max(start, end - 1)).at(-1);
  const first = path.at(-1);
  if (last === undefined || last === first) return { ...passage, headingPath: path };
  return { ...passage, headingPath: [...path.slice(0, -1), first === undefined ? last : `${first} – ${last}`] };
}

/** Returns the entry for a passage: the document at its marked words. */
export function passageEntry({ documentId, marks, focus }: PassageEvidence): EvidenceEntry {
  const [first = focus, ...also] = marks;
  return { kind: 'passage', documentId, start: first.start, end: first.end, ...(also.length > 0 && { also }) };
}

/** The words that are shown first, below what they belong to. */
function quotedWords({ text, start, focus, head }: PassageEvidence): string {
  const words = text.slice(focus.start - start, focus.end - start).trim();
  return head === '' || words.startsWith(head) ? words : `${head}\n${words}`;
}

/** A passage as it is copied: the quotation, and its place on a line of its own. */
export const passageCitation = (passage: PassageEvidence): string =>
  `“${quotedWords(passage)}”\n— ${placeWords(quotedPlace(passage))}`;

const oneLine = (text: string): string => text.replace(/\s*\n\s*/gu, ' ').trim();

/** Writers of the parts of one export form. */
interface Form {
  readonly title: (words: string) => string;
  readonly section: (words: string) => string;
  readonly card: (words: string) => string;
  readonly prose: (words: string) => string;
  readonly quote: (words: string, mark: string) => string;
  readonly mark: (number: number) => string;
  readonly note: (mark: string, words: string) => string;
}

const markdownForm = (prefix: string): Form => ({
  title: (words) => `## ${escapeMarkdownLine(words)}`,
  section: (words) => `### ${words}`,
  card: (words) => `#### ${escapeMarkdownLine(words)}`,
  prose: (words) => escapeMarkdown(words),
  quote: quoteMarkdown,
  mark: (number) => `[^${prefix}${String(number)}]`,
  note: (mark, words) => `${mark}: ${escapeMarkdownLine(words)}`,
});

const PLAIN: Form = {
  title: oneLine,
  section: (words) => words.toUpperCase(),
  card: oneLine,
  prose: (words) => words,
  quote: (words, mark) => `“${words}” ${mark}`,
  mark: (number) => `[${String(number)}]`,
  note: (mark, words) => `${mark} ${oneLine(words)}`,
};

/**
 * Evidence as Markdown: quotations, each with a footnote that names document, headings and page. Words of deleted
 * documents are left out. `prefix` keeps the footnotes of several exports in one file unique.
 */
export const evidenceMarkdown = (question: string, evidence: Evidence, present: Present, prefix = ''): string =>
  written(question, evidence, present, markdownForm(prefix));

/** The same as plain text, with numbered sources below. */
export const evidenceText = (question: string, evidence: Evidence, present: Present): string =>
  written(question, evidence, present, PLAIN);

function written(question: string, evidence: Evidence, present: Present, form: Form): string {
  const notes: string[] = [];
  const cite = (words: string, place: Place): string => {
    const mark = form.mark(notes.length + 1);
    notes.push(form.note(mark, placeWords(place)));
    return form.quote(words, mark);
  };
  const quoted = new Map<string, string>();
  /** Quotations, each once; a later one of the same words has the note of the first. */
  const quotes = (passages: readonly (Passage | null)[]): readonly string[] => {
    const own = passages.flatMap((one) => {
      if (!one || !present.has(one.document_id)) return [];
      const key = `${one.document_id}:${String(one.start)}:${String(one.end)}`;
      const quote = quoted.get(key) ?? cite(oneLine(quotedText(one.quote)), one);
      quoted.set(key, quote);
      return [quote];
    });
    return [...new Set(own)];
  };
  const section = (name: string, parts: readonly string[]): readonly string[] =>
    parts.length === 0 ? [] : [form.section(name), ...parts];

  const entityParts = ({ title, description, relationships, claims }: EntityCard): readonly string[] => [
    form.card(title),
    ...(description === '' ? [] : [form.prose(description)]),
    ...claims.flatMap((claim) => [
      form.prose([datesWords(claim), claim.description].filter(Boolean).join(': ')),
      ...quotes([claim.passage]),
    ]),
    ...quotes(relationships.map(({ sentence }) => sentence)),
  ];
  const communityParts = ({ title, summary, method, sources }: CommunityCard): readonly string[] => [
    form.card(title),
    form.prose(summary),
    form.prose(`(${reportMethodLabel(method)})`),
    ...quotes(sources),
  ];
  const words = evidenceWords().list;
  const parts = [
    form.title(question),
    ...evidence.missing.map((term) => form.prose(missingWords(term.word, term.searched))),
    ...(evidence.instead ? [form.prose(answersWords().instead[evidence.instead])] : []),
    ...section(words.entities, evidence.entities.flatMap(entityParts)),
    ...section(
      words.connections,
      evidence.connections.flatMap(({ from, to, steps }) => [
        form.card(`${from} – ${to}`),
        ...quotes(steps.map(({ sentence }) => sentence)),
      ]),
    ),
    ...section(words.communities, evidence.communities.flatMap(communityParts)),
    ...section(
      words.passages,
      evidence.passages
        .filter(({ documentId, text }) => present.has(documentId) && text !== '')
        .map((passage) => cite(quotedWords(passage), quotedPlace(passage))),
    ),
  ];
  return `${[...parts, notes.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

/** English dates as in most documents: day, month, year. */
const dates = byLocale((tag) => {
  const written = tag.startsWith('en') ? 'en-GB' : tag;
  const month = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    day: new Intl.DateTimeFormat(written, { ...month, day: 'numeric' }),
    month: new Intl.DateTimeFormat(written, month),
  };
});

/** An ISO 8601 date, as far as it is given; what is none stays as it is. */
function dateWords(iso: string): string {
  const [, month, day] = /^\d{4}-(\d{2})(?:-(\d{2}))?(?:T.*)?$/u.exec(iso) ?? [];
  const time = new Date(day === undefined ? `${iso.slice(0, 7)}-01` : iso.slice(0, 10));
  if (month === undefined || Number.isNaN(time.getTime())) return iso;
  return dates()[day === undefined ? 'month' : 'day'].format(time);
}

/** `1930`, `11 Feb 1929`, `Jun 1929 – Jan 1930`; empty without a date. */
export function datesWords({ start, end }: { readonly start: string | null; readonly end: string | null }): string {
  const from = start === null ? '' : dateWords(start);
  const to = end === null ? '' : dateWords(end);
  return from && to && from !== to ? `${from} – ${to}` : from || to;
}

/** Returns the words on a word that is in no passage. */
function missingWords(word: string, searched?: string): string {
  const words = evidenceWords().missing;
  return searched === undefined ? words.none(words.quoted(word)) : words.searched(word, searched);
}
