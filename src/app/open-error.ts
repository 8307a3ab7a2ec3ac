import { hasTrait } from '../core/errors';
import { explain } from './words';

/** Why a collection could not be opened, as far as a person has to decide something about it. */
export interface Unopened {
  /** What happened, what was kept and what to do. */
  readonly words: string;
  /** Whether its files are gone or not as they were written, so that trying again cannot help. */
  readonly damaged: boolean;
  /** Whether it is in the list of the collections; null where this is not known. */
  readonly listed: boolean | null;
}

export function unopened(error: unknown, listed: boolean | null): Unopened {
  const { what, kept, next } = explain('Opening the collection', error);
  const damaged = hasTrait(error, 'damage');
  // What tells of damage says itself what is left.
  return { words: damaged ? what : `${what} ${kept} ${next}`.trim(), damaged, listed };
}
