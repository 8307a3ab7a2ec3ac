import type { PassagePlace } from '../evidence/evidence';

/** Where the words that somebody looks for stand in the texts. */
export interface TextFind {
  /** All places, also those that are not listed. */
  readonly total: number;
  /** Documents with the most places first. */
  readonly documents: readonly DocumentHits[];
  /** The words as they are offered where one of them stands nowhere; missing where all stand somewhere, or nothing is like them. */
  readonly suggestion?: string;
}

/** Places in one document. */
export interface DocumentHits {
  readonly documentId: string;
  readonly title: string;
  /** All places in it, also those that are not listed. */
  readonly count: number;
  /** In reading order. */
  readonly hits: readonly TextHit[];
}

/** One place; `start` and `end` are those of the words that were found. */
export interface TextHit extends PassagePlace {
  /** The line around it, cut at words. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}
