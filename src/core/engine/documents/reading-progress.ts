import { remembered } from '../../memo';
import type { PendingSource } from '../../ports/index-state';
import type { DocumentRow } from '../../tables/tables';
import type { CollectionStore } from '../collections/collection-store';
import { READING, type Amount, type RunContext, type StageProgress } from '../session/index-events';
import { taskOf } from './pending-queue';

/** A run that reads documents. */
export interface ReadingRun extends RunContext {
  readonly reading: ReadingProgress;
}

/** Progress of reading sources, by their bytes, and of long documents, by their characters. */
interface ReadingProgress {
  /** The part of a source that has been read, 0 to 1. */
  report(source: PendingSource, fraction: number): void;
  /** The part of sources that has been written, of those that are read. */
  keep(sources: readonly PendingSource[], part: number): void;
  /** A source that no longer waits. Of a long one only the text is kept; its documents are to be made from so many characters. */
  settle(source: PendingSource, toMake?: number): void;
  /** The part of all settled sources that can be asked. */
  search(part: number): void;
  /** The part of a document that has been made from its kept text, 0 to 1; with 1 it is done. */
  make(document: DocumentRow, fraction: number): void;
}

/** The parts of a source's time after which it is read, and after which it is kept. */
const READ = 0.65;
const KEPT = 0.85;

/** The part of reading after which the text is there. */
export const TEXT_SHARE = 0.2;
/** The part of a long source's time after which its text is kept. */
const TEXT = READ * TEXT_SHARE;

const NOTHING: Amount = { sources: 0, bytes: 0 };

/** Keeps running totals, so that a report costs the same however many sources wait. */
export function readingProgress(
  store: CollectionStore,
  progress: StageProgress,
  toCome: () => Amount = () => NOTHING,
): ReadingProgress {
  const parts = new Map<string, number>();
  let partly = 0;
  let read = 0;
  let settled = 0;
  /** Bytes that stand for what is settled and cannot be asked yet. */
  let unasked = 0;
  const waiting = remembered(sumOf);
  const waitingToBeMade = remembered((documents: readonly DocumentRow[]) =>
    remembered((ids: readonly string[]) => {
      const wanted = new Set(ids);
      // Only of these, since a text is read when it is asked for.
      const made = documents.filter(({ id }) => wanted.has(id));
      return (1 - TEXT) * made.reduce((sum, { text }) => sum + text.length, 0);
    }),
  );
  const setPart = (of: string, bytes: number): void => {
    partly += bytes - (parts.get(of) ?? 0);
    parts.set(of, bytes);
  };
  const tell = (asked = 0): void => {
    const { pending, reindex = NO_IDS } = store.state;
    const { sources, bytes } = toCome();
    const all = Math.max(
      1,
      read + unasked + waiting(pending) + waitingToBeMade(store.tables.documents)(reindex) + bytes,
    );
    const total = settled + pending.length + reindex.length + sources;
    progress(READING, settled, total, Math.min(1, (read + partly + asked) / all));
  };
  return {
    report: (source, fraction) => {
      setPart(taskOf(source), source.byte_size * READ * fraction);
      tell();
    },
    keep: (sources, part) => {
      for (const source of sources) setPart(taskOf(source), source.byte_size * (READ + (KEPT - READ) * part));
      tell();
    },
    settle: (source, toMake = 0) => {
      setPart(taskOf(source), 0);
      parts.delete(taskOf(source));
      if (toMake > 0) {
        read += toMake * TEXT;
        return;
      }
      read += source.byte_size * KEPT;
      unasked += source.byte_size * (1 - KEPT);
      settled++;
    },
    search: (part) => {
      tell(unasked * part);
      if (part < 1) return;
      read += unasked;
      unasked = 0;
    },
    make: (document, fraction) => {
      const bytes = document.text.length * (1 - TEXT);
      setPart(document.id, fraction < 1 ? bytes * fraction : 0);
      if (fraction < 1) return tell();
      parts.delete(document.id);
      read += bytes;
      settled++;
      tell();
    },
  };
}

const NO_IDS: readonly string[] = [];

const sumOf = (sources: readonly { readonly byte_size: number }[]): number =>
  sources.reduce((sum, { byte_size }) => sum + byte_size, 0);
