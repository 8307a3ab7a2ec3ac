import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

/** A piece of a line. */
export interface DiffRun {
  readonly text: string;
  /** True if the line differs in these words. */
  readonly changed: boolean;
}

export type DiffLine =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly runs: readonly DiffRun[] }
  /** Lines that are the same and not shown. */
  | { readonly kind: 'folded'; readonly lines: number };

type Shown = Exclude<DiffLine, { kind: 'folded' }>;

/** Lines that are shown around a change though they are the same. */
const AROUND = 1;

/** Compares two texts: by lines, and by words in a line that replaced another. Empty for equal texts. */
export function diffTexts(before: string, after: string): readonly DiffLine[] {
  const lines = linesOf(diffLines(`${before}\n`, `${after}\n`));
  return lines.some(({ kind }) => kind !== 'same') ? folded(lines) : [];
}

function linesOf(blocks: readonly ChangeObject<string>[]): readonly Shown[] {
  const lines: Shown[] = [];
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1];
    if (block.added && blocks[at - 1]?.removed) continue; // shown with the block that it replaces
    if (block.removed && next?.added) lines.push(...replaced(split(block), split(next)));
    else lines.push(...split(block).map((text) => whole(kindOf(block), text)));
  }
  return lines;
}

/** Lines in place of others: what was removed, then what was added, each with its own words marked. */
function replaced(before: readonly string[], after: readonly string[]): readonly Shown[] {
  const words = before.map((line, at) => (after[at] === undefined ? [] : diffWordsWithSpace(line, after[at])));
  const runs = (line: string, at: number, kind: 'removed' | 'added'): Shown => {
    const other = kind === 'removed' ? 'added' : 'removed';
    const own = (words[at] ?? []).filter((word) => !word[other]);
    if (own.length === 0) return whole(kind, line);
    return { kind, runs: own.map((word) => ({ text: word.value, changed: word[kind] })) };
  };
  return [...before.map((line, at) => runs(line, at, 'removed')), ...after.map((line, at) => runs(line, at, 'added'))];
}

const kindOf = ({ added, removed }: ChangeObject<string>): Shown['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same';

const whole = (kind: Shown['kind'], text: string): Shown => ({ kind, runs: [{ text, changed: kind !== 'same' }] });

const split = ({ value }: ChangeObject<string>): readonly string[] => value.replace(/\n$/u, '').split('\n');

/** Leaves out what is the same, except right beside a change. */
function folded(lines: readonly Shown[]): readonly DiffLine[] {
  const near = (at: number): boolean =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown: DiffLine[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near(at)) shown.push(line);
    else if (last?.kind === 'folded') shown[shown.length - 1] = { kind: 'folded', lines: last.lines + 1 };
    else shown.push({ kind: 'folded', lines: 1 });
  }
  return shown;
}
