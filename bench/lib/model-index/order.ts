import { readFile } from 'node:fs/promises';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { documentRow } from '../../../src/core/engine/document-row';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import { indexDocument } from '../../../src/core/index/index-document';
import { readingOrder } from '../../../src/core/index/model/reading-order';
import type { ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { table } from '../table';
import { holdTo, type Target } from '../targets';
import { costCorpus } from './cost-corpus';

const DATA = new URL('../../data/reading-order/', import.meta.url);
/** Short passages, so that a licence is several. */
const SHORT = { 'text units': { size: 200, overlap: 0 } };
/** The run's default. */
const SHARE = 0.6;

/** A collection of which it is known from which offset on each document is boilerplate. */
interface MarkedCollection {
  readonly name: string;
  readonly units: readonly TextUnitRow[];
  readonly mentions: readonly ExtractionRow[];
  /** By document, the offset at which its boilerplate begins. */
  readonly ends: ReadonlyMap<string, number>;
}

/**
 * How much of what a model reads by default is boilerplate: a licence after a book, and the same terms after several documents. Two licences written
 * for this: no constant was chosen with `held-out`. Fails where more of it is read than stands in the text.
 */
export async function printOrder(): Promise<void> {
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const half of ['seen', 'held-out']) {
    const licence = await readFile(new URL(`licence-${half}.txt`, DATA), 'utf8');
    const terms = licence
      .split(/\n{2,}/u)
      .slice(0, 3)
      .join('\n\n');
    for (const { name, units, mentions, ends } of [await book(licence), await documents(terms)]) {
      const read = finish(readingOrder(units, mentions, SHARE));
      const early = read.slice(0, Math.ceil(read.length / 2));
      const [inText, inEarly, inRead] = [units, early, read].map((list) => boilerplateShare(list, ends));
      rows.push([name, half, String(units.length), ...[inText, inEarly, inRead].map(percent)]);
      targets.push({ name: `${name}, ${half}`, value: inRead ?? NaN, atMost: inText ?? NaN });
    }
  }
  console.log(`\nReading order at ${String(100 * SHARE)} %: share of the tokens that are boilerplate`);
  console.log(
    table(['collection', 'licence', 'passages', 'in the text', 'in the first half read', 'in all read'], rows),
  );
  holdTo(targets);
}

/** The texts of the cost bench as the chapters of one book, with a licence after it. */
async function book(licence: string): Promise<MarkedCollection> {
  const { words } = await costCorpus();
  return marked('a book with a licence', [[words.join('\n\n'), licence]]);
}

/** The documents of the sample, each fifth with the same terms after it: too few to be common. */
async function documents(terms: string): Promise<MarkedCollection> {
  const { rows } = await readSampleRows(createMentionFinders());
  return marked(
    'documents, some with the same terms',
    rows.map(({ document }, at) => [document.text, at % 5 === 0 ? terms : ''] as const),
  );
}

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
      const row = documentRow({ ...about, text: whole, attributes: {} }, source, '2026-11-01T00:00:00.000Z');
      return { ...(await indexDocument(row, SHORT, { mentions })), end: text.length };
    }),
  );
  return {
    name,
    units: read.flatMap(({ text_units: units }) => units),
    mentions: read.flatMap(({ extractions }) => extractions),
    ends: new Map(read.map(({ document, end }) => [document.id, end])),
  };
}

/** Of the tokens of these passages, those behind the end of the text proper; of a passage across it, by characters. */
function boilerplateShare(units: readonly TextUnitRow[], ends: MarkedCollection['ends']): number {
  let all = 0;
  let behind = 0;
  for (const { document_id: document, start, end, n_tokens: tokens } of units) {
    const from = Math.max(start, ends.get(document) ?? end);
    all += tokens;
    behind += (tokens * Math.max(0, end - from)) / Math.max(1, end - start);
  }
  return all === 0 ? 0 : behind / all;
}

const percent = (share = 0): string => `${(100 * share).toFixed(1)} %`;
