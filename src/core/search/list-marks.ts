import type { DocumentRow, Span } from '../tables/tables';
import { countSame, isOrdinalBefore } from './ordinals';

/** A number or a bullet with the space behind it; a dash before a figure may be a minus. */
const MARK = /^(?:[(（]?(\d{1,3})[.)）]|[*•]|-(?!\s+\d))\s+(?=\S)/u;
/** A line that begins with a number: what stands before it, its brackets or point, and the first word behind it. */
const NUMBERED =
  /(?<=^|\n)(?<indent>[^\S\n]*)(?<open>[(（]?)(?<number>\d{1,3})(?<close>[.)）])\s+(?<word>[\p{L}\p{M}\p{N}.]*)/gu;
/** UTF-16 code units around a numbered line in which the item before it or behind it must begin. */
const LOOKED_AROUND = 4000;
/** A paragraph that is no part of the item above it. */
const PARAGRAPH = /\n[^\S\n]*\n(?=[^\s*•-])/u;
/** Words that a German ordinal stands behind, where a line ends between them. */
const BEFORE_ORDINAL = /(?<!\p{L})(?:der|die|das|dem|den|des|im|am|vom|zum|zur|ins|beim|bis|ab|seit)\s*$/iu;

/**
 * Length of the number or bullet with which a list's item begins at the span's start; 0 for other text, such as a day, a year or an ordinal that
 * begins a line. A number is a list's where the one before it or behind it begins a line of the same block.
 */
export function listMarkLength(
  document: Pick<DocumentRow, 'text' | 'language'>,
  { start, end }: Pick<Span, 'start' | 'end'>,
): number {
  const { text } = document;
  const found = MARK.exec(text.slice(start, Math.min(end, start + 12)));
  if (!found || !beginsLine(text, start)) return 0;
  const [mark, number] = found;
  return number === undefined || isListed(document, start) ? mark.length : 0;
}

const beginsLine = (text: string, start: number): boolean =>
  /(?:^|\n)[^\S\n]*$/u.test(text.slice(Math.max(0, start - 80), start));

/** A numbered line. */
interface Line {
  readonly start: number;
  readonly number: number;
  readonly word: string;
  /** Its indentation, brackets and point. */
  readonly form: string;
}

/** Whether the item before it or the one behind it stands in the same block: numbers that follow each other, or "1. … 1. …" as in Markdown. */
function isListed({ text, language }: Pick<DocumentRow, 'text' | 'language'>, start: number): boolean {
  const lines = numberedLines(text, start);
  const at = lines.findLastIndex((line) => line.start <= start);
  const own = lines[at];
  if (!own || isOrdinal(text, own)) return false;
  const isNext = (one: Line | undefined, other: Line | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    (other.number === one.number + 1 || (other.number === 1 && one.number === 1)) &&
    !PARAGRAPH.test(text.slice(one.start, other.start));
  const beside = [
    ...(isNext(lines[at - 1], own) ? lines.slice(at - 1, at) : []),
    ...(isNext(own, lines[at + 1]) ? lines.slice(at + 1, at + 2) : []),
  ];
  return (
    beside.some((line) => !isOrdinal(text, line)) &&
    !(language === 'de' && beside.some((line) => isSameThing(own, line)))
  );
}

/** The numbered lines around a place that are written like the one in which it stands. */
function numberedLines(text: string, place: number): readonly Line[] {
  const from = Math.max(0, text.lastIndexOf('\n', Math.max(0, place - LOOKED_AROUND)));
  const around = text.slice(from, place + LOOKED_AROUND);
  const lines = [...around.matchAll(NUMBERED)].map(({ groups: found = {}, index }): Line => {
    const form = `${found['indent'] ?? ''}${found['open'] ?? ''}${found['close'] ?? ''}`;
    return { start: from + index, number: Number(found['number']), word: found['word'] ?? '', form };
  });
  const own = lines.findLast(({ start }) => start <= place);
  return lines.filter(({ form }) => form === own?.form);
}

const hasPoint = ({ form }: Line): boolean => form.endsWith('.');

const isOrdinal = (text: string, line: Line): boolean =>
  hasPoint(line) &&
  (isOrdinalBefore(line.word) || BEFORE_ORDINAL.test(text.slice(Math.max(0, line.start - 12), line.start)));

const isSameThing = (one: Line, other: Line): boolean => hasPoint(one) && countSame(one.word, other.word);

/** The span without the number or bullet of its list. */
export function withoutListMark(document: Pick<DocumentRow, 'text' | 'language'>, span: Span): Span {
  const length = listMarkLength(document, span);
  return length === 0 ? span : { ...span, start: span.start + length };
}
