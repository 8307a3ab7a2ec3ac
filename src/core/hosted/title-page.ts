import { ParseError } from '../errors';
import { message } from '../message';
import { isRecord } from '../shapes/read-fields';
import { isVectorsPage, type VectorsPage } from './vector-blocks';

/** The first file of a hosted index, with its description and the places of all else. */
export const TITLE_PAGE = 'burrow-index.json';

/** Raised when a reader must know of a change. */
export const INDEX_VERSION = 4;

/** Lists of numbers by key: of text units or of entities by words or names, and of reports and of summaries by models by words. */
export const LIST_SECTIONS = [
  'words',
  'concepts',
  'entity_words',
  'entity_names',
  'report_words',
  'summary_words',
] as const;
export type ListSection = (typeof LIST_SECTIONS)[number];

/** Things by number, each with what belongs to it. */
export const LEAF_SECTIONS = ['documents', 'entities', 'communities', 'summaries'] as const;
export type LeafSection = (typeof LEAF_SECTIONS)[number];

/** A file, by its name beside the title page. */
export interface IndexFile {
  readonly name: string;
  readonly bytes: number;
}

/** Tables whose rows are counted. */
const COUNTED = ['documents', 'text_units', 'entities', 'relationships', 'communities', 'summaries'] as const;

/** Title page of a hosted index. */
export interface TitlePage {
  readonly format: 'burrow-index';
  readonly version: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Names this state of its content. */
  readonly edition: string;
  /** BCP 47 primary language of most documents. */
  readonly language: string;
  /** Languages of all documents, the commonest first. */
  readonly languages: readonly string[];
  readonly counts: Readonly<Record<(typeof COUNTED)[number], number>>;
  /** Text units of the community that has most. */
  readonly mostUnits: number;
  /** Numbers of the communities that a question on the whole is answered from, those that cover most first. */
  readonly broadest: readonly number[];
  /** Numbers of the broadest summaries. */
  readonly broadestSummaries: readonly number[];
  /** Missing where nothing is embedded. */
  readonly vectors?: VectorsPage;
  /** All files, this one left out. */
  readonly files: readonly IndexFile[];
}

/** Languages of one index: a question is read in each. */
export const MOST_LANGUAGES = 40;

/** Bytes of a title page at most. */
export const TITLE_PAGE_BYTES = 1_000_000;

const NAME = /^[a-z_]+(?:\.\d+)?\.(?:pack|index|bin)$/u;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
/** Rows of a table at most: their numbers, with what lists keep beside them, are 32-bit numbers. */
const MOST_ROWS = 2 ** 32;
const isRowCount = (value: unknown): value is number => isCount(value) && value < MOST_ROWS;
const isRepeated = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

/** Reads a title page. Throws ParseError for what is none, or one of a later version. */
export function parseTitlePage(bytes: Uint8Array<ArrayBuffer>): TitlePage {
  let page: unknown;
  try {
    page = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw notAnIndex(cause);
  }
  if (!isRecord(page) || page.format !== 'burrow-index' || !isCount(page.version)) throw notAnIndex();
  if (page.version > INDEX_VERSION) {
    throw new ParseError(
      message`This index was published by a later version of Burrow. Reload the page to get that version, then open the address again.`,
      { traits: ['says what was kept'] },
    );
  }
  if (page.version < INDEX_VERSION) {
    throw new ParseError(
      message`This index was published by an earlier version of Burrow, which laid it out in another way. Whoever published it can publish it again.`,
      { traits: ['says what was kept'] },
    );
  }
  if (!isTitlePage(page)) throw notAnIndex();
  return page;
}

function isTitlePage(page: Readonly<Record<string, unknown>>): page is TitlePage & Record<string, unknown> {
  const { name, created, edition, language, languages, counts, mostUnits, vectors, files } = page;
  const { broadest, broadestSummaries } = page;
  return (
    [name, edition, language].every((one) => typeof one === 'string' && one.length < 1000) &&
    Array.isArray(languages) &&
    languages.every((one) => typeof one === 'string' && one.length < 10) &&
    languages.length <= MOST_LANGUAGES &&
    isCount(created) &&
    isCount(mostUnits) &&
    isRecord(counts) &&
    COUNTED.every((one) => isRowCount(counts[one])) &&
    areNumbersOf(broadest, counts.communities) &&
    areNumbersOf(broadestSummaries, counts.summaries) &&
    (vectors === undefined || isVectorsPage(vectors)) &&
    Array.isArray(files) &&
    files.every((file: unknown) => isRecord(file) && NAME.test(String(file.name)) && isCount(file.bytes)) &&
    !isRepeated(files.map(({ name }: IndexFile) => name))
  );
}

/** Checks for numbers of rows, each once. */
const areNumbersOf = (numbers: unknown, rows: unknown): boolean =>
  Array.isArray(numbers) && numbers.every((one) => isCount(one) && one < Number(rows)) && !isRepeated(numbers);

/** Words for a title page that is none. */
function notAnIndex(cause?: unknown): ParseError {
  return new ParseError(
    message`What stands at this address is not an index that Burrow published, or it is damaged. Check the address, or publish the index again.`,
    { cause, traits: ['says what was kept', 'other content'] },
  );
}

/** Words for a part of an index that is not what was published. */
export function damagedIndex(cause?: unknown): ParseError {
  return new ParseError(
    message`A part of this index is damaged, or is not what was published. What is here already is kept. Whoever published it can publish it again.`,
    { cause, traits: ['says what was kept', 'other content'] },
  );
}
