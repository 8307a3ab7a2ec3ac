import type { WaitingQuestion } from '../core/ports/conversations';

/** What stands in the box, and whether that is a question that was asked and came back since nothing came of it. */
export class QuestionBox {
  #words = $state('');
  #returned: WaitingQuestion | null = null;
  readonly #onLetGo: (asked: WaitingQuestion) => void;

  /** `onLetGo` is told of a question that came back when the person changes it. */
  constructor(onLetGo: (asked: WaitingQuestion) => void) {
    this.#onLetGo = onLetGo;
  }

  get words(): string {
    return this.#words;
  }

  set words(words: string) {
    this.#words = words;
    const returned = this.#returned;
    if (!returned || words.trim() === returned.question) return;
    this.#returned = null;
    this.#onLetGo(returned);
  }

  /** The question that came back, for as long as it stands there as it was asked; null else. */
  get returned(): WaitingQuestion | null {
    return this.#returned;
  }

  /** Empties it to ask what stands there. */
  empty(): void {
    this.#words = '';
    this.#returned = null;
  }

  /** Takes a question back; false where other words stand there. */
  takeBack(asked: WaitingQuestion): boolean {
    this.#words ||= asked.question;
    const isTaken = this.#words === asked.question;
    if (isTaken) this.#returned = asked;
    return isTaken;
  }

  /** What stands there are words like any others from now on. */
  disown(): void {
    this.#returned = null;
  }
}
