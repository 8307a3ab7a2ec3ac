import type { Answer } from '../core/search/events';
import { count, counted } from './numbers';

/** Heads an answer that was not found: never speaks of documents that were not asked or not read. `reading`: some still wait now. */
export function notFoundWords(
  scope: readonly string[],
  { unread = 0, reading = false, isFiltered = false } = {},
): string {
  if (isFiltered) return 'Nothing within these filters';
  if (scope.length === 0 && unread > 0) {
    const verb = unread === 1 ? (reading ? 'is' : 'was') : reading ? 'are' : 'were';
    return `Not in what ${reading ? 'has been' : 'had been'} read so far; ${counted(unread, 'document')} ${verb} still being read`;
  }
  if (scope.length === 0) return 'Not in your documents';
  return `Not in the ${counted(scope.length, 'chosen document')}`;
}

/** That an answer was made from a part of the documents, since others were still being read; empty where all could be asked. */
export const unreadWords = (answer: HowRead): string => saidOf('Asked', answer, '.');

/** The same as one note among others. */
export const unreadNote = (answer: HowRead): string => saidOf('asked', answer);

type HowRead = Pick<Answer, 'unread' | 'among'>;

function saidOf(asked: string, { unread = 0, among }: HowRead, stop = ''): string {
  if (unread === 0 || among === undefined) return '';
  return `${asked} while ${count(unread)} of ${counted(among, 'document')} ${unread === 1 ? 'was' : 'were'} still being read${stop}`;
}

const NAMED = 3;

/** The titles of the chosen documents in one line; those that were deleted since are counted. */
export function scopeWords(scope: readonly string[], titles: ReadonlyMap<string, string>): string {
  const known = scope.flatMap((id) => titles.get(id) ?? []);
  const gone = scope.length - known.length;
  const more = known.length - NAMED;
  return [
    ...known.slice(0, NAMED),
    ...(more > 0 ? [`${counted(more, 'more document')}`] : []),
    ...(gone > 0 ? [`${counted(gone, 'document')} no longer here`] : []),
  ].join(' · ');
}
