import { readFile } from 'node:fs/promises';
import { readSampleRows } from '../../scripts/lib/sample-index';
import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { indexDocument } from '../../src/core/index/pipeline';
import type { DocumentRows } from '../../src/core/index/step';
import { costCorpus } from './model-index/cost-corpus';
import { detectLanguage } from '../../src/core/text/language';

const DATA = new URL('../data/licences/', import.meta.url);
/** Short passages, so that a licence is several. */
const SHORT = { 'text units': { size: 200, overlap: 0 } };
const NOW = '2026-11-01T00:00:00.000Z';

/** Two made-up licences: no constant was chosen with the second one. */
export const LICENCES = ['seen', 'held-out'] as const;
export type Licence = (typeof LICENCES)[number];

/** Documents of which it is known from which offset on each is boilerplate. */
export interface MarkedCollection {
  readonly name: string;
  readonly rows: readonly DocumentRows[];
  /** By document, the offset at which its boilerplate begins. */
  readonly ends: ReadonlyMap<string, number>;
}

/** The texts of the cost bench as the chapters of one book, with a licence after it. */
export async function bookWithLicence(licence: Licence): Promise<MarkedCollection> {
  const { words } = await costCorpus();
  return marked('a book with a licence', [[words.join('\n\n'), await licenceText(licence)]]);
}

/** The documents of the sample, each fifth with the same first paragraphs of a licence after it: too few to be common. */
export async function documentsWithTerms(licence: Licence): Promise<MarkedCollection> {
  const { rows } = await readSampleRows(createMentionFinders());
  const paragraphs = (await licenceText(licence)).split(/\n{2,}/u);
  const terms = paragraphs.slice(0, 3).join('\n\n');
  const texts = rows.map(({ document }, at) => [document.text, at % 5 === 0 ? terms : ''] as const);
  return marked('documents, some with the same terms', texts);
}

/** Questions that a book answers as well as its licence does, and those on the licence itself. */
export async function licenceQuestions(): Promise<{
  readonly text: readonly string[];
  readonly licence: Readonly<Record<Licence, readonly string[]>>;
}> {
  return JSON.parse(await readFile(new URL('questions.json', DATA), 'utf8')) as Awaited<
    ReturnType<typeof licenceQuestions>
  >;
}

const licenceText = (licence: Licence): Promise<string> => readFile(new URL(`${licence}.txt`, DATA), 'utf8');

async function marked(
  name: string,
  texts: readonly (readonly [text: string, after: string])[],
): Promise<MarkedCollection> {
  const mentions = createMentionFinders();
  const read = await Promise.all(
    texts.map(async ([text, after], at) => {
      const whole = `${text}\n\n${after}`;
      const about = { title: `${name} ${String(at)}`, media_type: 'text/plain', page_starts: [], headings: [] };
      const source = { path: `${String(at)}.txt`, byte_hash: String(at), byte_size: whole.length };
      const language = detectLanguage(whole);
      const row = documentRow({ ...about, text: whole, language, attributes: {} }, source, NOW);
      return { rows: await indexDocument(row, SHORT, { mentions }), end: text.length };
    }),
  );
  return {
    name,
    rows: read.map(({ rows }) => rows),
    ends: new Map(read.map(({ rows, end }) => [rows.document.id, end])),
  };
}
