import { message } from '../message';
import { ANSWER_HEADS, REASONING, TURN_ENDS, type Mark, type TurnEnd } from './reply-marks';

/** Why text that was shown is taken back. */
export const WAS_THOUGHT = message`What came so far was a thought.`;

/** What a piece of a reply brought. */
export interface FilteredPiece {
  /** To show. */
  readonly text: string;
  /** Reasoning, without its marks. */
  readonly thought: string;
  /** Set where all text before this piece was reasoning, too: only its end was marked. */
  readonly isRestart?: true;
}

/** Takes reasoning and the marks of templates out of a reply that comes piece by piece. */
export interface ThoughtFilter {
  take(piece: string): FilteredPiece;
  /** What was held back because it might have become a mark, once no more comes. */
  end(): FilteredPiece;
}

/** A filter for one reply. Reasoning stands at the beginning of a reply; a mark further on, or one that is spoken of, is text. */
export const reasoningFilter = (): ThoughtFilter => new ReplyReader();

/** A whole reply without its reasoning and without the marks of templates. Reasoning that never ends leaves no text. */
export function stripReasoning(reply: string): { readonly text: string; readonly thought: string } {
  const filter = reasoningFilter();
  const first = filter.take(reply);
  const last = filter.end();
  return {
    text: (last.isRestart ? '' : first.text) + last.text,
    thought: first.thought + (last.isRestart ? first.text : '') + last.thought,
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

const OPENS = REASONING.flatMap(({ opens, closes }) => (opens ? [{ opens, closes }] : []));
const BEGINNINGS: readonly Mark[] = [...OPENS.map(({ opens }) => opens), ...ANSWER_HEADS.map(({ head }) => head)];
const THOUGHT_ENDS = REASONING.flatMap(({ opens, closes, closesAlone }): TextEnd[] =>
  closesAlone ? [{ mark: closes, isThought: true, ...(opens && { unless: opens.begins }) }] : [],
);
const ANSWER_ENDS = TURN_ENDS.map((end): TextEnd => ({ ...end, isThought: false }));

/** What in front of a mark shows that it is spoken of: an opening quotation mark or bracket, or a sign of markup. */
const QUOTED = /(?:(?:^|[\s\p{Ps}])["'`]|[\p{Ps}\p{Pi}<|])$/u;
const SPACE = /[^\S\n]$/u;

/** Whether a mark ends a thought, by the text around it: at the end of a line, or where it is not spoken of. */
const endsThought = (before: string, after: string): boolean =>
  /^[^\S\n]*\n/u.test(after) || !(QUOTED.test(before) || SPACE.test(before) || before.endsWith('>'));

/** What may follow the end of a turn: nothing, a line, another mark, or the name of the next speaker. */
const TURN_FOLLOWS = /^[^\S\n]*(?:\n|$|<)|^(?:user|assistant|system|model)\b/u;

/** Whether a mark ends a turn, by the text around it. */
const endsTurn = (before: string, after: string): boolean =>
  !QUOTED.test(before) && TURN_FOLLOWS.test(after) && (!SPACE.test(before) || after.trim() === '');

/** Text in front of a mark that tells how it is meant. */
const LOOK_BEHIND = 3;
/** Ends of reasoning that are looked at in a reply which is JSON: it is parsed for each. */
const MOST_TRIES = 8;

type ReadingState = 'begin' | 'thought' | 'text' | 'ended';

class ReplyReader implements ThoughtFilter {
  #state: ReadingState = 'begin';
  #pending = '';
  /** The text that was given out. */
  #given = '';
  #closes: Mark | undefined;
  /** What may end the text. */
  #ends: readonly TextEnd[] = [...THOUGHT_ENDS, ...ANSWER_ENDS];
  #hasMarks = false;
  #tries = 0;

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
    let state: ReadingState | null = null;
    while (state !== this.#state) {
      state = this.#state;
      if (state === 'begin') this.#begin(isEnd);
      else if (state === 'thought') thought += this.#think(isEnd);
      else if (state === 'text') {
        const read = this.#write(isEnd);
        if (read.isThought) {
          isRestart ||= this.#given !== '';
          thought += this.#given + read.text;
          this.#given = '';
        } else {
          text += read.text;
          this.#given += read.text;
        }
      } else this.#pending = '';
    }
    return { text, thought, ...(isRestart && { isRestart }) };
  }

  /** Takes heads and the beginning of reasoning off; goes on to the text where there are no more. */
  #begin(isEnd: boolean): void {
    for (;;) {
      const begun = this.#pending.trimStart();
      const opened = OPENS.find(({ opens }) => lengthAt(opens, begun, 0) > 0);
      if (opened) {
        this.#noteMarks();
        this.#closes = opened.closes;
        this.#pending = begun.slice(lengthAt(opened.opens, begun, 0));
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
    const found = firstOf(closes, this.#pending, 0);
    if (found) this.#state = 'begin';
    return this.#cut(
      found?.start ?? this.#pending.length - (isEnd ? 0 : openLength(closes, this.#pending)),
      found?.end,
    );
  }

  #write(isEnd: boolean): { readonly text: string; readonly isThought: boolean } {
    for (let from = 0; ;) {
      const found = firstOf(this.#ends, this.#pending, from);
      if (!found) break;
      const { what, start, end } = found;
      if (!isEnd && this.#isOpen(found)) return { text: this.#cut(start), isThought: false };
      if (this.#isEnd(found)) {
        if (what.isThought) this.#noteMarks();
        this.#state = what.isThought ? 'begin' : 'ended';
        return { text: this.#cut(start, end), isThought: what.isThought };
      }
      from = end;
    }
    const open = isEnd ? 0 : openLength(this.#ends, this.#pending);
    return { text: this.#cut(this.#pending.length - open), isThought: false };
  }

  /** Whether more must come to tell how a mark in the pending text is meant. */
  #isOpen({ start, end }: Found<TextEnd>): boolean {
    const rest = this.#pending.slice(start);
    return /^[^\S\n]*$/u.test(this.#pending.slice(end)) || this.#ends.some(({ mark }) => mayBecome(mark, rest));
  }

  /** Whether a mark in the pending text is meant as one. */
  #isEnd({ what, start, end }: Found<TextEnd>): boolean {
    const near = this.#pending.slice(Math.max(0, start - LOOK_BEHIND), start);
    const before = (this.#given.slice(-LOOK_BEHIND) + near).slice(-LOOK_BEHIND);
    const after = this.#pending.slice(end);
    if (!(what.isThought ? endsThought(before, after) : endsTurn(before, after))) return false;
    const whole = this.#given + this.#pending.slice(0, start);
    if (what.unless !== undefined && whole.toLowerCase().includes(what.unless)) {
      this.#ends = this.#ends.filter((one) => one !== what);
      return false;
    }
    return !what.isThought || !this.#isInJson(whole);
  }

  /** Whether a place is inside of a reply in JSON, so that a mark is part of its texts. */
  #isInJson(before: string): boolean {
    if (!/^\s*[[{]/u.test(before)) return false;
    if (++this.#tries > MOST_TRIES) return true;
    try {
      JSON.parse(before);
      return false;
    } catch {
      return true;
    }
  }

  /** Takes the pending text up to `to` and goes on from `next`. */
  #cut(to: number, next = to): string {
    const taken = this.#pending.slice(0, to);
    this.#pending = this.#pending.slice(next);
    return taken;
  }
}

/** Characters of a mark that stands at a place; 0 where it does not. */
function lengthAt({ whole }: Mark, text: string, at: number): number {
  whole.lastIndex = at;
  return whole.test(text) ? whole.lastIndex - at : 0;
}

/** The first mark of these from a place on; of several at one place, the first of the list. */
function firstOf<T extends { readonly mark: Mark }>(
  marks: readonly T[],
  text: string,
  from: number,
): Found<T> | undefined {
  const signs = new Set(marks.map(({ mark }) => mark.begins.charAt(0)));
  for (let start = from; start < text.length; start++) {
    if (!signs.has(text.charAt(start).toLowerCase())) continue;
    for (const what of marks) {
      const length = lengthAt(what.mark, text, start);
      if (length > 0) return { what, start, end: start + length };
    }
  }
  return undefined;
}

/** Whether a text that is too short to tell begins like a mark. */
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
