import type { Answer } from '../search/answer/answer';
import type { CitationTarget, Passage } from '../search/evidence/evidence';
import type { Place } from '../tables/documents';

/** An entry of the notebook: what a person pinned, and what they wrote beside it. */
export interface Note {
  readonly id: string;
  /** Orders the notes, the smallest first. */
  readonly place: number;
  /** ISO 8601, as is `changed`. */
  readonly created: string;
  readonly changed: string;
  /** Markdown. */
  readonly text: string;
  readonly tags: readonly string[];
  /** Null for a note of a person's words alone. */
  readonly pin: Pin | null;
}

/**
 * Subject of a note, as a value: it stays as it was when its source changes, and loses the words of documents that are
 * deleted.
 */
export type Pin = QuotePin | AnswerPin | ThingPin | MapPin;

/** Words of a document. */
export interface QuotePin {
  readonly kind: 'quote';
  readonly documentId: string;
  /** Path under which the document was added, by which a replacement of it is known. */
  readonly sourcePath: string;
  readonly documentTitle: string;
  /** UTF-16 offsets in the text of the document as it was then. */
  readonly start: number;
  readonly end: number;
  /** Empty once the document has been deleted. */
  readonly quote: string;
  readonly page: Place | null;
  /** Headings above it, highest first. */
  readonly headingPath: readonly string[];
}

/** A question with its answer. */
export interface AnswerPin {
  readonly kind: 'answer';
  readonly turn: string;
  readonly question: string;
  /** Without what it was made from, of which only the documents are kept. */
  readonly answer: Answer;
}

/** An entity, a relationship or a community. */
export interface ThingPin {
  readonly kind: 'thing';
  readonly target: Exclude<CitationTarget, { readonly kind: 'passage' }>;
  /** Empty once it is not known to stand in documents that are still here. */
  readonly title: string;
  readonly type: string;
  readonly text: string;
  /** Author of the text. */
  readonly method: string;
  readonly passages: readonly Passage[];
}

/** A view of the map. */
export interface MapPin {
  readonly kind: 'map';
  /** The parameters of the address that leads to it. */
  readonly address: string;
  /** The opened community; empty for the whole. */
  readonly title: string;
  /** Names that are written on the picture. */
  readonly names: readonly string[];
  /** Size of the picture in pixels; null where there is none any more. */
  readonly picture: { readonly width: number; readonly height: number } | null;
}
