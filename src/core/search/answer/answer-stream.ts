import type { ContextDataset } from '../context/context';
import { CLOSERS, markAt, type Mark, type PlacedHint } from './reference-mark';

/** An answer's Markdown without the model's references. */
export interface AnswerText {
  readonly text: string;
  readonly hints: readonly PlacedHint[];
  /** Places of the model's marks for its own knowledge, as `at` of a hint. */
  readonly general: readonly number[];
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
  const stream = new AnswerStream(bare);
  stream.feed(markdown);
  stream.end();
  return stream.soFar();
}

/** A question or another single line of a model without its references. */
export const withoutMarks = (line: string): string => readAnswer(line).text.trim();

/** Takes a model's references out of its Markdown while it is written. References in code, and in brackets that are links, are left alone. */
export class AnswerStream {
  /** The table that `[1]` means. */
  readonly #bare: ContextDataset;
  #raw = '';
  #clean = '';
  /** White space and marks of lines that are not yet given, before and after the references at this place. */
  #before = '';
  #after = '';
  #marks: Mark[] = [];
  /** The signs that close the code or maths around the text. */
  #code: { readonly signs: string; readonly isFence: boolean } | null = null;
  readonly #hints: PlacedHint[] = [];
  readonly #general: number[] = [];

  /** `bare`: the table that `[1]` means. */
  constructor(bare: ContextDataset = 'Sources') {
    this.#bare = bare;
  }

  /** Takes more of the answer; gives the clean text that is now safe to show, and that never vanishes again. */
  feed(delta: string): string {
    this.#raw += delta;
    return this.#advance(false);
  }

  /** Gives the rest, when nothing more will come; a reference that was broken off is left out. */
  end(): string {
    const rest = this.#advance(true);
    this.#place(this.#clean.length);
    this.#before = '';
    this.#after = '';
    return rest;
  }

  /** Returns the text so far, with the places of its references. */
  soFar(): AnswerText {
    return { text: this.#clean, hints: this.#hints, general: this.#general };
  }

  #space(text: string): void {
    if (this.#marks.length === 0) this.#before += text;
    else this.#after += text;
  }

  #isLineStart(): boolean {
    const pending = this.#marks.length === 0 ? this.#before : this.#after;
    return /\n[ \t>]*$/u.test(pending) || (this.#clean === '' && pending.trim() === '');
  }

  #place(at: number): void {
    for (const mark of this.#marks) {
      this.#hints.push(...mark.hints.map((hint) => ({ ...hint, at })));
      if (mark.isGeneral) this.#general.push(at);
    }
    this.#marks = [];
  }

  #put(text: string): void {
    if (this.#marks.length > 0) {
      const opensLine = (this.#clean === '' || this.#before.includes('\n')) && !this.#after.includes('\n');
      const joint = jointOf(this.#before, this.#after, text);
      const at = this.#clean.length;
      this.#clean += this.#clean === '' ? joint.trimStart() : joint;
      this.#place(opensLine ? this.#clean.length : at);
    } else this.#clean += this.#before;
    this.#before = '';
    this.#after = '';
    this.#clean += text;
  }

  /** Length of code or maths signs at an offset; 0 for none, -1 when more text is needed to decide. */
  #codeSigns(at: number, ended: boolean): number {
    const sign = this.#raw[at] ?? '';
    let end = at;
    while (this.#raw[end] === sign) end++;
    if (end === this.#raw.length && !ended) return -1;
    const signs = this.#raw.slice(at, end);
    if (this.#code !== null) {
      if (this.#code.isFence ? signs.startsWith(this.#code.signs) && this.#isLineStart() : signs === this.#code.signs)
        this.#code = null;
      return signs.length;
    }
    const isFence = sign !== '$' && signs.length > 2 && this.#isLineStart();
    if (isFence || sign === '`' || signs === '$$') this.#code = { signs, isFence };
    return signs.length;
  }

  /** Reads what can be read; gives the offset from which more text is needed. */
  #read(ended: boolean): number {
    let at = 0;
    while (at < this.#raw.length) {
      const next = this.#readAt(at, ended);
      if (next < 0) break;
      at = next;
    }
    return at;
  }

  #readAt(at: number, ended: boolean): number {
    const sign = this.#raw[at] ?? '';
    if (/\s/u.test(sign)) return this.#readSpace(at, ended);
    if (this.#isLineStart() && this.#code === null) {
      const head = this.#raw.slice(at, at + LONGEST_LINE_MARK);
      if (!ended && head.length < LONGEST_LINE_MARK && /^(?:[-*+>]|\d{1,3}[.)]?)$/u.test(head)) return -1;
      const [mark = ''] = LINE_MARK.exec(head) ?? [];
      if (mark !== '') {
        this.#space(mark);
        return at + mark.length;
      }
    }
    if (sign === '`' || sign === '~' || sign === '$') return this.#readSigns(at, ended);
    if (sign === '\\') return this.#readEscape(at, ended);
    if (this.#code === null && CLOSERS.has(sign)) return this.#readBracket(at, ended);
    if (this.#marks.length > 0 && SEPARATORS.includes(sign)) return this.#readSeparator(at, ended);
    return this.#readText(at);
  }

  #readSpace(at: number, ended: boolean): number {
    let end = at;
    while (end < this.#raw.length && /\s/u.test(this.#raw[end] ?? '')) end++;
    if (end === this.#raw.length && !ended) return -1;
    this.#space(this.#raw.slice(at, end));
    if (this.#code?.isFence === false && this.#code.signs !== '$$' && /\n\s*\n/u.test(this.#raw.slice(at, end)))
      this.#code = null;
    return end;
  }

  #readSigns(at: number, ended: boolean): number {
    const length = this.#codeSigns(at, ended);
    if (length < 0) return -1;
    this.#put(this.#raw.slice(at, at + length));
    return at + length;
  }

  #readEscape(at: number, ended: boolean): number {
    if (at + 1 === this.#raw.length && !ended) return -1;
    const end = this.#code === null && CLOSERS.has(this.#raw[at + 1] ?? '') ? at + 2 : at + 1;
    this.#put(this.#raw.slice(at, end));
    return end;
  }

  #readBracket(at: number, ended: boolean): number {
    const mark = markAt(this.#raw, at, { bare: this.#bare, ended });
    if (mark === 'open') return -1;
    if (mark === null) {
      this.#put(this.#raw[at] ?? '');
      return at + 1;
    }
    if (this.#after.includes('\n')) this.#before += this.#after;
    this.#after = '';
    this.#marks.push(mark);
    return mark.end;
  }

  /** A comma between two references goes with them. */
  #readSeparator(at: number, ended: boolean): number {
    let next = at + 1;
    while (this.#raw[next] === ' ' || this.#raw[next] === '\t') next++;
    if (next === this.#raw.length && !ended) return -1;
    const mark = markAt(this.#raw, next, { bare: this.#bare, ended });
    if (mark === 'open') return -1;
    if (mark !== null) return next;
    this.#put(this.#raw[at] ?? '');
    return at + 1;
  }

  #readText(at: number): number {
    SPECIAL.lastIndex = at + 1;
    const end = SPECIAL.exec(this.#raw)?.index ?? this.#raw.length;
    this.#put(this.#raw.slice(at, end));
    return end;
  }

  #advance(ended: boolean): string {
    const from = this.#clean.length;
    this.#raw = this.#raw.slice(this.#read(ended));
    return this.#clean.slice(from);
  }
}

/** Returns the white space between two texts once the references between them are removed. */
function jointOf(before: string, after: string, next: string): string {
  if (after.includes('\n')) return after;
  if (before.includes('\n')) return before;
  if (CLOSING.includes(next.charAt(0))) return '';
  return before === '' ? after : before;
}
