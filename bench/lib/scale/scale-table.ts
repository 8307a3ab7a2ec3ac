import { quantile } from '../quantile';
import { table } from '../table';

/** A figure, or why there is none. */
export type Cell = number | string | null | undefined;

export interface SizeColumn {
  readonly label: string;
  readonly megabytes: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** A row per figure, a column per text. */
export function figureTable(columns: readonly SizeColumn[]): string {
  const rows = figureNames(columns).map((name) => [name, ...columns.map(({ cells }) => cellText(cells.get(name)))]);
  return table(['', ...columns.map(({ label }) => label)], rows);
}

/** The same for one text in several sizes, with the ratio of the last to the first and the exponent that fits all (log–log). */
export function scaleTable(columns: readonly SizeColumn[]): string {
  const rows = figureNames(columns).map((name) => {
    const cells = columns.map(({ cells: own }) => own.get(name));
    const points = columns.flatMap(({ megabytes }, at) => {
      const value = cells[at];
      return typeof value === 'number' && value > 0 ? [[megabytes, value] as const] : [];
    });
    return [name, ...cells.map(cellText), ratio(points), exponent(points)];
  });
  const last = columns.at(-1);
  const size = last && columns[0] ? last.megabytes / columns[0].megabytes : 1;
  return table(['', ...columns.map(({ label }) => label), `ratio (size × ${size.toFixed(1)})`, 'exponent'], rows);
}

/** Two builds in turns: medians of each, and the ratio of the second to the first. */
export function pairTable(before: readonly SizeColumn[], after: readonly SizeColumn[]): string {
  const rows = figureNames([...before, ...after]).map((name) => {
    const cells = [medianOf(before, name), medianOf(after, name)];
    const [one, other] = cells;
    const isComparable = typeof one === 'number' && typeof other === 'number' && one > 0;
    return [name, ...cells.map(cellText), isComparable ? (other / one).toFixed(2) : ''];
  });
  return table([after[0]?.label ?? '', 'before', 'now', 'ratio'], rows);
}

/** The median of a figure, or why one of them is missing. */
export function medianOf(columns: readonly SizeColumn[], name: string): Cell {
  const cells = columns.map(({ cells: own }) => own.get(name));
  const numbers = cells.filter((cell) => typeof cell === 'number');
  return numbers.length > 0 ? quantile(numbers, 0.5) : cells.find((cell) => typeof cell === 'string');
}

const figureNames = (columns: readonly SizeColumn[]): readonly string[] => [
  ...new Set(columns.flatMap(({ cells }) => [...cells.keys()])),
];

type Points = readonly (readonly [number, number])[];

function ratio(points: Points): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && points.length > 1 ? (last[1] / first[1]).toFixed(2) : '';
}

/** The slope of the least squares line through the logarithms. */
function exponent(points: Points): string {
  if (points.length < 2) return '';
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return (covariance / variance).toFixed(2);
}

function cellText(value: Cell): string {
  if (typeof value !== 'number') return value ?? '';
  if (value === 0 || Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
