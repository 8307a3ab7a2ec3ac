import { readdirSync, readFileSync } from 'node:fs';
import { readSource } from '../../src/adapters/documents/read-source';
import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { ParseError } from '../../src/core/errors';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { collectionNames } from '../../src/core/extract/model/passage/passage';
import { foldText, significantWords } from '../../src/core/extract/model/passage/folded-text';
import { readUnit } from '../../src/core/extract/model/read-unit';
import type { ReadingOptions, Rejection, UnitToRead } from '../../src/core/extract/model/reading';
import { indexDocument } from '../../src/core/index/pipeline';
import type { DocumentRows } from '../../src/core/index/step';
import type { ExtractionRow } from '../../src/core/tables/tables';
import { replyOf } from './scripted-model';

const FOLDER = 'tests/fixtures/extraction-replies';

/** A passage, what a model replied about it, and which of its records are valid. */
export interface ReplyCase {
  /** Name of the file; `held-` begins those that nothing was tuned with. */
  readonly name: string;
  readonly title: string;
  /** The document, line by line: one passage. */
  readonly text: readonly string[];
  /** Other documents of the collection. */
  readonly elsewhere?: readonly string[];
  readonly options?: Partial<ReadingOptions>;
  /** Line by line; one whose last line ends with `…` was cut at its limit. */
  readonly reply: readonly string[];
  /** Titles of the valid entities, and `A — B` for the valid relationships. */
  readonly kept: readonly string[];
  readonly rejected: Readonly<Partial<Record<Rejection, number>>>;
}

/** Outcome of a reply. */
interface ReplyOutcome {
  readonly lost: readonly string[];
  readonly invented: readonly string[];
  readonly rejected: ReplyCase['rejected'];
  readonly records: readonly ExtractionRow[];
}

const OPTIONS: ReadingOptions = {
  depth: 'full',
  layer: 'Scripted (full 1)',
  reader: '',
  types: ['person', 'organization', 'place', 'event', 'work', 'concept'],
  openTypes: false,
  gleanings: 0,
  claims: false,
  claimsAbout: 'anything that somebody asserts.',
  persona: '',
  language: null,
  contextWindow: 8192,
  replies: 'lines',
  prompts: {},
  attempts: 1,
};

/** The recorded replies, by name. */
export const replyCases = (): readonly ReplyCase[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => ({
      ...(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Omit<ReplyCase, 'name'>),
      name: file.replace('.json', ''),
    }));

const mentions = createMentionFinders();

/** Reads the passage of a case as a run does, with this reply. */
export async function outcomeOf({ text, elsewhere = [], options, reply, kept }: ReplyCase): Promise<ReplyOutcome> {
  const all = await Promise.all([text.join('\n'), ...elsewhere].map(rowsOf));
  const { document, text_units, extractions } = all[0] ?? (await rowsOf('', 0));
  const [unit, ...others] = text_units;
  if (!unit || others.length > 0) throw new Error('A case is one passage.');
  const toRead: UnitToRead = {
    document,
    unit,
    mentions: extractions,
    names: collectionNames(all.flatMap((rows) => rows.extractions)),
  };
  const replyText = reply.join('\n');
  const isCut = replyText.endsWith('…');
  const answered = {
    ...replyOf(isCut ? replyText.slice(0, -1) : replyText),
    finish: isCut ? 'length' : 'stop',
  } as const;
  const read = await readUnit(toRead, { ...OPTIONS, ...options }, async () => answered).catch((error: unknown) => {
    if (!(error instanceof ParseError)) throw error;
  });
  const records = read?.records ?? [];
  const wanted = new Set(kept.map(identityOf));
  const found = new Set(records.map(identity));
  return {
    lost: kept.filter((one) => !found.has(identityOf(one))),
    invented: records.filter((row) => !wanted.has(identity(row))).map(described),
    rejected: read?.tally.rejected ?? {},
    records,
  };
}

/** Counts of some cases together: valid records, those of them that were lost, and invented ones that were kept. */
interface ReplyScore {
  readonly cases: number;
  readonly valid: number;
  readonly lost: number;
  readonly invented: number;
}

export async function scoreOf(cases: readonly ReplyCase[]): Promise<ReplyScore> {
  const outcomes = await Promise.all(cases.map(outcomeOf));
  return {
    cases: cases.length,
    valid: cases.reduce((sum, { kept }) => sum + kept.length, 0),
    lost: outcomes.reduce((sum, { lost }) => sum + lost.length, 0),
    invented: outcomes.reduce((sum, { invented }) => sum + invented.length, 0),
  };
}

const described = ({ title, target }: ExtractionRow): string => (target === null ? title : `${title} — ${target}`);

/** By the words that tell names from others; a relationship has no direction. */
const identity = (row: ExtractionRow): string => identityOf(described(row));
const identityOf = (names: string): string => names.split(' — ').map(wordsOf).sort().join(' — ');
const wordsOf = (name: string): string => [...significantWords(foldText(name).text)].join(' ');

async function rowsOf(text: string, at: number): Promise<DocumentRows> {
  const path = `${String(at)}.txt`;
  const openPdf = () => Promise.reject(new Error('There are no PDFs here.'));
  const result = await readSource({ path, bytes: new Blob([text]) }, { openPdf });
  const [read] = result.kind === 'documents' ? result.documents : [];
  if (!read) throw new Error(`${path} is no document.`);
  const source = { path, byte_hash: path, byte_size: text.length };
  return indexDocument(documentRow(read, source, '2026-11-01T00:00:00.000Z'), {}, { mentions });
}
