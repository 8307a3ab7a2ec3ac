import { resolve } from 'node:path';
import type { EntailmentModel } from '../src/core/models/encoders';
import {
  calibrate,
  createGrounding,
  verdictCache,
  type Grounding,
  type Judgement,
  type Premise,
} from '../src/core/search/grounding';
import { readGroundingCases, type GroundingCase } from './lib/grounding-cases';
import { serverEntailment } from './lib/server-entailment';
import { MADE_UP, withNliModel } from './lib/nli-model';
import { shareWithInterval } from './lib/shares';
import { table } from './lib/table';

/**
 * Measures the verdicts on sentences of answers: `npm run bench -- grounding [DIR …] [--nli FOLDER | --nli made-up]
 * [--dtype q8] [--server URL --model NAME] [--list KIND]`. A DIR has `cases.jsonl` (bench/data/grounding/README.md);
 * without one our own two are run. A made-up model proves that weights run; it judges by chance, above one half, and
 * its gate is left out. `--list` prints the sentences of a kind with their verdicts: not for the held-out half. It
 * fails where a floor is broken.
 */
const FLAGS = ['--nli', '--dtype', '--server', '--model', '--list'] as const;
const OWN = ['bench/data/grounding/seen', 'bench/data/grounding/held-out'];
/** Cases run before the time is taken. */
const WARM_UP = 300;
/** Sentences of one evidence that are handed to a checker at once, as an answer has them. */
const TOGETHER = 8;
/** Shares that hold without a checker, and with real weights. */
const MOST_FALSE = 0.03;
const MOST_FALSE_CHECKED = 0.02;
const LEAST_PARAPHRASES = 0.6;
const MOST_CONTRADICTED = 0.1;

interface Outcome extends GroundingCase {
  readonly judgement: Judgement<Premise>;
}

const args = process.argv.slice(2);
const flag = (name: (typeof FLAGS)[number]): string | undefined =>
  args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
const dirs = args.filter((arg, at) => !arg.startsWith('--') && !FLAGS.some((name) => name === args[at - 1]));
const listed = flag('--list');
let isBroken = false;

for (const dir of dirs.length > 0 ? dirs : OWN) {
  const { outcomes, grounding, milliseconds } = checked(readGroundingCases(resolve(dir)));
  report(`${dir}, words alone (${milliseconds.toFixed(2)} ms a sentence)`, outcomes);
  fail('false ones shown as quoted', falseShown(outcomes) > MOST_FALSE);
  const nli = flag('--nli');
  const server = flag('--server');
  if (nli !== undefined) await withNliModel(nli, flag('--dtype'), (model) => check(dir, outcomes, grounding, model));
  if (server !== undefined) await check(dir, outcomes, grounding, serverEntailment(server, flag('--model') ?? ''));
}
process.exitCode = isBroken ? 1 : 0;

/** Each sentence by words alone; the time is that of the checks, each evidence indexed once. */
function checked(cases: readonly GroundingCase[]) {
  const known = new Map<readonly Premise[], Grounding<Premise>>();
  const grounding = ({ premises }: GroundingCase): Grounding<Premise> => {
    const found = known.get(premises) ?? createGrounding(premises);
    known.set(premises, found);
    return found;
  };
  for (const one of cases.slice(0, WARM_UP)) grounding(one).check(one.sentence);
  cases.forEach(grounding);
  const began = performance.now();
  const outcomes = cases.map((one): Outcome => ({ ...one, judgement: grounding(one).check(one.sentence) }));
  return { outcomes, grounding, milliseconds: (performance.now() - began) / Math.max(1, cases.length) };
}

/** The same with a checker, calibrated first. */
async function check(
  dir: string,
  outcomes: readonly Outcome[],
  grounding: (one: GroundingCase) => Grounding<Premise>,
  model: EntailmentModel,
): Promise<void> {
  const found = await calibrate(model);
  const isMadeUp = model.title.startsWith(MADE_UP);
  const thresholds = isMadeUp ? { ...found, entailment: 0.5, contradiction: 0.5 } : found;
  console.log(`\n${model.title}: ${JSON.stringify(found)}`);
  const cache = verdictCache(1_000_000);
  const began = performance.now();
  const decided: Outcome[] = [];
  for (let from = 0; from < outcomes.length;) {
    const [first] = outcomes.slice(from);
    if (!first) break;
    const end = outcomes.findIndex(
      (one, at) => at > from && (one.premises !== first.premises || at - from >= TOGETHER),
    );
    const some = outcomes.slice(from, end < 0 ? outcomes.length : end);
    const all = some.map(({ judgement }) => judgement);
    const judgements = await grounding(first).entail(all, model, thresholds, cache);
    decided.push(...some.map((one, at) => ({ ...one, judgement: judgements[at] ?? one.judgement })));
    from += some.length;
  }
  const milliseconds = (performance.now() - began) / Math.max(1, outcomes.length);
  report(`${dir}, ${model.title} (${milliseconds.toFixed(0)} ms a sentence)`, decided);
  if (isMadeUp) return;
  const right = decided.filter(({ label }) => label === 'supported');
  const paraphrases = right.filter(({ kind }) => kind === 'paraphrased');
  const share = (some: readonly Outcome[], is: (one: Outcome) => boolean): number =>
    some.length === 0 ? 0 : some.filter(is).length / some.length;
  fail('false ones shown as quoted or supported', falseShown(decided) > MOST_FALSE_CHECKED);
  fail('paraphrases supported', paraphrases.length > 0 && share(paraphrases, isShown) < LEAST_PARAPHRASES);
  fail('true ones contradicted', share(right, (one) => one.judgement.verdict === 'contradicted') > MOST_CONTRADICTED);
}

function isShown({ judgement: { verdict } }: Outcome): boolean {
  return verdict === 'quoted' || verdict === 'supported';
}

function falseShown(outcomes: readonly Outcome[]): number {
  const wrong = outcomes.filter(({ label }) => label === 'unsupported');
  return wrong.length === 0 ? 0 : wrong.filter(isShown).length / wrong.length;
}

function fail(what: string, broken: boolean): void {
  if (broken) console.log(`FLOOR BROKEN: ${what}`);
  isBroken ||= broken;
}

function report(title: string, outcomes: readonly Outcome[]): void {
  const groups = [
    ...new Set(outcomes.map(({ label, kind }) => `${label}: ${kind}`)),
    ...['supported', 'unsupported'].map((label) => `${label}: all`),
  ].sort();
  const rows = groups.map((group) => {
    const own = outcomes.filter(({ label, kind }) => [`${label}: ${kind}`, `${label}: all`].includes(group));
    const of = (is: (judgement: Judgement<Premise>) => boolean): string =>
      shareWithInterval(own.filter(({ judgement }) => is(judgement)).length, own.length, 1);
    const verdict = (name: string): string => of((one) => one.verdict === name);
    const because = (name: string): string => of((one) => one.verdict === 'unverified' && one.reason === name);
    const proven = own.filter(({ proof }) => proof.length > 0);
    return [
      ...[
        group,
        String(own.length),
        ...['quoted', 'supported', 'contradicted', 'unverified', 'not checked'].map(verdict),
      ],
      ...['number', 'name', 'negation', 'words', 'no evidence'].map(because),
      shareWithInterval(proven.filter(isProof).length, proven.length),
    ];
  });
  const head = ['sentences', 'n', 'quoted', 'supported', 'contradicted', 'unverified', 'not checked'];
  console.log(`\n${title}\n`);
  console.log(table([...head, '– number', '– name', '– negation', '– words', '– no evidence', 'nearest proves'], rows));
  for (const { kind, label, sentence, judgement } of outcomes) {
    const { verdict, reason, nearest, lacks } = judgement;
    if (kind !== listed) continue;
    const missing = lacks.map(({ start, end }) => sentence.slice(start, end)).join(' | ');
    console.log(
      `${label} ${verdict} ${String(reason)}: ${sentence}\n   nearest: ${nearest?.text ?? ''}\n   lacks: ${missing}`,
    );
  }
}

/** Checks that the shown premise has the words that prove the sentence. */
function isProof({ judgement: { nearest }, proof }: Outcome): boolean {
  return nearest !== null && proof.some((quote) => quote.includes(nearest.text) || nearest.text.includes(quote));
}
