import { cleaned, lineTokens, tableRow } from '../context/render-table';
import type { ContextDataset } from '../context/context';

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
