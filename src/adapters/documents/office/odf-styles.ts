import { isCodeStyle } from '../blocks/block';
import { numeral, type NumeralKind } from '../blocks/numerals';
import { elementsOf, findElement, findElements, type MarkupElement } from '../markup/markup-tree';
import { EMPTY } from './open-package';

/** Styles of an OpenDocument file, as far as they change what is read. */
export interface OdfStyles {
  readonly letters: ReadonlyMap<string, LetterStyle>;
  /** Styles that the name of another one builds on. */
  readonly parents: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly ListLevel[]>;
  /** Numbers of headings, by level from 0. */
  readonly outline: readonly ListLevel[];
  /** Names of styles whose slides are hidden. */
  readonly hiddenPages: ReadonlySet<string>;
}

interface LetterStyle {
  readonly isHidden: boolean;
  readonly height: 'super' | 'sub' | '';
}

/** Counting of a list's level. `kind` is undefined for a bullet, null for nothing at all. */
interface ListLevel {
  readonly kind: NumeralKind | undefined | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  /** Levels whose numbers are shown, this one included. */
  readonly shown: number;
}

/** Reads the styles of both parts that have some. */
export function readOdfStyles(parts: readonly (MarkupElement | undefined)[]): OdfStyles {
  const letters = new Map<string, LetterStyle>();
  const parents = new Map<string, string>();
  const lists = new Map<string, readonly ListLevel[]>();
  const hiddenPages = new Set<string>();
  let outline: readonly ListLevel[] = [];
  for (const part of parts) {
    for (const style of findElements(part ?? EMPTY, 'style')) {
      const name = style.attributes['name'] ?? '';
      const parent = style.attributes['parent-style-name'];
      if (parent !== undefined) parents.set(name, parent);
      const { display, 'text-position': position = '' } = elementsOf(style, 'text-properties')[0]?.attributes ?? {};
      const height = /^(?:super|[1-9])/u.test(position) ? 'super' : /^(?:sub|-)/u.test(position) ? 'sub' : '';
      if (display === 'none' || height !== '') letters.set(name, { isHidden: display === 'none', height });
      if (elementsOf(style, 'drawing-page-properties')[0]?.attributes['visibility'] === 'hidden') hiddenPages.add(name);
    }
    for (const list of findElements(part ?? EMPTY, 'list-style'))
      lists.set(list.attributes['name'] ?? '', levelsOf(list));
    const headings = findElement(part ?? EMPTY, 'outline-style');
    if (headings) outline = levelsOf(headings);
  }
  return { letters, parents, lists, outline, hiddenPages };
}

/** The paragraphs that a style sets, by the names of the styles that every program has: a title, text as it is typed, or any other. */
export function kindOfStyle(name: string, { parents }: OdfStyles): 'heading' | 'code' | 'paragraph' {
  let style: string | undefined = name;
  for (let steps = 0; style !== undefined && steps < DEEPEST; steps += 1) {
    if (style === 'Title') return 'heading';
    if (isCodeStyle(style.replaceAll('_20_', ' '))) return 'code';
    style = parents.get(style);
  }
  return 'paragraph';
}

const DEEPEST = 20;

function levelsOf(style: MarkupElement): readonly ListLevel[] {
  const levels: ListLevel[] = [];
  for (const { name, attributes } of elementsOf(style)) {
    const at = Number(attributes['level'] ?? 0) - 1;
    if (!(at >= 0 && at < 20)) continue;
    levels[at] = {
      kind:
        name.endsWith('level-style-bullet') || name.endsWith('level-style-image')
          ? undefined
          : kindOf(attributes['num-format'] ?? ''),
      prefix: attributes['num-prefix'] ?? '',
      suffix: attributes['num-suffix'] ?? '',
      start: Number(attributes['start-value'] ?? 1) || 1,
      shown: Number(attributes['display-levels'] ?? 1) || 1,
    };
  }
  return levels;
}

function kindOf(format: string): NumeralKind | null {
  if (format === '') return null;
  const known = (['1', 'a', 'A', 'i', 'I', '一', '①'] as const).find((kind) => format.startsWith(kind));
  return known ?? '1';
}

/** Counts of a list, by level from 0. */
export type Counts = (number | undefined)[];

/** Counts one more at a level, and returns its marker; empty where none is shown. */
export function nextMarker(levels: readonly ListLevel[], counts: Counts, at: number, start?: number): string {
  const level = levels[at];
  counts.length = at + 1;
  counts[at] = start ?? (counts[at] === undefined ? (level?.start ?? 1) : counts[at] + 1);
  if (!level || level.kind === undefined) return '-';
  if (level.kind === null) return '';
  const numbers: string[] = [];
  for (let one = Math.max(0, at + 1 - level.shown); one <= at; one += 1) {
    const kind = levels[one]?.kind;
    if (kind) numbers.push(numeral(counts[one] ?? levels[one]?.start ?? 1, kind));
  }
  return `${level.prefix}${numbers.join('.')}${level.suffix}`.trim();
}
