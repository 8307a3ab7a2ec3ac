import { cleaned, lineTokens, tableRow } from '../context/render-table';
import type { ContextDataset, BuiltContext } from '../context/context';
import type { Prompt } from '../../prompts/prompt';
import { documentsOf, answerValues, writeAnswer } from './write-answer';
import type { Ended, SearchRun } from './search-run';
import { noRoom, historyOf, roomForData, tokensForWords } from '../model-call/token-budget';

/** Something found on the way to an answer: a point of a batch of reports, the answer to a follow-up question. */
export interface Finding {
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  /** What it rests on, in numbers that hold for the whole search. */
  readonly references: readonly { readonly dataset: ContextDataset; readonly number: number }[];
}

/** Findings as a prompt shows them. */
export interface FindingsTable {
  readonly text: string;
  /** Findings that found room. */
  readonly shown: number;
}

const HEAD = '-----Findings-----\nimportance|finding';

/** Findings for the last call, the most important first, as many as fit; each with what it rests on, so that the answer can keep that. */
export function findingsTable(findings: readonly Finding[], tokens: number): FindingsTable {
  const lines: string[] = [];
  let used = lineTokens(HEAD);
  for (const { text, score, references } of [...findings].sort((a, b) => b.score - a.score)) {
    const line = tableRow([score, `${cleaned(text)}${markOf(references)}`]);
    const needed = lineTokens(line);
    if (used + needed > tokens) continue;
    used += needed;
    lines.push(line);
  }
  return { text: lines.length === 0 ? '' : [HEAD, ...lines].join('\n'), shown: lines.length };
}

function markOf(references: Finding['references']): string {
  const byTable = new Map<ContextDataset, number[]>();
  for (const { dataset, number } of references) byTable.set(dataset, [...(byTable.get(dataset) ?? []), number]);
  const parts = [...byTable].map(([dataset, numbers]) => `${dataset} (${[...new Set(numbers)].join(', ')})`);
  return parts.length > 0 ? ` [Data: ${parts.join('; ')}]` : '';
}

/** What is joined, and how. */
export interface Joining {
  readonly prompt: Prompt;
  /** Words of the answer at most. */
  readonly words: number;
  readonly contexts: readonly BuiltContext[];
  readonly notes: string[];
  /** What the findings are called, such as `points`. */
  readonly called: string;
}

/** One answer from all findings that find room, the most important first. Throws ModelError, also where not one finds room. */
export async function joinFindings(
  run: SearchRun,
  findings: readonly Finding[],
  { prompt, words, contexts, notes, called }: Joining,
): Promise<Ended> {
  const history = historyOf(run);
  const values = { ...answerValues(run, history.text), max_words: String(words) };
  const maxTokens = tokensForWords(run, words);
  const table = findingsTable(findings, roomForData(run, prompt, values, maxTokens));
  if (table.shown === 0 && findings.length > 0) throw noRoom(run);
  if (table.shown < findings.length)
    notes.push(
      `Of ${String(findings.length)} ${called} the ${String(table.shown)} most important found room in the last call.`,
    );
  run.emit({ kind: 'working', words: `Joining ${String(table.shown)} ${called}.` });
  return writeAnswer(
    run,
    {
      purpose: 'reduce',
      prompt,
      values: { ...values, data: table.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf(contexts, history),
    },
    contexts,
  );
}
