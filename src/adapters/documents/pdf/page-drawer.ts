import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { PageDrawer } from '../../../core/ports/pages';
import type { Word } from './layout/box';
import { drawPage } from './draw-page';
import { PdfError, type OpenPdf, type PdfFile } from './open-pdf';
import { alignWords } from './placed-words';
import { pageReader } from './read-page';

/** Draws the pages of a PDF, and tells where their words are, by the same reading that made its text. */
export function createPageDrawer(openPdf: OpenPdf): PageDrawer {
  let opened: { readonly file: PdfFile; readonly words: (index: number) => readonly Word[] } | undefined;
  const current = () => {
    if (!opened) throw new ParseError(message`No file is open.`);
    return opened;
  };
  return {
    open: async (blob, password) => {
      const file = await unlocked(openPdf(new Uint8Array(await blob.arrayBuffer()), password));
      if (!file) return null;
      const read = pageReader(file);
      const words = (index: number): readonly Word[] =>
        read(index)?.regions.flatMap((region) => region.flatMap((line) => line.words ?? [])) ?? [];
      opened = { file, words };
      return Array.from({ length: file.pageCount }, (_, index) => file.sizeOf(index));
    },
    draw: async (page, width) => drawPage(current().file, page - 1, width),
    words: async (page, text) => alignWords(text, current().words(page - 1)),
  };
}

/** The file; undefined where it needs a password or another one. */
async function unlocked(opening: Promise<PdfFile>): Promise<PdfFile | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'password') return undefined;
    throw error;
  }
}
