import type { EngineApi } from '../../core/engine/api';
import type { NoteView } from '../../core/engine/notebook/notebook-calls';
import { fileName, saveFile } from '../platform/files';
import { notebookWords } from '../words/screens/notebook-words';
import { bibtex, cslJson } from './bibliography';
import { notebookMarkdown, type ExportedNote } from './notebook-markdown';

/** Formats of an exported notebook. */
export const NOTEBOOK_FORMATS = ['markdown', 'word', 'bibtex', 'csl'] as const;
export type NotebookFormat = (typeof NOTEBOOK_FORMATS)[number];

type Engine = Pick<EngineApi, 'notePicture' | 'citedDocuments' | 'wordFile'>;

/** Saves notes as a file. Resolves with false where references are wanted and there are none. */
export async function exportNotebook(
  engine: Engine,
  collection: string,
  notes: readonly NoteView[],
  format: NotebookFormat,
): Promise<boolean> {
  const words = notebookWords();
  if (format === 'bibtex' || format === 'csl') {
    const documents = await engine.citedDocuments(notes.map(({ id }) => id));
    if (documents.length === 0) return false;
    const [text, extension, type] =
      format === 'csl'
        ? [cslJson(documents), 'json', 'application/json']
        : [bibtex(documents), 'bib', 'application/x-bibtex'];
    saveFile(new Blob([text], { type }), fileName(words.referencesName(collection), extension));
    return true;
  }
  const markdown = notebookMarkdown(collection, await withPictures(engine, notes));
  const file = format === 'word' ? await engine.wordFile(markdown) : new Blob([markdown], { type: 'text/markdown' });
  saveFile(file, fileName(words.fileName(collection), format === 'word' ? 'docx' : 'md'));
  return true;
}

async function withPictures(engine: Engine, notes: readonly NoteView[]): Promise<readonly ExportedNote[]> {
  const exported: ExportedNote[] = [];
  for (const note of notes) {
    const isPictured = note.pin?.kind === 'map' && note.pin.picture !== null;
    exported.push({ note, picture: isPictured ? await engine.notePicture(note.id) : '' });
  }
  return exported;
}
