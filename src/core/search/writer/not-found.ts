import { NOT_FOUND } from '../../prompts/answers';
import type { AnswerText } from '../answer/answer-stream';
import { hasWords } from '../request/question-words';

const ONLY = new RegExp(`^[\\s\\p{P}]*${NOT_FOUND}[\\s\\p{P}]*$`, 'iu');
const IN_FRONT = new RegExp(`^[\\s\\p{P}]*${NOT_FOUND}[.!:\\s\\p{P}]*`, 'iu');

/** Words of an answer on their way to the page, without those for "not found" in front. */
export interface ShownWords {
  /** Hands on what is sure to be words of the answer; at its end all. */
  add(text: string, isEnd: boolean): void;
  /** UTF-16 code units that were handed on. */
  readonly told: number;
  /** Whether the words for "not found" stood in front. */
  readonly notFound: boolean;
}

/**
 * Hands words of an answer to `tell`, and keeps back what may yet turn out to be the words for "not found", and signs in front of the first
 * word: signs alone are no answer.
 */
export function shownWords(tell: (text: string) => void): ShownWords {
  let held = '';
  let told = 0;
  let notFound = false;
  return {
    add(text, isEnd) {
      held += text;
      if (!isEnd && isBeginning(held)) return;
      if (IN_FRONT.test(held) && told === 0) {
        notFound = true;
        held = held.replace(IN_FRONT, '');
      }
      if (held === '' || (told === 0 && !hasWords(held))) return;
      tell(held);
      told += held.length;
      held = '';
    },
    get told() {
      return told;
    },
    get notFound() {
      return notFound;
    },
  };
}

/** Whether the words for "not found" may still be coming. */
function isBeginning(text: string): boolean {
  const begun = text.replace(/^[\s\p{P}]+/u, '').toUpperCase();
  return NOT_FOUND.startsWith(begun) || ONLY.test(text);
}

/** The answer without the words for "not found" in front; what stood behind them moves up. */
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
