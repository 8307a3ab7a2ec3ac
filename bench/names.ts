// smoke: --seen
import { documentRow } from '../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../src/core/extract/find-mentions';
import { entityKey } from '../src/core/extract/entity-key';
import { phraseOf } from '../src/core/extract/mention-records';
import { indexDocument } from '../src/core/index/pipeline';
import { detectLanguage } from '../src/core/text/language';
import { loadGold } from '../scripts/lib/gold';
import { noModelSample } from '../scripts/lib/sample-index';
import { ratesOf, tallyEntities, type Tally } from './lib/extraction-score';
import { markedTexts, type MarkedText } from './lib/marked-names';
import { matchEntities, type Named } from './lib/name-matches';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';

/**
 * Names found without a model in texts whose names were marked by hand, and in the sample: precision and recall of all names, and of people and
 * places by their type. Fails below its floors. `npm run bench -- names [--seen] [--show]`. `--seen` leaves out the half that nobody looks at while changing how names are
 * found; `--show` prints what is wrong in the other.
 */
const TYPED = ['person', 'place'];
const NAMED = [...TYPED, 'organization'];
/** As the gold standard spells it. */
const SPELT: Readonly<Record<string, string>> = { organisation: 'organization' };
const DAY = '2026-11-01T00:00:00.000Z';
const finders = createMentionFinders();

/** Names of a text as the index has them, each once. */
async function namesOf(text: string): Promise<readonly Named[]> {
  const facts = { media_type: 'text/plain', language: detectLanguage(text), attributes: {} };
  const read = { title: 'Text', text, ...facts, page_starts: [], headings: [] };
  const source = { path: 'text.txt', byte_hash: 'text', byte_size: text.length };
  const { extractions } = await indexDocument(documentRow(read, source, DAY), {}, { mentions: finders });
  const names = extractions.filter((row) => phraseOf(row) === 'proper');
  return [...new Map(names.map((row) => [row.key, { title: row.title, aliases: [], type: row.type }])).values()];
}

interface Tallies {
  readonly names: Tally;
  /** By what a name is found to be. */
  readonly people: Tally;
  readonly places: Tally;
}

const KINDS = ['names', 'people', 'places'] as const;

function talliesOf(found: readonly Named[], gold: readonly Named[]): Tallies {
  const [people, places] = TYPED.map((type) => {
    const own = gold.filter((one) => one.type === type);
    return tallyEntities(
      matchEntities(
        found.filter((one) => one.type === type),
        own,
        'strict',
      ),
    );
  });
  return { names: tallyEntities(matchEntities(found, gold, 'strict')), people: people ?? NONE, places: places ?? NONE };
}

const NONE: Tally = { found: 0, right: 0, gold: 0, reached: 0 };

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, one) => ({
      found: sum.found + one.found,
      right: sum.right + one.right,
      gold: sum.gold + one.gold,
      reached: sum.reached + one.reached,
    }),
    NONE,
  );

function show({ file }: MarkedText, found: readonly Named[], gold: readonly Named[]): void {
  const { ofFound, ofGold } = matchEntities(found, gold, 'strict');
  const titled = ({ title, type }: Named): string => (type === '' ? title : `${title} (${type})`);
  const invented = found.filter((_, at) => ofFound[at]?.length === 0).map(titled);
  const missed = gold.filter((_, at) => ofGold[at]?.length === 0).map(titled);
  const typed = found.flatMap((one, at) => {
    const types = (ofFound[at] ?? []).map((n) => gold[n]?.type ?? '');
    const isRight =
      types.includes(one.type) || (!TYPED.includes(one.type) && !types.some((type) => TYPED.includes(type)));
    return types.length === 0 || isRight ? [] : [`${titled(one)} is ${types.join()}`];
  });
  console.log(
    `${file}\n  no names: ${invented.join('; ')}\n  missed: ${missed.join('; ')}\n  types: ${typed.join('; ')}`,
  );
}

async function measureFolder(folder: string, shown: boolean): Promise<Tallies> {
  const texts = await markedTexts(folder);
  const measured: (readonly [string, Tallies])[] = [];
  for (const text of texts) {
    const found = await namesOf(text.text);
    if (shown) show(text, found, text.names);
    measured.push([text.language, talliesOf(found, text.names)]);
  }
  const all = (language?: string): Tallies => {
    const own = measured.filter(([of]) => language === undefined || of === language).map(([, tallies]) => tallies);
    const sum = (kind: keyof Tallies): Tally => sumOf(own.map((tallies) => tallies[kind]));
    return { names: sum('names'), people: sum('people'), places: sum('places') };
  };
  const languages = [...new Set(texts.map(({ language }) => language))];
  const whole = all();
  print(`${folder}: ${String(texts.length)} texts`, [
    ...languages.map((language) => [language, all(language)] as const),
    ['all', whole],
  ]);
  return whole;
}

function print(title: string, rows: readonly (readonly [string, Tallies])[]): void {
  const lines = rows.flatMap(([name, tallies]) =>
    KINDS.map((kind) => {
      const tally = tallies[kind];
      const { precision, recall, f1 } = ratesOf(tally);
      const counts = [
        `${String(tally.right)} of ${String(tally.found)}`,
        `${String(tally.reached)} of ${String(tally.gold)}`,
      ];
      return [name, kind, ...counts, ...[precision, recall, f1].map((rate) => rate.toFixed(3))];
    }),
  );
  console.log(`\n${title}`);
  console.log(table(['', '', 'found right', 'marked reached', 'precision', 'recall', 'F1'], lines));
}

/** A little less than what was measured. */
const LEAST: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
  'seen names': [0.8, 0.82],
  'seen people': [0.9, 0.61],
  'seen places': [0.9, 0.38],
  'held-out names': [0.8, 0.78],
  'held-out people': [0.9, 0.38],
  'held-out places': [0.84, 0.36],
  'sample names': [0.57, 0.82],
  'sample people': [0.68, 0.86],
  'sample places': [0.74, 0.57],
};

function targetsOf(folder: string, tallies: Tallies): readonly Target[] {
  return KINDS.flatMap((kind) => {
    const least = LEAST[`${folder} ${kind}`];
    if (!least) return [];
    const { precision, recall } = ratesOf(tallies[kind]);
    return [
      { name: `${folder}, precision of ${kind}`, value: precision, atLeast: least[0] },
      { name: `${folder}, recall of ${kind}`, value: recall, atLeast: least[1] },
    ];
  });
}

const targets: Target[] = [...targetsOf('seen', await measureFolder('seen', process.argv.includes('--show')))];
if (!process.argv.includes('--seen')) targets.push(...targetsOf('held-out', await measureFolder('held-out', false)));
const [gold, { tables }] = await Promise.all([loadGold(), noModelSample(finders)]);
const proper = new Set(tables.extractions.filter((row) => phraseOf(row) === 'proper').map(({ key }) => key));
const found = tables.entities.filter(({ title }) => proper.has(entityKey(title)));
const spelt = gold.entities.map((one) => ({ ...one, type: SPELT[one.type] ?? one.type }));
const sample = talliesOf(
  found.map(({ title, type, aliases }) => ({ title, type, aliases: [...aliases] })),
  spelt.filter(({ type }) => NAMED.includes(type)),
);
print('the sample, against its people, places and organisations', [['all', sample]]);
holdTo([...targets, ...targetsOf('sample', sample)]);
