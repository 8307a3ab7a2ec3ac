import { NOT_FOUND } from '../../prompts/answers';
import type { AnswerText } from '../answer/answer-stream';
import { hasWords } from '../request/question-words';

const ONLY = new RegExp(`^[\\s\\p{P}]*${NOT_FOUND}[\\s\\p{P}]*$`, 'iu');
const IN_FRONT = new RegExp(`^[\\s\\p{P}]*${NOT_FOUND}[.!:\\s\\p{P}]*`, 'iu');

/** Words of an answer on their way to the page, without those for "not found" in front. */
interface ShownWords {
  /** Forwards text that surely belongs to the answer; at its end all. */
  add(text: string, isEnd: boolean): void;
  /** UTF-16 code units that were handed on. */
  readonly length: number;
  /** True if the words for "not found" were in front. */
  readonly notFound: boolean;
}

/**
 * Passes words of an answer on to `tell`. It keeps back a possible beginning of the words for "not found", and signs in
 * front of the first word: signs alone are no answer.
 */
export function shownWords(tell: (text: string) => void): ShownWords {
  let pending = '';
  let passed = 0;
  let notFound = false;
  return {
    add(text, isEnd) {
      pending += text;
      if (!isEnd && isBeginning(pending)) return;
      if (IN_FRONT.test(pending) && passed === 0) {
        notFound = true;
        pending = pending.replace(IN_FRONT, '');
      }
      if (pending === '' || (passed === 0 && !hasWords(pending))) return;
      tell(pending);
      passed += pending.length;
      pending = '';
    },
    get length() {
      return passed;
    },
    get notFound() {
      return notFound;
    },
  };
}

/** Checks if the words for "not found" may still be coming. */
function isBeginning(text: string): boolean {
  const begun = text.replace(/^[\s\p{P}]+/u, '').toUpperCase();
  return NOT_FOUND.startsWith(begun) || ONLY.test(text);
}

/** The answer without the words for "not found" in front; the text behind them moves up. */
export function withoutMarker(answer: AnswerText): AnswerText {
  const marker = IN_FRONT.exec(answer.text)?.[0].length ?? 0;
  if (marker === 0) return answer;
  const moved = (at: number): number => Math.max(0, at - marker);
  return {
    text: answer.text.slice(marker),
    hints: answer.hints.map((hint) => ({ ...hint, at: moved(hint.at) })),
    general: answer.general.map(moved),
  };
}
