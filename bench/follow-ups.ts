import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PassageEvidence } from '../src/core/search/evidence/evidence';
import { askedTogether } from './lib/asked-collections';
import { mean, pairedDifference } from './lib/bootstrap';
import { ask } from './lib/measured-sample';
import { signed } from './lib/recall-report';
import { table } from './lib/table';

/**
 * Questions that lean on the one before them, to all small collections as one. Counts how often the marked sentences of the first three passages hold
 * the answer, and the first passage alone. The same questions without the one before stand beside them. `npm run bench -- follow-ups [--show]`.
 */
const FIRST = 3;

interface FollowUp {
  readonly before: string;
  readonly question: string;
  /** Words that the answering sentence holds. */
  readonly answer: string;
  readonly split: 'tune' | 'held out';
}

const FILE = fileURLToPath(new URL('data/follow-ups/questions.json', import.meta.url));
const followUps = JSON.parse(await readFile(FILE, 'utf8')) as readonly FollowUp[];
const index = await askedTogether();
const folded = (text: string): string => text.replace(/\s+/gu, ' ').toLowerCase();
const marksOf = ({ text, start, marks }: PassageEvidence): string =>
  marks.map((mark) => text.slice(mark.start - start, mark.end - start)).join(' ');

/** For how many passages the marked sentences of the first of them hold the answer, 1 and 3. */
async function holds({ before, question, answer }: FollowUp, isAlone: boolean): Promise<readonly [number, number]> {
  const history = isAlone ? [] : [{ question: before, answer: '' }];
  const { passages } = (await ask(index, question, 'auto', history)).answer.evidence;
  const at = passages.slice(0, FIRST).findIndex((one) => folded(marksOf(one)).includes(folded(answer)));
  return [Number(at === 0), Number(at >= 0)];
}

const rows: string[][] = [];
for (const split of ['tune', 'held out'] as const) {
  const asked = followUps.filter((one) => one.split === split);
  const alone = await Promise.all(asked.map((one) => holds(one, true)));
  const after = await Promise.all(asked.map((one) => holds(one, false)));
  const column = (values: readonly (readonly [number, number])[], at: 0 | 1): readonly number[] =>
    values.map((value) => value[at]);
  for (const at of [0, 1] as const) {
    const { mean: by, low, high } = pairedDifference(column(after, at), column(alone, at));
    rows.push([
      `${split} (${String(asked.length)})`,
      at === 0 ? 'first' : `first ${String(FIRST)}`,
      mean(column(alone, at)).toFixed(3),
      mean(column(after, at)).toFixed(3),
      `${signed(by)} [${signed(low)}, ${signed(high)}]`,
    ]);
  }
  if (process.argv.includes('--show') && split === 'tune')
    for (const [at, { before, question, answer }] of asked.entries())
      if (!after[at]?.[1]) console.log(`not marked: ${before} ${question} → ${answer}`);
}
console.log(table(['questions', 'marked sentences of', 'alone', 'after the one before', 'gain (95 %)'], rows));
