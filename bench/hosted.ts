// needs: FOLDER [--megabytes N] [--questions N] [--times N]
// smoke: sample --megabytes 1 --questions 2
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { browserClock } from '../src/adapters/browser-env';
import { zlibPacking } from '../scripts/lib/zlib-packing';
import { createEngine } from '../src/core/engine/engine';
import { publishIndex } from '../scripts/lib/publish-index';
import type { IndexTables } from '../src/core/tables/tables';
import type { Answer } from '../src/core/search/answer/answer';
import { collect, testEnv } from '../tests/helpers/engine-env';
import { askIndex } from '../tests/helpers/ask-index';
import { indexedTexts } from '../tests/helpers/indexed-texts';
import { quantile } from './lib/quantile';
import { filesUpTo, givenFiles } from './lib/scale/given-folder';
import { magnifyIndex } from './lib/magnified-index';
import { slowHost } from './lib/slow-host';
import { table } from './lib/table';

/**
 * Measures the bytes that questions fetch of a hosted index, and their time at the end of a line of 50 Mbit/s with 40
 * ms. Counts how many of the first five passages, or communities, are those of the whole index. Every question is asked
 * of a collection that is empty. With `--times`, the index is laid out that many times over as one, and nothing is
 * compared.
 */
const LINE = { roundTripMs: 40, megabits: 50 };
/** Requests that go on at once: what a browser does by HTTP/1.1, and what hosts allow by HTTP/2. */
const PROTOCOLS = { 'HTTP/1.1': 6, 'HTTP/2': 100 };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    megabytes: { type: 'string', default: '10' },
    questions: { type: 'string', default: '20' },
    times: { type: 'string', default: '1' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give a folder of text: npm run bench -- hosted FOLDER');
const given = filesUpTo(await givenFiles(folder), Number(values.megabytes));
const texts = await Promise.all(given.map(async ({ path }) => [path, await readFile(path, 'utf8')] as const));
const index = await indexedTexts(Object.fromEntries(texts));
const { documents, textUnits, entities, relationships, communities } = index.tables;
const tables = {
  documents,
  text_units: textUnits,
  entities,
  relationships,
  communities,
  covariates: [],
  community_reports: [],
  summaries: [],
};
const times = Number(values.times);
const published = new Map<string, Uint8Array<ArrayBuffer>>();
await publishIndex(
  { name: 'Bench', created: 0, tables: tables as IndexTables },
  { packing: zlibPacking, take: async (name, bytes) => void published.set(name, bytes) },
);
const files = times > 1 ? await magnified() : published;
const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
const step = Math.ceil(textUnits.length / Number(values.questions));
const asked = textUnits
  .filter((_, at) => at % step === step >> 1)
  .map(({ text }) => text.split(/\s+/u).slice(6, 14).join(' '));
const rows: (readonly string[])[] = [];
for (const [protocol, atOnce] of Object.entries(PROTOCOLS)) {
  const host = await slowHost(files, { ...LINE, atOnce });
  for (const mode of ['basic', 'local', 'global'] as const) {
    const taken: { readonly seconds: number; readonly bytes: number; readonly requests: number }[] = [];
    const shared: number[] = [];
    for (const question of mode === 'global' ? ['What is this collection about?', ...asked] : asked) {
      const engine = createEngine(testEnv({ addresses: host.addresses, packing: zlibPacking, clock: browserClock() }));
      await engine.openAddress(host.url);
      host.take();
      const started = performance.now();
      const events = await collect(engine.search({ question, mode, method: 'evidence' }));
      taken.push({ seconds: (performance.now() - started) / 1000, ...host.take() });
      const last = events.at(-1);
      if (last?.kind !== 'answer') throw new Error('There is no answer.');
      if (times > 1) continue;
      const [part, whole] = [shownBy(last.answer), shownBy(await askIndex(index, question, mode))];
      if (whole.length > 0) shared.push(whole.filter((one) => part.includes(one)).length / whole.length);
    }
    const at = (what: keyof (typeof taken)[number], share: number, unit = 1): string =>
      (
        quantile(
          taken.map((one) => one[what]),
          share,
        ) / unit
      ).toFixed(2);
    rows.push([
      protocol,
      mode,
      ...[at('seconds', 0.5), at('seconds', 0.95)],
      ...[at('bytes', 0.5, 1e6), at('bytes', 0.95, 1e6)],
      at('requests', 0.5),
      shared.length > 0 ? (shared.reduce((sum, one) => sum + one, 0) / shared.length).toFixed(2) : '–',
    ]);
  }
  host.close();
}
console.log(
  `${values.megabytes} MB of text${times > 1 ? `, ${times} times` : ''}, an index of ${(size / 1e6).toFixed(1)} MB in ${files.size} files.`,
);
console.log(
  table(['protocol', 'mode', 's, p50', 's, p95', 'MB, p50', 'MB, p95', 'requests, p50', 'first five shared'], rows),
);

// The clocks of the engines hold channels open.
process.exit();

async function magnified(): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const larger = new Map<string, Uint8Array<ArrayBuffer>>();
  await magnifyIndex(published, times, {
    packing: zlibPacking,
    take: async (name, bytes) => void larger.set(name, bytes),
  });
  return larger;
}

/** The first five of what an answer shows. */
function shownBy({ mode, evidence }: Answer): readonly string[] {
  const all =
    mode === 'global' ? evidence.communities.map(({ title }) => title) : evidence.passages.map(({ text }) => text);
  return all.slice(0, 5);
}
