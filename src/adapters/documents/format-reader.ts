import type { PicturesAnswer, ReadChoice, ReadDocument, ReadResult, SourceAnswer } from '../../core/ports/documents';
import type { Heading } from '../../core/tables/documents';
import { isBackMatter, isContentsLine } from '../../core/text/boilerplate';
import { detectLanguage } from '../../core/text/language';
import { numberedHeadings } from '../../core/text/numbered-headings';
import { follows, labelAt } from '../../core/text/numbered-label';
import { stripBidiControls, titleFromPath } from './paths';
import type { OpenPdf } from './pdf/open-pdf';
import type { OpenRecogniser } from './pictures/recogniser';
import { hasWords } from './text/clean-text';
import type { Rendered } from './blocks/render';

/** Reads one file of a known format. Throws ParseError with a sentence that begins with "It". */
export type FormatReader = (source: OpenSource) => ReadResult | Promise<ReadResult>;

/** A source while it is read: its bytes are in memory and its format is known. */
export interface OpenSource {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Media type of the format found, which the file's name may contradict. */
  readonly mediaType: string;
  readonly choice?: ReadChoice | undefined;
  readonly answer?: SourceAnswer | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly openPdf: OpenPdf;
  readonly openRecogniser: OpenRecogniser;
  /** A sign of life, called every few hundred milliseconds at least, with the part that is read where it is known. */
  readonly onProgress: (part?: number) => void;
}

/** The password that a person gave for a source. */
export const passwordOf = ({ answer }: Pick<OpenSource, 'answer'>): string | undefined =>
  answer?.kind === 'password' ? answer.password : undefined;

/** The result of a source that opens with a password alone, and not with the one that was given. */
export const needsPassword = (source: Pick<OpenSource, 'answer'>): ReadResult => ({
  kind: 'documents',
  documents: [],
  need: { kind: 'password', wrong: passwordOf(source) !== undefined },
});

/** A person's agreement that words are recognised in pictures; undefined where there is none yet. */
export function agreementOf({ answer }: Pick<OpenSource, 'answer'>): PicturesAnswer | undefined {
  if (answer?.kind === 'password') return answer.pictures;
  return answer?.kind === 'pictures' ? answer : undefined;
}

interface PartlyRead {
  /** Pages of the file. */
  readonly of: number;
  /** Documents of the pages that have words of their own. */
  readonly documents: readonly ReadDocument[];
}

/** The result of so many pages that are pictures, whose words are recognised once a person agrees. */
export const needsPictures = (pages: number, partly?: PartlyRead): ReadResult => ({
  kind: 'documents',
  documents: partly?.documents ?? [],
  need: { kind: 'pictures', pages, ...(partly && { of: partly.of }) },
});

const MAX_TITLE = 300;
/** A heading further down than this (UTF-16 code units) is no title. */
const TITLE_REACH = 1000;

interface DocumentFacts {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Headings that the format leaves unmarked; none when missing. */
  readonly unmarked?: 'all' | 'some';
}

type DocumentText = Partial<Rendered> & { readonly text: string };

/** The result of a format that gives one document. */
export function oneDocument(source: OpenSource, text: DocumentText, facts?: DocumentFacts): ReadResult {
  return { kind: 'documents', documents: [toDocument(source, text, facts)] };
}

/**
 * A document of this source, with the headings that only their numbers show. Its title is the one found, the first
 * heading or the file name.
 */
export function toDocument(source: OpenSource, built: DocumentText, found: DocumentFacts = {}): ReadDocument {
  const headings = allHeadings(built, found.unmarked);
  return {
    title: documentTitle(found.title, built.headings ?? [], headings) || titleFromPath(source.path),
    text: built.text,
    media_type: source.mediaType,
    language: detectLanguage(built.text),
    page_starts: built.page_starts ?? [],
    ...partsOf(built),
    headings,
    attributes: { ...(found.author && { author: found.author }), ...found.attributes },
  };
}

/** Kind, names and rows of parts, where they say more than the numbers of pages, and tables. */
function partsOf({ part_kind = '', part_names = [], ...text }: DocumentText) {
  const { row_starts = [], row_numbers = [], table_starts = [], table_heads = [] } = text;
  const isNumbered = (part_kind === '' || part_kind === 'page') && part_names.length === 0;
  return {
    ...(!isNumbered && { part_kind, part_names, ...(row_starts.length > 0 && { row_starts, row_numbers }) }),
    ...(table_starts.length > 0 && { table_starts, table_heads }),
  };
}

/** With lines that are headings by their numbers. Where a format marks headings, a number without a word is more likely that of a list. */
function allHeadings({ text, headings = [] }: DocumentText, unmarked: DocumentFacts['unmarked']): readonly Heading[] {
  if (!unmarked) return headings;
  const bare = unmarked === 'all' ? 'all' : headings.length < 2 ? 'pointed' : 'none';
  const numbered = numberedHeadings(text, { headings, bare });
  return numbered.length === 0 ? headings : [...headings, ...numbered].sort((a, b) => a.start - b.start);
}

/** The title found, unless it is a mere part of the text, else the first marked heading that is none; empty for neither. */
function documentTitle(found = '', marked: readonly Heading[], headings: readonly Heading[]): string {
  const isPart = (title: string): boolean => {
    const form = withoutNumbers(title);
    if (form !== title && headings.some(({ text }) => text !== title && withoutNumbers(text) === form)) return true;
    const label = labelAt(title, 0);
    if (!label) return isContentsLine(title);
    return headings.some(({ text }) => {
      const other = labelAt(text, 0);
      if (other?.form !== label.form) return false;
      return follows(label.numbers, other.numbers) || follows(other.numbers, label.numbers);
    });
  };
  const near = marked.filter(({ start, text }) => start < TITLE_REACH && !isPart(text)).map(({ text }) => text);
  const title = cleanTitle(found);
  if (title && !isPart(title)) return title;
  return cleanTitle(near.find((heading) => !isBackMatter(heading)) ?? near[0] ?? '');
}

/** A heading with a sign for each of its numbers: "7 June" and "14 June" are then the same, as parts of one series are. */
const withoutNumbers = (heading: string): string => heading.replace(/\p{N}+/gu, '#');

/** A title that stands in brackets, such as "(anonymous)", is the word of a program for none. */
const placeholder = /^(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>|（[^（）]*）|【[^【】]*】)$/u;

function cleanTitle(title: string): string {
  const clean = stripBidiControls(title.toWellFormed()).slice(0, MAX_TITLE).trim();
  return placeholder.test(clean) ? '' : clean;
}

/** The title in a file's properties, unless a program left a file name, its own name or a placeholder there. */
export function authoredTitle(title: string): string | undefined {
  const isPlaceholder =
    /^(about:blank|untitled|title|(word )?document ?\d*|slide \d+|powerpoint presentation|microsoft \w+\b.*)$/iu.test(
      title,
    );
  const isFileName = /\.\w{2,5}$/u.test(title);
  return isPlaceholder || isFileName || !hasWords(title) || title.includes('\ufffd') ? undefined : title;
}
