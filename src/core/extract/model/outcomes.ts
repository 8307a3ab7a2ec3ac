import type { Rejection } from './reading';

/** What became of one record of a reply: a value, or why it was not taken over. */
export type Outcome<T extends object> = T | Rejection;

export const isTaken = <T extends object>(outcome: Outcome<T>): outcome is T => typeof outcome !== 'string';
export const isRejected = <T extends object>(outcome: Outcome<T>): outcome is Rejection => typeof outcome === 'string';
