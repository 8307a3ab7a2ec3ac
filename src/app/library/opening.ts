import { hasTrait } from '../../core/errors';
import { explain } from '../words/errors';

const FLAG = 'burrow.visited';
/** The name of the storage adapter's database; other pages of this origin may have others. */
const DATABASE = 'burrow';

export function rememberVisit(): void {
  localStorage.setItem(FLAG, '1');
}

/** Whether a collection was open here before, as far as can be told at once. */
export function hasVisitFlag(): boolean {
  return localStorage.getItem(FLAG) !== null;
}

/** Whether a collection was open here before. The browser writes the flag seconds late, so after a crash only the database tells. */
export async function visitedBefore(): Promise<boolean> {
  if (hasVisitFlag()) return true;
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === DATABASE);
  } catch {
    return false; // this window keeps nothing, so it kept nothing
  }
}

/** Why a collection could not be opened, as far as a person has to decide something about it. */
export interface OpenError {
  /** What happened, what was kept and what to do. */
  readonly words: string;
  /** Whether its files are gone or not as they were written, so that trying again cannot help. */
  readonly damaged: boolean;
  /** Whether it is in the list of the collections; null where this is not known. */
  readonly listed: boolean | null;
}

export function openError(error: unknown, listed: boolean | null): OpenError {
  const { what, kept, next } = explain('Opening the collection', error);
  const damaged = hasTrait(error, 'damage');
  // What tells of damage says itself what is left.
  return { words: damaged ? what : `${what} ${kept} ${next}`.trim(), damaged, listed };
}
