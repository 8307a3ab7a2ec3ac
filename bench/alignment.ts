import { readdirSync } from 'node:fs';
import { groundIndex } from '../src/core/search/alignment/ground-index';
import { likenessOf } from '../src/core/search/alignment/likeness';
import { alignAnswer } from '../src/core/search/alignment/align-answer';
import { readAnswer } from '../src/core/search/answer/answer-stream';
import { givenEmbedder, type Embed } from './lib/given-embedder';
import { table } from './lib/table';
import {
  groundsOfSources,
  isWarned,
  KINDS,
  markOf,
  outcomesOf,
  readCollections,
  SOFT,
  type Alike,
  type Collection,
  type Outcome,
} from '../tests/unit/search-alignment/labelled';

/** What "marked" may mean. */
const MEANINGS: readonly (readonly [string, (one: Outcome) => boolean])[] = [
  ['marked as "not found"', ({ isMarked }) => isMarked],
  ['marked as "not found" or with what to check', isWarned],
  ['marked in any way', (one) => markOf(one) !== null],
];

/** The rows of the table: the kinds, and of those with a wrong id the ones in the source's words and the reworded ones by themselves. */
const ROWS: readonly (readonly [string, (one: Outcome) => boolean])[] = [
  ...KINDS.map((kind) => [kind, (one: Outcome) => one.kind === kind] as const),
  ["wrong id, source's words", ({ kind, isNear }) => kind === 'wrong id' && isNear],
  ['wrong id, reworded', ({ kind, isNear }) => kind === 'wrong id' && !isNear],
];

/**
 * What the labelled answer sentences are shown as: `npm run bench -- alignment [--held-out] [--english] [--embedder FILE]`. Only shares are
 * printed, so that the held-out part stays unread; see tests/fixtures/alignment/README.md before running that one.
 */
const args = process.argv.slice(2);
const part = args.includes('--held-out') ? 'held-out' : 'built';
const file = args.includes('--embedder') ? args[args.indexOf('--embedder') + 1] : undefined;
const embed = file === undefined ? undefined : await givenEmbedder(file);
const folders = readdirSync(new URL('../tests/fixtures/alignment/', import.meta.url));
if (!folders.includes(part)) throw new Error(`There is no part "${part}".`);
const collections = readCollections(part).filter(({ language }) => !args.includes('--english') || language === 'en');

print(
  'by words',
  collections.flatMap((one) => outcomesOf(one)),
);
if (embed) {
  const outcomes: Outcome[] = [];
  for (const one of collections) outcomes.push(...outcomesOf(one, await alikeIn(one, embed)));
  print(`by words and vectors (${String(file)})`, outcomes);
}

function print(how: string, outcomes: readonly Outcome[]): void {
  const rows = ROWS.map(([name, isOf]) => {
    const own = outcomes.filter(isOf);
    const of = (is: (one: Outcome) => boolean): string => share(own.filter(is).length / own.length, own.length);
    return [
      name,
      String(own.length),
      name === 'unsupported' ? '' : of(({ isRight }) => isRight),
      name === 'unsupported' ? '' : of(({ isLed }) => isLed),
      of(({ aligned }) => aligned?.support === 'supported'),
      ...[...SOFT].map((soft) => of((one) => markOf(one) === soft)),
      of((one) => isWarned(one) && !one.isMarked),
      of(({ isMarked }) => isMarked),
    ];
  });
  console.log(`\n${part}, ${how}\n`);
  const head = ['kind', 'sentences', 'right passage', 'or nearest', 'supported', ...SOFT, 'what to check', 'not found'];
  console.log(table(head, rows));
  console.log(`\nmarks by their reason\n\n${byReason(outcomes)}`);
  const sound = outcomes.filter(({ kind }) => kind !== 'unsupported');
  const unsound = outcomes.filter(({ kind }) => kind === 'unsupported');
  for (const [words, is] of MEANINGS) {
    const of = (some: readonly Outcome[]): string => share(some.filter(is).length / some.length, some.length);
    console.log(`${words}: ${of(unsound)} of the unsupported, ${of(sound)} of the others`);
  }
}

/** How many sentences of each kind have which mark, for which reason. */
function byReason(outcomes: readonly Outcome[]): string {
  const nameOf = (one: Outcome): string | null => {
    const mark = markOf(one);
    return mark === 'not found' ? `not found (${one.aligned?.doubt ?? 'words'})` : mark;
  };
  const names = [...new Set(outcomes.flatMap((one) => nameOf(one) ?? []))].sort();
  const rows = names.map((name) => [
    name,
    ...KINDS.map((kind) => String(outcomes.filter((one) => one.kind === kind && nameOf(one) === name).length)),
  ]);
  return table(['mark', ...KINDS], rows);
}

/** Likeness as an answer with only that sentence would have it. */
async function alikeIn({ sources, cases }: Collection, embedder: Embed): Promise<Alike> {
  const index = groundIndex(groundsOfSources(sources));
  const texts = [...new Set([...index.grounds.map(({ text }) => text), ...cases.map(({ sentence }) => sentence)])];
  const vectors = await embedder(texts);
  const dims = vectors[0]?.length ?? 0;
  const known = new Map(texts.map((text, at) => [text, vectors[at] ?? new Float32Array(dims)]));
  const vectorise = (some: readonly string[]) =>
    Promise.resolve({ dims, vectors: Float32Array.from(some.flatMap((text) => [...(known.get(text) ?? [])])) });
  const found = new Map<string, (ground: number) => number>();
  for (const { sentence } of cases) {
    const answer = readAnswer(sentence);
    const likeness = await likenessOf(answer, alignAnswer(answer, index), index, vectorise);
    if (likeness && 'like' in likeness) found.set(sentence, (ground) => likeness.like(0, ground));
  }
  return (sentence, ground) => found.get(sentence)?.(ground) ?? 0;
}

/** In per cent, with its 95 per cent interval (Wilson 1927). */
function share(value: number, of: number): string {
  const z = 1.96;
  const middle = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  const whole = (part: number): string => (100 * part).toFixed(0);
  return `${whole(value)} (${whole(Math.max(0, middle - reach))}–${whole(Math.min(1, middle + reach))})`;
}
