import type { PassagePlace } from '../search/evidence/evidence';

/** What a collection holds, at one glance. */
export interface CollectionOverview {
  /** In the order in which they were added. */
  readonly documents: readonly DocumentOverview[];
  /** Of documents that have pages. */
  readonly pages: number;
  readonly words: number;
  /** Most documents first. */
  readonly languages: readonly { readonly language: string; readonly documents: number }[];
  /** Earliest and latest year that the texts name often enough to mean it; null where none is. */
  readonly years: { readonly from: number; readonly to: number } | null;
  /** Most connected first; only where the type is sure. */
  readonly people: readonly NamedCount[];
  readonly places: readonly NamedCount[];
  readonly organisations: readonly NamedCount[];
  /** Groups of documents that say nearly the same. */
  readonly nearDuplicates: readonly (readonly { readonly documentId: string; readonly title: string }[])[];
  /** Documents whose text looks damaged, with the reason in words. */
  readonly damaged: readonly { readonly documentId: string; readonly title: string; readonly reason: string }[];
  /** Five specific questions at most, each of which finds something. */
  readonly questions: readonly string[];
}

/** An entity and the number of passages that mention it. */
export interface NamedCount {
  readonly id: string;
  readonly title: string;
  readonly passages: number;
}

/** A document in a few words. */
export interface DocumentOverview {
  readonly documentId: string;
  readonly title: string;
  readonly language: string;
  readonly words: number;
  /** 0 for documents without pages. */
  readonly pages: number;
  /** Its two best sentences, in reading order, with where they stand. */
  readonly sentences: readonly (PassagePlace & { readonly text: string })[];
}
