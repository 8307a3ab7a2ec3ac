import { DATASETS, type Dataset } from '../reports/model/dataset';

/** A thing that a report refers to, by the number by which it is known outside of the prompt: the community of a report, else `human_readable_id`. */
export interface DataReference {
  readonly dataset: Dataset;
  readonly number: number;
}

/** A stretch of a report's text, and what it refers to after it. */
export interface CitedRun {
  readonly text: string;
  readonly references: readonly DataReference[];
}

const MARK = / ?\[Data: ([^\]]*)\]/gu;
const PART = /(\p{L}+) \(([\d, ]+)\)/gu;

/** The text as runs, each ended by a `[Data: Entities (12); Relationships (3, 8)]` as checked reports have them (GraphRAG A10). */
export function citedRuns(text: string): readonly CitedRun[] {
  const runs: CitedRun[] = [];
  let from = 0;
  for (const mark of text.matchAll(MARK)) {
    runs.push({ text: text.slice(from, mark.index), references: referencesIn(mark[1] ?? '') });
    from = mark.index + mark[0].length;
  }
  return from < text.length || runs.length === 0 ? [...runs, { text: text.slice(from), references: [] }] : runs;
}

function referencesIn(content: string): readonly DataReference[] {
  return [...content.matchAll(PART)].flatMap(([, name, numbers = '']) => {
    const dataset = DATASETS.find((one) => one === name);
    return dataset ? numbers.split(',').map((number) => ({ dataset, number: Number(number) })) : [];
  });
}
