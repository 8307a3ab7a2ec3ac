import { hasTrait, reasonOf } from '../../core/errors';
import { language } from './language.svelte';
import { messageText } from './messages';

/** An error in words for a person: what happened, what was kept, what to do. */
export interface Explained {
  readonly what: string;
  readonly kept: string;
  readonly next: string;
}

/** The end of a sentence, with what closes behind it. */
const ENDED = /[.!?。！？][\p{Pe}\p{Pf}"']*$/u;

const sentence = (text: string): string => (ENDED.test(text) ? text : text + language.words.shared.errors.stop);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** True for the signal of a person who pressed Stop or Pause. */
export function isAbort(error: unknown): boolean {
  return nameOf(error) === 'AbortError';
}

export function explain(doing: string, error: unknown): Explained {
  const message = messageText(reasonOf(error)) || nameOf(error);
  const isComplete = hasTrait(error, 'says what was kept');
  const words = language.words.shared.errors;
  const what = sentence(words.failed(doing, message));
  switch (nameOf(error)) {
    // These say themselves what to do, since only their origin knows the remedy.
    case 'StorageError':
      return { what, kept: isComplete ? '' : words.saved, next: '' };
    case 'ParseError':
      return { what, kept: isComplete ? '' : words.unchanged, next: '' };
    default:
      return { what, kept: words.kept, next: words.next };
  }
}
