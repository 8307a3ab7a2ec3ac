import { readingOrder } from '../../../src/core/index/reading-order';
import type { TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { bookWithLicence, documentsWithTerms, LICENCES, type MarkedCollection } from '../marked-collections';
import { table } from '../table';
import { holdTo, type Target } from '../targets';

/** The run's default. */
const SHARE = 0.6;

/**
 * Prints the share of boilerplate in a model's default reading: a licence after a book, and the same terms after
 * several documents. Fails where its share of the reading is above that of the text.
 */
export async function printOrder(): Promise<void> {
  const lines: string[][] = [];
  const targets: Target[] = [];
  for (const licence of LICENCES) {
    for (const { name, rows, ends } of [await bookWithLicence(licence), await documentsWithTerms(licence)]) {
      const units = rows.flatMap(({ text_units }) => text_units);
      const mentions = rows.flatMap(({ extractions }) => extractions);
      const read = finish(readingOrder(units, mentions, SHARE));
      const early = read.slice(0, Math.ceil(read.length / 2));
      const [inText, inEarly, inRead] = [units, early, read].map((list) => boilerplateShare(list, ends));
      lines.push([name, licence, String(units.length), ...[inText, inEarly, inRead].map(percent)]);
      targets.push({ name: `${name}, ${licence}`, value: inRead ?? NaN, atMost: inText ?? NaN });
    }
  }
  console.log(`\nReading order at ${String(100 * SHARE)} %: share of the tokens that are boilerplate`);
  console.log(
    table(['collection', 'licence', 'passages', 'in the text', 'in the first half read', 'in all read'], lines),
  );
  holdTo(targets);
}

/** Returns the share of tokens behind the end of the text proper; of a passage across it, by characters. */
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
