import type { ContextDataset } from '../context/context';
import { CLOSERS, markAt, type Mark, type PlacedHint } from './reference-mark';

/** An answer's Markdown without the model's references. */
export interface AnswerText {
  readonly text: string;
  readonly hints: readonly PlacedHint[];
  /** Places of the model's marks for its own knowledge, as `at` of a hint. */
  readonly general: readonly number[];
}

/** Takes a model's references out of its Markdown while it is written. */
interface AnswerStream {
  /** More of the answer; gives the clean text that is now safe to show, and that never vanishes again. */
  feed(delta: string): string;
  /** The rest, when nothing more will come; a reference that was broken off is left out. */
  end(): string;
  /** Returns the text so far, with the places of its references. */
  soFar(): AnswerText;
}

const SPECIAL = /[\s`~$\\[【［(（,;，；、]/gu;
const SEPARATORS = ',;，；、';
/** Signs without a space before them. */
const CLOSING = `${SEPARATORS}.:!?。：！？…`;
/** List marks before a line's first words. */
const LINE_MARK = /^(?:[-*+>]|\d{1,3}[.)])(?=[ \t])/u;
const LONGEST_LINE_MARK = 5;

/** The whole of an answer at once. */
export function readAnswer(markdown: string, bare: ContextDataset = 'Sources'): AnswerText {
  const stream = answerStream(bare);
  stream.feed(markdown);
  stream.end();
  return stream.soFar();
}

/** A question or another single line of a model without its references. */
export const withoutMarks = (line: string): string => readAnswer(line).text.trim();

/** An answer as it comes; `bare` is the table that `[1]` means. References in code, and in brackets that are links, are left alone. */
export function answerStream(bare: ContextDataset = 'Sources'): AnswerStream {
  let raw = '';
  let clean = '';
  /** White space and marks of lines that are not yet given, before and after the references at this place. */
  let before = '';
  let after = '';
  let marks: Mark[] = [];
  /** The signs that close the code or maths around the text. */
  let code: { readonly signs: string; readonly isFence: boolean } | null = null;
  const hints: PlacedHint[] = [];
  const general: number[] = [];

  const space = (text: string): void => {
    if (marks.length === 0) before += text;
    else after += text;
  };

  const isLineStart = (): boolean => {
    const pending = marks.length === 0 ? before : after;
    return /\n[ \t>]*$/u.test(pending) || (clean === '' && pending.trim() === '');
  };

  function place(at: number): void {
    for (const mark of marks) {
      hints.push(...mark.hints.map((hint) => ({ ...hint, at })));
      if (mark.isGeneral) general.push(at);
    }
    marks = [];
  }

  function put(text: string): void {
    if (marks.length > 0) {
      const opensLine = (clean === '' || before.includes('\n')) && !after.includes('\n');
      const joint = jointOf(before, after, text);
      const at = clean.length;
      clean += clean === '' ? joint.trimStart() : joint;
      place(opensLine ? clean.length : at);
    } else clean += before;
    before = '';
    after = '';
    clean += text;
  }

  /** Length of code or maths signs at an offset; 0 for none, -1 when more text is needed to decide. */
  function codeSigns(at: number, ended: boolean): number {
    const sign = raw[at] ?? '';
    let end = at;
    while (raw[end] === sign) end++;
    if (end === raw.length && !ended) return -1;
    const signs = raw.slice(at, end);
    if (code !== null) {
      if (code.isFence ? signs.startsWith(code.signs) && isLineStart() : signs === code.signs) code = null;
      return signs.length;
    }
    const isFence = sign !== '$' && signs.length > 2 && isLineStart();
    if (isFence || sign === '`' || signs === '$$') code = { signs, isFence };
    return signs.length;
  }

  /** Reads what can be read; gives the offset from which more text is needed. */
  function read(ended: boolean): number {
    let at = 0;
    while (at < raw.length) {
      const next = readAt(at, ended);
      if (next < 0) break;
      at = next;
    }
    return at;
  }

  function readAt(at: number, ended: boolean): number {
    const sign = raw[at] ?? '';
    if (/\s/u.test(sign)) return readSpace(at, ended);
    if (isLineStart() && code === null) {
      const head = raw.slice(at, at + LONGEST_LINE_MARK);
      if (!ended && head.length < LONGEST_LINE_MARK && /^(?:[-*+>]|\d{1,3}[.)]?)$/u.test(head)) return -1;
      const [mark = ''] = LINE_MARK.exec(head) ?? [];
      if (mark !== '') {
        space(mark);
        return at + mark.length;
      }
    }
    if (sign === '`' || sign === '~' || sign === '$') return readSigns(at, ended);
    if (sign === '\\') return readEscape(at, ended);
    if (code === null && CLOSERS.has(sign)) return readBracket(at, ended);
    if (marks.length > 0 && SEPARATORS.includes(sign)) return readSeparator(at, ended);
    return readText(at);
  }

  function readSpace(at: number, ended: boolean): number {
    let end = at;
    while (end < raw.length && /\s/u.test(raw[end] ?? '')) end++;
    if (end === raw.length && !ended) return -1;
    space(raw.slice(at, end));
    if (code?.isFence === false && code.signs !== '$$' && /\n\s*\n/u.test(raw.slice(at, end))) code = null;
    return end;
  }

  function readSigns(at: number, ended: boolean): number {
    const length = codeSigns(at, ended);
    if (length < 0) return -1;
    put(raw.slice(at, at + length));
    return at + length;
  }

  function readEscape(at: number, ended: boolean): number {
    if (at + 1 === raw.length && !ended) return -1;
    const end = code === null && CLOSERS.has(raw[at + 1] ?? '') ? at + 2 : at + 1;
    put(raw.slice(at, end));
    return end;
  }

  function readBracket(at: number, ended: boolean): number {
    const mark = markAt(raw, at, { bare, ended });
    if (mark === 'open') return -1;
    if (mark === null) {
      put(raw[at] ?? '');
      return at + 1;
    }
    if (after.includes('\n')) before += after;
    after = '';
    marks.push(mark);
    return mark.end;
  }

  /** A comma between two references goes with them. */
  function readSeparator(at: number, ended: boolean): number {
    let next = at + 1;
    while (raw[next] === ' ' || raw[next] === '\t') next++;
    if (next === raw.length && !ended) return -1;
    const mark = markAt(raw, next, { bare, ended });
    if (mark === 'open') return -1;
    if (mark !== null) return next;
    put(raw[at] ?? '');
    return at + 1;
  }

  function readText(at: number): number {
    SPECIAL.lastIndex = at + 1;
    const end = SPECIAL.exec(raw)?.index ?? raw.length;
    put(raw.slice(at, end));
    return end;
  }

  function advance(ended: boolean): string {
    const from = clean.length;
    raw = raw.slice(read(ended));
    return clean.slice(from);
  }

  return {
    feed(delta) {
      raw += delta;
      return advance(false);
    },
    end() {
      const rest = advance(true);
      place(clean.length);
      before = '';
      after = '';
      return rest;
    },
    soFar: () => ({ text: clean, hints, general }),
  };
}

/** Returns the white space between two texts once the references between them are removed. */
function jointOf(before: string, after: string, next: string): string {
  if (after.includes('\n')) return after;
  if (before.includes('\n')) return before;
  if (CLOSING.includes(next.charAt(0))) return '';
  return before === '' ? after : before;
}
