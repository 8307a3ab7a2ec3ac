import { numeral, type NumeralKind } from '../blocks/numerals';
import { elementsOf, findElement, type MarkupElement } from './markup-tree';

/** A level of a list. */
interface ListLevel {
  readonly format: string;
  /** Marker with `%1` for the number of the first level. */
  readonly text: string;
  readonly start: number;
  /** Style whose paragraphs stand on this level. */
  readonly style: string;
  /** Numbers of all levels are written in digits. */
  readonly legal: boolean;
}

interface List {
  /** Lists of one kind count on where another one of it stopped. */
  readonly kind: string;
  /** By depth; one without a level above it may stand alone. */
  readonly levels: readonly (ListLevel | undefined)[];
  /** By level, the numbers at which it starts anew. */
  readonly restarts: ReadonlyMap<number, number>;
}

/** Lists of a Word document by their number. */
export type Numbering = ReadonlyMap<string, List>;

const valueOf = (element: MarkupElement, name: string): string => elementsOf(element, name)[0]?.attributes['val'] ?? '';

/** Reads the lists of a document; `listOfStyle` is the list that a style of lists stands for. */
export function readNumbering(part: MarkupElement, listOfStyle: (style: string) => string): Numbering {
  const root = findElement(part, 'numbering');
  if (!root) return new Map();
  const kinds = new Map(elementsOf(root, 'abstractNum').map((kind) => [kind.attributes['abstractNumId'] ?? '', kind]));
  const kindOf = new Map(
    elementsOf(root, 'num').map((num) => [num.attributes['numId'] ?? '', valueOf(num, 'abstractNumId')]),
  );
  const levelsOf = (kind: MarkupElement | undefined): readonly ListLevel[] => {
    const link = kind ? valueOf(kind, 'numStyleLink') : '';
    const linked = kinds.get(kindOf.get(listOfStyle(link)) ?? '');
    const source = link !== '' && linked ? linked : kind;
    return source ? elementsOf(source, 'lvl').map(readLevel) : [];
  };
  return new Map(
    elementsOf(root, 'num').map((num): [string, List] => {
      const kind = valueOf(num, 'abstractNumId');
      const levels: (ListLevel | undefined)[] = [...levelsOf(kinds.get(kind))];
      const restarts = new Map<number, number>();
      for (const override of elementsOf(num, 'lvlOverride')) {
        const at = Number(override.attributes['ilvl'] ?? 0);
        if (!isLevel(at)) continue;
        const [level] = elementsOf(override, 'lvl');
        if (level) levels[at] = readLevel(level, at);
        const start = valueOf(override, 'startOverride');
        if (start !== '') restarts.set(at, Number(start));
      }
      return [num.attributes['numId'] ?? '', { kind, levels, restarts }];
    }),
  );
}

function readLevel(level: MarkupElement, at: number): ListLevel {
  return {
    format: valueOf(level, 'numFmt') || 'decimal',
    text: elementsOf(level, 'lvlText')[0]?.attributes['val'] ?? `%${String(at + 1)}.`,
    start: Number(valueOf(level, 'start') || 1),
    style: valueOf(level, 'pStyle'),
    legal: elementsOf(level, 'isLgl').length > 0,
  };
}

/** Kinds of numerals by the names that Word gives them. */
const KINDS: ReadonlyMap<string, NumeralKind> = new Map([
  ['decimalZero', '01'],
  ['lowerLetter', 'a'],
  ['upperLetter', 'A'],
  ['lowerRoman', 'i'],
  ['upperRoman', 'I'],
  ['chineseCounting', '一'],
  ['chineseCountingThousand', '一'],
  ['ideographDigital', '一'],
  ['japaneseCounting', '一'],
  ['taiwaneseCounting', '一'],
  ['decimalEnclosedCircle', '①'],
  ['decimalEnclosedCircleChinese', '①'],
]);

/** Writes a number in a format of Word. */
export const wordNumeral = (number: number, format: string): string => numeral(number, KINDS.get(format) ?? '1');

/** Levels that a list has. */
const LEVELS = 9;

const isLevel = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < LEVELS;

/** Counts the items of a document's lists. */
export class ListCounter {
  readonly #numbering: Numbering;
  #counts = new Map<string, (number | undefined)[]>();
  #restarted = new Set<string>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  /** The level of a list on which paragraphs of a style stand; undefined for none. */
  levelOfStyle(list: string, style: string): number | undefined {
    const at = this.#numbering.get(list)?.levels.findIndex((level) => level?.style === style) ?? -1;
    return at < 0 ? undefined : at;
  }

  /** Marker of the next item: `-`, `3.`, `2.1`; empty where none is shown. */
  next(id: string, depth: number): string {
    const list = this.#numbering.get(id);
    const at = Math.min(LEVELS - 1, Math.max(0, depth));
    const level = list?.levels[at];
    if (!list || !level) return '-';
    const counts = this.#counts.get(list.kind) ?? [];
    this.#counts.set(list.kind, counts);
    const restart = this.#restartOf(id, list, at);
    counts.length = at + 1;
    counts[at] = restart ?? (counts[at] ?? level.start - 1) + 1;
    // A blank bullet is that of a further paragraph of an item.
    if (level.format === 'bullet') return level.text.trim() === '' ? '' : '-';
    if (level.format === 'none') return '';
    return level.text.replace(/%([1-9])/gu, (_, digit: string) => {
      const other = list.levels[Number(digit) - 1];
      const number = counts[Number(digit) - 1] ?? other?.start ?? 1;
      return wordNumeral(number, level.legal ? 'decimal' : (other?.format ?? 'decimal'));
    });
  }

  #restartOf(id: string, { restarts }: List, at: number): number | undefined {
    const key = `${id} ${String(at)}`;
    if (this.#restarted.has(key)) return undefined;
    this.#restarted.add(key);
    return restarts.get(at);
  }
}
