import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LabelledPassage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface LabelledQuestion {
  readonly question: string;
  /** Titles of the passages that hold the evidence. */
  readonly evidence: readonly string[];
  /** Reference answer, where the folder has one. */
  readonly answer?: string;
  /** Kind of question, where the folder has kinds. */
  readonly kind?: string;
}

export interface LabelledSet {
  readonly passages: readonly LabelledPassage[];
  readonly questions: readonly LabelledQuestion[];
}

/** Reads corpus.jsonl and questions.jsonl of a folder. */
export function readLabelledSet(folder: string): LabelledSet {
  const lines = (name: string): unknown[] =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): unknown => JSON.parse(line));
  return {
    passages: lines('corpus.jsonl') as LabelledPassage[],
    questions: lines('questions.jsonl') as LabelledQuestion[],
  };
}
