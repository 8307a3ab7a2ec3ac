import type { RunMode } from '../src/core/search/request/search-request';
import type { GoldPassage, GoldQuestion } from '../scripts/lib/gold';
import { dataOf, MODEL, searched, type Script, type Searched } from '../tests/unit/search/modes/scripted-asker';
import { mean, pairedDifference } from './lib/bootstrap';
import { measuredSample } from './lib/measured-sample';
import { signed } from './lib/recall-report';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';

/**
 * Measures the calls of each mode and their contexts, on the sample's questions without a model's index. Counts calls,
 * tokens of prompts and the most that replies may take, in windows of 4k and 32k tokens. Reports the share of the gold
 * evidence in prompts, and the gold themes in the prompts of global search. `npm run bench -- search-modes`. The model
 * is scripted: nothing follows for the quality of answers, and the further questions of DRIFT are made of lines that it
 * was shown. Fails where a call is over its window, DRIFT makes more than 12 calls, or fewer than 90 % of the themes
 * are shown.
 */
const WINDOWS = [4096, 32_768] as const;
const MODES: readonly RunMode[] = ['basic', 'local', 'global', 'drift'];
const KINDS = ['single', 'multi-hop', 'global'] as const;
const MOST_DRIFT_CALLS = 12;
const LEAST_THEMES = 0.9;
const THEMES_QUESTION = 'What are the main themes of these documents?';

const { gold, index } = await measuredSample();
const answerable = gold.questions.filter(({ kind }) => kind !== 'unanswerable');

interface Measured {
  readonly kind: GoldQuestion['kind'];
  readonly calls: number;
  readonly promptTokens: number;
  readonly mostTokens: number;
  /** Tokens of the fullest call, prompt and longest reply together. */
  readonly fullest: number;
  /** Share of the question's gold passages of which a prompt shows at least half. */
  readonly shown: number;
}

const measured = new Map<string, readonly Measured[]>();
for (const window of WINDOWS) {
  for (const mode of MODES) {
    const all: Measured[] = [];
    for (const { question, kind, evidence } of answerable) {
      all.push(measure(kind, evidence, await ask(question, mode, window)));
    }
    measured.set(keyOf(mode, window), all);
  }
}
const targets: Target[] = [];
printCosts();
printShown();
await printThemes();
holdTo(targets);

function keyOf(mode: RunMode, window: number): string {
  return `${mode} ${String(window)}`;
}

function ask(question: string, mode: RunMode, contextWindow: number): Promise<Searched> {
  const model = { ...MODEL, capabilities: { ...MODEL.capabilities, contextWindow } };
  return searched(index, { question, mode }, plausible, { model });
}

/** Replies in the form that is asked for, made of what the prompt shows. */
function plausible({ shape, messages }: Parameters<Script>[0], at: number): string {
  const lines = dataOf(messages)
    .split('\n')
    .filter((line) => line.length > 60);
  const words = (lines[at % Math.max(1, lines.length)] ?? 'Nothing.').split('|').at(-1)?.trim() ?? '';
  if (shape?.kind === 'choice') return '3';
  if (shape?.kind === 'lines') return `question|What else is known of ${words.slice(0, 40)}?`;
  if (shape?.kind !== 'record') return `${words} [Data: Sources (1)]`;
  if ('points' in shape.fields) return JSON.stringify({ points: [{ description: words, reports: [1], score: 70 }] });
  const followUps = [0, 1, 2, 3].map((n) => `What of ${(lines[n] ?? words).slice(0, 50)} (${String(at)})?`);
  return JSON.stringify({ answer: `${words} [Data: Sources (1)]`, score: 70, follow_ups: followUps });
}

function measure(
  kind: GoldQuestion['kind'],
  evidence: readonly GoldPassage[],
  { calls, answer }: Pick<Searched, 'calls' | 'answer'>,
): Measured {
  const sent = answer.trace.calls ?? [];
  const totals = calls.map(({ maxTokens }, at) => (sent[at]?.promptTokens ?? 0) + maxTokens);
  const prompts = promptsOf(calls);
  return {
    kind,
    calls: calls.length,
    promptTokens: sent.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    mostTokens: calls.reduce((sum, { maxTokens }) => sum + maxTokens, 0),
    fullest: Math.max(0, ...totals),
    shown: mean(evidence.map(({ quote }) => (isShown(quote, prompts) ? 1 : 0))),
  };
}

function promptsOf(calls: Searched['calls']): string {
  return flat(calls.map(({ messages }) => dataOf(messages)).join('\n'));
}

function flat(text: string): string {
  return text.replace(/[\s|¦\\]+/gu, ' ');
}

/** Checks that at least half of a quotation's characters are in sentences that the prompts show. */
function isShown(quote: string, prompts: string): boolean {
  const parts = flat(quote).split(/(?<=[.!?;:,])\s/u);
  const shown = parts.filter((part) => prompts.includes(part.trim()));
  return shown.join(' ').length >= 0.5 * parts.join(' ').length;
}

function printCosts(): void {
  const rows = WINDOWS.flatMap((window) =>
    MODES.map((mode) => {
      const all = measured.get(keyOf(mode, window)) ?? [];
      const of = (value: (one: Measured) => number): readonly number[] => all.map(value);
      const fullest = Math.max(...of(({ fullest }) => fullest));
      const most = Math.max(...of(({ calls }) => calls));
      const where = `${mode} at ${String(window)}`;
      targets.push({ name: `tokens of the fullest call, ${where}`, value: fullest, atMost: window });
      if (mode === 'drift') targets.push({ name: `most calls, ${where}`, value: most, atMost: MOST_DRIFT_CALLS });
      return [
        String(window),
        mode,
        mean(of(({ calls }) => calls)).toFixed(1),
        String(most),
        mean(of(({ promptTokens }) => promptTokens)).toFixed(0),
        mean(of(({ mostTokens }) => mostTokens)).toFixed(0),
        `${String(fullest)} of ${String(window)}`,
      ];
    }),
  );
  console.log(`Calls and tokens of a question, ${String(answerable.length)} questions`);
  const head = ['window', 'mode', 'calls', 'most calls', 'prompt tokens', 'reply tokens at most', 'fullest call'];
  console.log(table(head, rows));
}

function printShown(): void {
  const rows = WINDOWS.flatMap((window) =>
    [...KINDS, 'all' as const].flatMap((kind) =>
      MODES.map((mode) => {
        const shown = (of: RunMode): readonly number[] =>
          (measured.get(keyOf(of, window)) ?? [])
            .filter((one) => kind === 'all' || one.kind === kind)
            .map((one) => one.shown);
        const gain = pairedDifference(shown(mode), shown('basic'));
        const interval = mode === 'basic' ? '' : `${signed(gain.mean)} [${signed(gain.low)}, ${signed(gain.high)}]`;
        return [String(window), kind, mode, mean(shown(mode)).toFixed(3), interval];
      }),
    ),
  );
  console.log('\nShare of the gold evidence that a prompt shows');
  console.log(table(['window', 'questions', 'mode', 'shown', 'against basic (95 %)'], rows));
}

async function printThemes(): Promise<void> {
  const rows: string[][] = [];
  for (const window of WINDOWS) {
    const { calls } = await ask(THEMES_QUESTION, 'global', window);
    const prompts = promptsOf(calls);
    const shares = gold.themes.map(({ passages }) =>
      mean(passages.map(({ quote }) => (isShown(quote, prompts) ? 1 : 0))),
    );
    const withAtLeast = (least: number): string => {
      const count = shares.filter((share) => share >= least).length;
      return `${String(count)} of ${String(shares.length)}`;
    };
    const shown = mean(shares.map((share) => (share > 0 ? 1 : 0)));
    targets.push({ name: `share of the themes shown at ${String(window)}`, value: shown, atLeast: LEAST_THEMES });
    rows.push([String(window), String(calls.length), withAtLeast(1e-9), withAtLeast(0.5), mean(shares).toFixed(3)]);
  }
  console.log(`\nGold themes in the prompts of global search, asked “${THEMES_QUESTION}”`);
  console.log(table(['window', 'calls', 'a passage shown', 'half of the passages shown', 'passages shown'], rows));
}
