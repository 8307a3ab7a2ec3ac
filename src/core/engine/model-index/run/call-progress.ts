import type { QueueEvent } from '../../../models/queue/chat-queue';

/** What a run hears of its calls while no reply is there yet. */
interface CallProgress {
  /** What is waited for, in words; empty while replies come. */
  readonly words: string;
  /** Whether the run waits for its model, rather than a call for its reply. */
  readonly isWaiting: boolean;
  /** Whether nothing comes at the moment: how long it will take is not known. */
  readonly isSilent: boolean;
  /** Takes what happens before a reply; whether that is news to a person. */
  take(event: QueueEvent): boolean;
  /** The run waits for its model, for the reason given. */
  wait(reason: string): void;
  /** The run no longer waits: it begins a step. */
  resume(): void;
  /** Something is done. */
  done(): void;
}

export function createCallProgress(): CallProgress {
  let words = '';
  let waiting = false;
  let silent = false;
  /** Some call wrote since the last sign that another one was silent: of several at a time only some may be. */
  let isWriting = false;
  /** Asked again after a refusal it has said nothing yet; only what it writes tells that it goes on. */
  const isSilent = (event: QueueEvent): boolean => {
    if (event.kind === 'delta') return false;
    return silent || event.kind === 'restart' || (isQuiet(event) && !isWriting);
  };
  return {
    get words() {
      return words;
    },
    get isWaiting() {
      return waiting;
    },
    get isSilent() {
      return waiting || silent;
    },
    take: (event) => {
      const next = wordsOf(event);
      const before = silent;
      silent = isSilent(event);
      isWriting = event.kind === 'delta' || (isWriting && !isQuiet(event));
      if (next === undefined || (next === words && silent === before)) return false;
      words = next;
      waiting = false;
      return true;
    },
    wait: (reason) => {
      words = reason;
      waiting = silent = true;
    },
    resume: () => void (waiting = false),
    done: () => {
      words = '';
      waiting = silent = false;
    },
  };
}

const isQuiet = (event: QueueEvent): boolean => event.kind === 'working' && event.silent === true;

/** Undefined for what is no news to a person. */
function wordsOf(event: QueueEvent): string | undefined {
  switch (event.kind) {
    case 'loading':
      return event.progress.words;
    case 'waiting':
      return 'Waiting: a question goes first.';
    case 'working':
      return event.words;
    case 'restart':
      return event.reason;
    case 'delta':
      return '';
    default:
      return undefined;
  }
}
