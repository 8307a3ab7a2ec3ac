import { randomNumbers } from '../src/core/random';
import { NameList, type NamedRow } from '../src/core/search/find/name-list';
import { folded } from '../src/core/text/folded-text';
import { mean } from './lib/bootstrap';
import { quantile } from './lib/quantile';
import { table } from './lib/table';
import { holdTo } from './lib/targets';

/**
 * Measures the find box for each key over 500,000 made-up names: `npm run bench -- find`. The measure is a plain loop
 * in the same run that asks each name whether it includes the typed text. Fails where a key takes half of such a loop,
 * on average over the keys of any text.
 */
const NAMES = 500_000;
const SHOWN = 6;
const ROUNDS = 5;
/** Typed letter by letter: beginnings, words and insides of names, what begins many names at once, and what stands nowhere. */
const TYPED = ['harbour company', 'van der ', 'osska', 'the b', 'ompany of', 'éléonore', '7 w', 'qqzz'];

const random = randomNumbers(7);
const below = (count: number): number => Math.floor(random() * count);
const oneOf = (list: readonly string[]): string => list[below(list.length)] ?? '';
const syllable = (): string => oneOf([...'bdfghklmnprstvz']) + oneOf(['a', 'e', 'i', 'o', 'u', 'é', 'er', 'an', 'ou']);
const word = (): string => {
  const letters = Array.from({ length: 2 + below(2) }, syllable).join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1);
};
const words = Array.from({ length: 40_000 }, word);
const nameOf = (): string =>
  oneOf([
    `${oneOf(words)} ${oneOf(words)}`,
    `${oneOf(words)} ${oneOf(words)}`,
    `the ${oneOf(words)} Harbour Company of ${oneOf(words)}`,
    `${oneOf(words)} van der ${oneOf(words)}`,
    `Well ${String(below(9000))}`,
    oneOf(words),
  ]);

const rows = Array.from({ length: NAMES }, (): NamedRow => ({
  names: [nameOf()],
  weight: Math.floor(40 * random() ** 8),
}));
const plain = rows.flatMap(({ names }) => names.map(folded));
const processor = (act: () => unknown): string => {
  const before = process.cpuUsage();
  act();
  return `${String(Math.round(process.cpuUsage(before).user / 1000))} ms`;
};
const list = new NameList(rows);
console.log(
  `${String(NAMES)} names, made ready in ${processor(() => new NameList(rows))} of the processor; ` +
    `folding them alone takes ${processor(() => rows.map(({ names }) => names.map(folded)))}`,
);

function loop(sought: string): number {
  let found = 0;
  for (const name of plain) if (name.includes(sought)) found++;
  return found;
}

const timed = (act: () => unknown): number => {
  const started = performance.now();
  act();
  return performance.now() - started;
};

/** The median milliseconds of the loop and of the list, measured in turns. */
function timesOf(sought: string): readonly [loop: number, list: number] {
  const rounds = Array.from({ length: ROUNDS }, () => [
    timed(() => loop(sought)),
    timed(() => list.best(sought, SHOWN, () => true)),
  ]);
  const median = (at: number): number =>
    quantile(
      rounds.map((round) => round[at] ?? 0).sort((a, b) => a - b),
      0.5,
    );
  return [median(0), median(1)];
}

timesOf('warm');
const measured = TYPED.map((typed) => {
  const keys = Array.from(typed, (_, at) => folded(typed.slice(0, at + 1))).filter((key) => key !== '');
  const shares = keys.map((key) => {
    const [plainly, listed] = timesOf(key);
    return { key, share: listed / plainly, listed };
  });
  const worst = shares.reduce((most, one) => (one.share > most.share ? one : most));
  return {
    typed,
    worst,
    mean: mean(shares.map(({ share }) => share)),
    most: Math.max(...shares.map(({ listed }) => listed)),
  };
});
console.log(
  table(
    ['typed', 'loops a key', 'most', 'at', 'most ms'],
    measured.map(({ typed, mean: all, worst, most }) => [
      typed,
      all.toFixed(2),
      worst.share.toFixed(2),
      worst.key,
      most.toFixed(1),
    ]),
  ),
);
holdTo([{ name: 'loops a key', value: Math.max(...measured.map((one) => one.mean)), atMost: 0.5 }]);
