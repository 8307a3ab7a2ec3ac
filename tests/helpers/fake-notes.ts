import { ParseError } from '../../src/core/errors';
import { citedDocuments } from '../../src/core/notebook/cited-documents';
import type { Note, Pin } from '../../src/core/notebook/note';
import { lastPlace, placesAfterMove } from '../../src/core/notebook/note-order';
import { answerToPin } from '../../src/core/notebook/pin-answer';
import { findQuote } from '../../src/core/notebook/quote-place';
import { quotePin, type NewPin } from '../../src/core/engine/notebook/make-pin';
import type { NotebookCalls, NoteView } from '../../src/core/engine/notebook/notebook-calls';
import type { DocumentView } from '../../src/core/engine/documents/document-view';
import type { Turn } from '../../src/core/conversations/conversations';
import type { DocumentRow } from '../../src/core/tables/tables';
import { PAGES_ALONE } from '../../src/core/tables/documents';

/** Sources of notes. */
interface NoteSources {
  readonly documents: () => readonly DocumentView[];
  readonly turn: (id: string) => Promise<Turn | null>;
  readonly changed: () => void;
  readonly calls: string[];
}

/** A notebook in memory, over the documents of the fake engine. */
export function fakeNotes({ documents, turn, changed, calls }: NoteSources): NotebookCalls {
  let notes: readonly Note[] = [];
  const removed = new Map<string, Note>();
  const pictures = new Map<string, string>();
  const rows = (): readonly DocumentRow[] => documents().map(rowOf);
  const viewOf = (note: Note): NoteView => ({
    ...note,
    quotePlace: note.pin?.kind === 'quote' ? findQuote(note.pin, rows()) : null,
  });
  const set = (next: readonly Note[]): void => {
    notes = next.toSorted((a, b) => a.place - b.place);
    changed();
  };
  const pinOf = async (given: NewPin): Promise<Pin> => {
    if (given.kind === 'quote') return quotePin({ documents: rows() } as never, given);
    if (given.kind === 'map')
      return { ...given, picture: { width: given.picture.width, height: given.picture.height } };
    if (given.kind === 'thing') {
      const { target } = given;
      return {
        kind: 'thing',
        target,
        title: target.title,
        type: '',
        text: 'It kept the book.',
        method: 'no-model',
        passages: [],
      };
    }
    const found = await turn(given.turn);
    if (!found) throw new ParseError('This answer is not saved, so it cannot be pinned. Ask again.');
    return { kind: 'answer', turn: found.id, question: found.question, answer: answerToPin(found.answer) };
  };
  return {
    notes: async () => notes.map(viewOf),
    notePicture: async (id) => pictures.get(id) ?? '',
    addNote: async (given) => {
      calls.push(`addNote ${given?.kind ?? 'null'}`);
      const time = '2026-01-05T10:00:00Z';
      const id = `note-${String(notes.length + removed.size + 1)}`;
      const pin = given && (await pinOf(given));
      const note: Note = { id, place: lastPlace(notes), created: time, changed: time, text: '', tags: [], pin };
      if (given?.kind === 'map') pictures.set(id, given.picture.base64);
      set([...notes, note]);
      return viewOf(note);
    },
    changeNote: async (id, change) => {
      calls.push(`changeNote ${id} ${JSON.stringify(change)}`);
      set(notes.map((note) => (note.id === id ? { ...note, ...change } : note)));
      const note = notes.find((one) => one.id === id);
      if (!note) throw new ParseError('This note has been deleted.');
      return viewOf(note);
    },
    moveNote: async (id, before) => {
      const places = placesAfterMove(notes, id, before);
      set(notes.map((note) => ({ ...note, place: places.get(note.id) ?? note.place })));
      return notes.map(viewOf);
    },
    removeNote: async (id) => {
      const note = notes.find((one) => one.id === id);
      if (note) removed.set(id, note);
      set(notes.filter((one) => one.id !== id));
    },
    restoreNote: async (id) => {
      const note = removed.get(id);
      if (note) set([...notes, note]);
    },
    notesAbout: async (id) => notes.filter(({ pin }) => pin?.kind === 'quote' && pin.documentId === id).length,
    citedDocuments: async (ids) =>
      citedDocuments(
        notes.filter(({ id }) => ids.includes(id)),
        rows(),
      ),
    wordFile: async (markdown) => new Blob([markdown]),
  };
}

function rowOf({ id, title, path, text, page_starts, headings, media_type, language }: DocumentView): DocumentRow {
  return {
    ...{ id, title, text, media_type, language, source_path: path, page_starts, attributes: '{}', ...PAGES_ALONE },
    heading_starts: headings.map(({ start }) => start),
    heading_levels: headings.map(({ level }) => level),
    heading_texts: headings.map((heading) => heading.text),
    ...{ human_readable_id: 0, text_unit_ids: [], creation_date: '', raw_data: null, byte_hash: '', byte_size: 0 },
    source_row: null,
  };
}
