import { readFileSync } from 'node:fs';
import { findDates } from '../src/core/text/dates/find-dates';
import { shareWithInterval } from './lib/shares';
import { table } from './lib/table';

/**
 * Measures how well dates are found in sentences: `npm run bench -- dates [--held-out | --all] [--list]`. Both halves
 * are in bench/data/dates. Without a flag only the seen half is run: the other is not for tuning. `--list` prints the
 * errors of the seen half. It fails where a floor is broken.
 */
const LEAST_RIGHT = 0.95;
const MOST_INVENTED = 0.02;

interface Labelled {
  readonly language: string;
  readonly text: string;
  /** ISO 8601: dates, and periods as `from/to`. */
  readonly dates: readonly string[];
  readonly base?: string;
}

const args = process.argv.slice(2);
const halves = args.includes('--all') ? ['seen', 'held-out'] : args.includes('--held-out') ? ['held-out'] : ['seen'];

for (const half of halves) {
  const lines = readFileSync(`bench/data/dates/${half}.jsonl`, 'utf8').trim().split('\n');
  const outcomes = lines.map((line) => outcomeOf(JSON.parse(line) as Labelled));
  const languages = [...new Set(outcomes.map(({ language }) => language)), 'all'];
  const rows = languages.map((language) => {
    const own = outcomes.filter((one) => language === 'all' || one.language === language);
    const without = own.filter(({ dates }) => dates.length === 0);
    const count = (some: typeof own, is: (one: (typeof own)[number]) => boolean): string =>
      shareWithInterval(some.filter(is).length, some.length);
    return [
      language,
      String(own.length),
      count(own, ({ isRight }) => isRight),
      count(own, ({ invented }) => invented.length > 0),
      String(without.length),
      count(without, ({ invented }) => invented.length > 0),
    ];
  });
  console.log(`\nbench/data/dates/${half}.jsonl\n`);
  console.log(
    table(['sentences', 'n', 'right', 'with an invented date', 'without dates', 'with an invented date'], rows),
  );
  if (args.includes('--list') && half === 'seen') {
    for (const { text, dates, found, isRight } of outcomes) {
      if (!isRight) console.log(`${text}\n   is ${dates.join(', ')}; found ${found.join(', ')}`);
    }
  }
  const share = (is: (one: (typeof outcomes)[number]) => boolean): number =>
    outcomes.filter(is).length / outcomes.length;
  if (share(({ isRight }) => isRight) < LEAST_RIGHT || share(({ invented }) => invented.length > 0) > MOST_INVENTED) {
    console.log(`FLOOR BROKEN: ${half}`);
    process.exitCode = 1;
  }
}

/** A sentence is right where exactly its dates are found. */
function outcomeOf(labelled: Labelled) {
  const { text, language, dates, base = null } = labelled;
  const found = findDates(text, { language, base }).map(({ from, to }) => (to === null ? from : `${from}/${to}`));
  const invented = found.filter((date) => !dates.includes(date));
  return { ...labelled, found, invented, isRight: invented.length === 0 && dates.join() === found.join() };
}
