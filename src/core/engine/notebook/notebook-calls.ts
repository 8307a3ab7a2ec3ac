import { StorageError } from '../../errors';
import { message } from '../../message';
import { citedDocuments, type CitedDocument } from '../../notebook/cited-documents';
import { forgetNote } from '../../notebook/forget-note';
import type { Note, Pin } from '../../notebook/note';
import { lastPlace, placesAfterMove } from '../../notebook/note-order';
import { noteOf, rowOfNote } from '../../notebook/note-rows';
import { findQuote, type QuotePlace } from '../../notebook/quote-place';
import type { TableChange } from '../../ports/collections';
import type { NoteRow } from '../../tables/tables';
import { listed } from '../collections/projections/used-table';
import type { OpenCollection } from '../collections/open-collection';
import { beforeDeletion } from '../documents/forget-documents';
import type { Session } from '../session/session';
import { answerPin, checkPicture, quotePin, thingPin, type NewPin } from './make-pin';

/** The notebook of the open collection. What changes it is durable when its promise resolves. */
export interface NotebookCalls {
  /** In the order that the person gave them. */
  notes(): Promise<readonly NoteView[]>;
  /** The picture of a pinned view of the map, a PNG in base64; empty where there is none. */
  notePicture(id: string): Promise<string>;
  /** Adds a note at the end, about what is pinned or, for null, about nothing. Throws ParseError where that is not here any more. */
  addNote(pin: NewPin | null): Promise<NoteView>;
  /** Throws StorageError where the note has been deleted. */
  changeNote(id: string, change: NoteChange): Promise<NoteView>;
  /** Moves a note before another one, or to the end for null. */
  moveNote(id: string, before: string | null): Promise<readonly NoteView[]>;
  removeNote(id: string): Promise<void>;
  /** Brings back a note that was removed since the collection was opened, in its place. */
  restoreNote(id: string): Promise<void>;
  /** Counts the notes that would lose words if a document were deleted. */
  notesAbout(documentId: string): Promise<number>;
  /** Describes the documents that these notes cite, in the order of their citations. */
  citedDocuments(noteIds: readonly string[]): Promise<readonly CitedDocument[]>;
  /** A Word file (.docx) of Markdown with footnotes; pictures are PNGs in data addresses. */
  wordFile(markdown: string): Promise<Blob>;
}

/** Change of a note by a person. */
interface NoteChange {
  readonly text?: string;
  readonly tags?: readonly string[];
}

/** A note as it is shown. */
export interface NoteView extends Note {
  /** Current place of its quote; null without one. */
  readonly quotePlace: QuotePlace | null;
}

/**
 * Checks for a pin that shows words of the graph, which may still be those of a document that has just been deleted.
 */
const isDerivedView = (given: NewPin | null): boolean => given?.kind === 'thing' || given?.kind === 'map';

const notUpToDate = (): StorageError =>
  new StorageError(
    message`The index is being brought up to date. Nothing was pinned. Pin this again once it is Ready.`,
    {
      traits: ['says what was kept', 'worth another try'],
    },
  );

/** The notebook of the session's open collection. */
export function notebookCalls(session: Session): NotebookCalls {
  const { env } = session;
  const now = (): string => new Date(env.clock.now()).toISOString();
  const viewsOf = async (open: OpenCollection): Promise<readonly NoteView[]> =>
    (await rowsOf(open)).map((row) => viewOf(open, noteOf(row)));
  return {
    notes: async () => viewsOf(session.current()),
    notePicture: async (id) => (await rowsOf(session.current())).find((row) => row.id === id)?.picture ?? '',
    addNote: async (given) => {
      const open = given?.kind === 'thing' ? await session.whole() : session.current();
      // No words may be pinned while they are taken out of conversations.
      return session.conversations.run(() =>
        changeNotes(open, async (rows) => {
          if (isDerivedView(given) && !open.store.state.derived) throw notUpToDate();
          const note: Note = {
            ...{ id: env.newId(), place: lastPlace(rows), created: now(), changed: now() },
            ...{ text: '', tags: [] },
            pin: given && (await makePin(session, open, given)),
          };
          const row = rowOfNote(note, given?.kind === 'map' ? checkPicture(given.picture.base64) : '');
          return { change: patchOf([row]), result: viewOf(open, note) };
        }),
      );
    },
    changeNote: (id, change) => {
      const open = session.current();
      return changeNotes(open, (rows) => {
        const row = { ...find(rows, id), ...change, changed: now() };
        return { change: patchOf([row]), result: viewOf(open, noteOf(row)) };
      });
    },
    moveNote: async (id, before) => {
      const open = session.current();
      await changeNotes(open, (rows) => {
        const places = placesAfterMove(rows, id, before);
        const moved = rows.flatMap((row) => {
          const place = places.get(row.id);
          return place === undefined ? [] : [{ ...row, place }];
        });
        return { change: patchOf(moved), result: undefined };
      });
      return viewsOf(open);
    },
    removeNote: (id) => {
      const { notes } = session.current();
      return changeNotes(session.current(), (rows) => {
        notes.removed.set(id, find(rows, id));
        // The whole table is written anew, so that the words leave the disk.
        return { change: { replace: { notes: rows.filter((row) => row.id !== id) } }, result: undefined };
      });
    },
    restoreNote: (id) => {
      const { notes } = session.current();
      return changeNotes(session.current(), (rows) => {
        const row = notes.removed.get(id);
        if (!row) throw goneNote(id);
        const isBack = rows.some((one) => one.id === id);
        return { change: isBack ? {} : patchOf([row]), result: undefined };
      });
    },
    notesAbout: async (documentId) => {
      const open = session.current();
      const rows = await rowsOf(open);
      if (rows.length === 0) return 0;
      await open.store.whole;
      const gone = beforeDeletion(open, new Set([documentId]));
      return rows.map(noteOf).filter((note) => forgetNote(note, gone) !== note).length;
    },
    citedDocuments: async (ids) => {
      const open = session.current();
      const wanted = new Set(ids);
      const rows = (await rowsOf(open)).filter(({ id }) => wanted.has(id));
      return citedDocuments(rows.map(noteOf), open.tables.documents);
    },
    wordFile: (markdown) => env.word.write(markdown),
  };
}

const rowsOf = (open: OpenCollection): Promise<readonly NoteRow[]> => listed(open, open.notes);

const viewOf = ({ tables }: OpenCollection, note: Note): NoteView => ({
  ...note,
  quotePlace: note.pin?.kind === 'quote' ? findQuote(note.pin, tables.documents) : null,
});

interface NotesChange<T> {
  readonly change: TableChange;
  readonly result: T;
}

/** Makes a change of the notes and commits it; one at a time. */
function changeNotes<T>(
  open: OpenCollection,
  build: (rows: readonly NoteRow[]) => NotesChange<T> | Promise<NotesChange<T>>,
): Promise<T> {
  return open.notes.turns.run(async () => {
    const { change, result } = await build(await rowsOf(open));
    if (change.patch ?? change.replace) await open.store.commit(() => change);
    return result;
  });
}

const patchOf = (rows: readonly NoteRow[]): TableChange =>
  rows.length === 0 ? {} : { patch: { notes: { rows, removed: [] } } };

function find(rows: readonly NoteRow[], id: string): NoteRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw goneNote(id);
  return row;
}

const goneNote = (id: string): StorageError =>
  new StorageError(message`This note has been deleted, perhaps in another tab. Copy your words into a new note.`, {
    detail: id,
  });

function makePin({ env }: Session, open: OpenCollection, given: NewPin): Pin | Promise<Pin> {
  switch (given.kind) {
    case 'quote':
      return quotePin(open.tables, given);
    case 'answer':
      return answerPin(env.conversations, open.record.id, given);
    case 'thing':
      return thingPin(open.index, given);
    case 'map': {
      const { width, height } = given.picture;
      return { ...given, picture: { width, height } };
    }
  }
}
