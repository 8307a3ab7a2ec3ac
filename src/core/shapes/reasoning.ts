import { message } from '../message';
import { Enclosure } from './enclosure';
import { ANSWER_HEADS, REASONING, TURN_ENDS, type Mark, type TurnEnd } from './reply-marks';

/** Reason for discarding text that was shown. */
export const WAS_THOUGHT = message`What came so far was a thought.`;

/** Result of one piece of a reply. */
export interface FilteredPiece {
  /** To show. */
  readonly text: string;
  /** Reasoning, without its marks. It holds the text that was shown where that was reasoning, too. */
  readonly thought: string;
  /** Set where all text before this piece was reasoning, too: only its end was marked. */
  readonly isRestart?: true;
}

/** Takes reasoning and the marks of templates out of a reply that comes piece by piece. */
export interface ThoughtFilter {
  take(piece: string): FilteredPiece;
  /** Returns the pending text that might have become a mark, once no more comes. */
  end(): FilteredPiece;
}

/**
 * A filter for one reply. Reasoning is at the beginning of a reply; a mark further on, or one in a quotation, is text.
 */
export const reasoningFilter = (): ThoughtFilter => new ReplyReader();

/** A whole reply without its reasoning and without the marks of templates. Reasoning that never ends leaves no text. */
export function stripReasoning(reply: string): { readonly text: string; readonly thought: string } {
  const filter = reasoningFilter();
  const first = filter.take(reply);
  const last = filter.end();
  return {
    text: (last.isRestart ? '' : first.text) + last.text,
    thought: first.thought + last.thought,
  };
}

/** A mark in a text, from `start` up to `end`. */
interface Found<T> {
  readonly what: T;
  readonly start: number;
  readonly end: number;
}

/** An end of reasoning whose beginning was not seen, or of the answer. */
interface TextEnd extends TurnEnd {
  readonly isThought: boolean;
}

const OPENS = REASONING.flatMap(({ opens, closes, needsEnd }) => (opens ? [{ opens, closes, needsEnd }] : []));
const BEGINNINGS: readonly Mark[] = [...OPENS.map(({ opens }) => opens), ...ANSWER_HEADS.map(({ head }) => head)];
const THOUGHT_ENDS = REASONING.flatMap(({ opens, closes, closesAlone }): TextEnd[] =>
  closesAlone ? [{ mark: closes, isThought: true, ...(opens && { unless: opens.begins }) }] : [],
);
const ANSWER_ENDS = TURN_ENDS.map((end): TextEnd => ({ ...end, isThought: false }));

/** Sign before a mark that shows a quotation of it: an opening quotation mark or bracket, or a sign of markup. */
const QUOTED = /(?:(?:^|[\s\p{Ps}])["'`]|[\p{Ps}\p{Pi}<|])$/u;
const SPACE = /[^\S\n]$/u;
const LAST = /^[^\S\n]*$/u;

/** Checks if a mark ends a thought, by the text around it: at the end of a line, or outside of a quotation. */
const endsThought = (before: string, after: string): boolean =>
  /^[^\S\n]*\n/u.test(after) || !(QUOTED.test(before) || SPACE.test(before) || before.endsWith('>'));

/** Text that may follow the end of a turn: nothing, a line, another mark, or the name of the next speaker. */
const TURN_FOLLOWS = /^[^\S\n]*(?:\n|$|<)|^(?:user|assistant|system|model)\b/u;

/** Checks if a mark ends a turn, by the text around it. */
const endsTurn = (before: string, after: string): boolean =>
  !QUOTED.test(before) && TURN_FOLLOWS.test(after) && (!SPACE.test(before) || after.trim() === '');

/** Length of the text in front of a mark that decides on its meaning. */
const LOOK_BEHIND = 3;

type ReadingState = 'begin' | 'thought' | 'text' | 'ended';

class ReplyReader implements ThoughtFilter {
  #state: ReadingState = 'begin';
  #pending = '';
  /** The text that was given out. */
  #given = '';
  #closes: Mark | undefined;
  /** The beginning of reasoning that needs its end, and the text after it. */
  #opened = '';
  #held = '';
  /** Characters that may end the text. */
  #ends: readonly TextEnd[] = [...THOUGHT_ENDS, ...ANSWER_ENDS];
  #hasMarks = false;
  /** The last characters of it, and what it leaves open. */
  #near = '';
  #enclosure = new Enclosure();

  take(piece: string): FilteredPiece {
    this.#pending += piece;
    return this.#read(false);
  }

  end(): FilteredPiece {
    return this.#read(true);
  }

  #read(isEnd: boolean): FilteredPiece {
    let [text, thought] = ['', ''];
    let isRestart = false;
    const wasShown = this.#given !== '';
    let state: ReadingState | null = null;
    while (state !== this.#state) {
      state = this.#state;
      if (state === 'begin') this.#begin(isEnd);
      else if (state === 'thought') thought += this.#think(isEnd);
      else if (state === 'text') {
        const read = this.#write(isEnd);
        if (read.isThought) {
          isRestart ||= wasShown;
          thought += this.#given;
          [this.#given, this.#near] = ['', ''];
          this.#enclosure = new Enclosure();
        } else text += read.text;
      } else this.#pending = '';
    }
    return { text, thought, ...(isRestart && { isRestart }) };
  }

  /** Takes heads and the beginning of reasoning off; continues to the text where there are no more. */
  #begin(isEnd: boolean): void {
    for (;;) {
      const begun = this.#pending.trimStart();
      const opened = OPENS.find(({ opens }) => lengthAt(opens, begun, 0) > 0);
      if (opened) {
        this.#noteMarks();
        this.#closes = opened.closes;
        const length = lengthAt(opened.opens, begun, 0);
        this.#opened = opened.needsEnd ? begun.slice(0, length) : '';
        this.#pending = begun.slice(length);
        this.#state = 'thought';
        return;
      }
      const answer = ANSWER_HEADS.find(({ head }) => lengthAt(head, begun, 0) > 0);
      if (!answer) {
        if (!isEnd && (begun === '' || BEGINNINGS.some((mark) => mayBecome(mark, begun)))) return;
        if (this.#hasMarks) this.#pending = begun;
        this.#state = 'text';
        return;
      }
      if (answer.closes) this.#ends = [...this.#ends, { mark: answer.closes, isThought: false }];
      if (answer.head.begins === '<|channel|>') this.#noteMarks();
      this.#hasMarks = true;
      this.#pending = begun.slice(lengthAt(answer.head, begun, 0));
    }
  }

  /** After reasoning or in the final channel, the end of a thought is text. */
  #noteMarks(): void {
    this.#hasMarks = true;
    this.#ends = this.#ends.filter(({ isThought }) => !isThought);
  }

  #think(isEnd: boolean): string {
    const closes = this.#closes ? [{ mark: this.#closes }] : [];
    const found = firstOf(closes, this.#pending);
    const thought = this.#cut(
      found?.start ?? this.#pending.length - (isEnd ? 0 : openLength(closes, this.#pending)),
      found?.end,
    );
    if (found) this.#state = 'begin';
    return this.#opened === '' ? thought : this.#hold(thought, isEnd);
  }

  /** Keeps reasoning that needs its end until that comes; without it, it was text. */
  #hold(thought: string, isEnd: boolean): string {
    this.#held += thought;
    if (this.#state === 'thought' && !isEnd) return '';
    const all = this.#held;
    this.#held = '';
    if (this.#state === 'begin') return all;
    this.#pending = this.#opened + all;
    this.#state = 'text';
    return '';
  }

  #write(isEnd: boolean): { readonly text: string; readonly isThought: boolean } {
    for (let text = ''; ;) {
      const found = firstOf(this.#ends, this.#pending);
      if (!found) {
        const open = isEnd ? 0 : openLength(this.#ends, this.#pending);
        return { text: text + this.#give(this.#pending.length - open), isThought: false };
      }
      const { what, start, end } = found;
      text += this.#give(start);
      const mark = { ...found, start: 0, end: end - start };
      if (!isEnd && this.#isOpen(mark)) return { text, isThought: false };
      if (this.#isEnd(mark)) {
        this.#cut(0, mark.end);
        if (what.isThought) this.#noteMarks();
        this.#state = what.isThought ? 'begin' : 'ended';
        return { text, isThought: what.isThought };
      }
      text += this.#give(mark.end);
    }
  }

  /** Checks if more text must come to decide on the mark in front of the pending text. */
  #isOpen({ end }: Found<TextEnd>): boolean {
    return LAST.test(this.#pending.slice(end)) || this.#ends.some(({ mark }) => mayBecome(mark, this.#pending));
  }

  /**
   * Checks if the mark in front of the pending text is meant as one. Within JSON or code only the last of a reply ends
   * a turn.
   */
  #isEnd({ what, end }: Found<TextEnd>): boolean {
    const after = this.#pending.slice(end);
    const { isJson, isCode } = this.#enclosure;
    const isEnd = what.isThought
      ? !isJson && endsThought(this.#near, after)
      : (LAST.test(after) || !(isJson || isCode)) && endsTurn(this.#near, after);
    if (!isEnd) return false;
    if (what.unless === undefined || !this.#given.toLowerCase().includes(what.unless)) return true;
    this.#ends = this.#ends.filter((one) => one !== what);
    return false;
  }

  /** Releases the pending text up to `to`. */
  #give(to: number): string {
    const text = this.#cut(to);
    this.#given += text;
    this.#near = (this.#near + text).slice(-LOOK_BEHIND);
    this.#enclosure.take(text);
    return text;
  }

  /** Takes the pending text up to `to` and continues from `next`. */
  #cut(to: number, next = to): string {
    const taken = this.#pending.slice(0, to);
    this.#pending = this.#pending.slice(next);
    return taken;
  }
}

/** Characters of a mark at a place; 0 where there is none. */
function lengthAt({ whole }: Mark, text: string, at: number): number {
  whole.lastIndex = at;
  return whole.test(text) ? whole.lastIndex - at : 0;
}

/** The first mark of these; of several at one place, the first of the list. */
function firstOf<T extends { readonly mark: Mark }>(marks: readonly T[], text: string): Found<T> | undefined {
  const signs = new Set(marks.map(({ mark }) => mark.begins.charAt(0)));
  for (let start = 0; start < text.length; start++) {
    if (!signs.has(text.charAt(start).toLowerCase())) continue;
    for (const what of marks) {
      const length = lengthAt(what.mark, text, start);
      if (length > 0) return { what, start, end: start + length };
    }
  }
  return undefined;
}

/** Checks if a text that is still too short begins like a mark. */
function mayBecome(mark: Mark, text: string): boolean {
  if (text.length >= mark.longest) return false;
  const begun = text.toLowerCase();
  return mark.begins.startsWith(begun) || (begun.startsWith(mark.begins) && lengthAt(mark, text, 0) === 0);
}

/** Characters at the end of a text that may still become one of these marks. */
function openLength(marks: readonly { readonly mark: Mark }[], text: string): number {
  const longest = Math.max(0, ...marks.map(({ mark }) => mark.longest));
  for (let start = Math.max(0, text.length - longest); start < text.length; start++) {
    const rest = text.slice(start);
    if (marks.some(({ mark }) => mayBecome(mark, rest))) return rest.length;
  }
  return 0;
}
