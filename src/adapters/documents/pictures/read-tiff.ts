import type { ReadResult } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { readPdf } from '../pdf/read-pdf';
import { tiffAsPdf } from './tiff-as-pdf';

/** Recognises the words on the pages of a TIFF file, once a person has agreed. Throws ParseError for damage, too many pixels, and forms that are not read. */
export const readTiff = (source: OpenSource): Promise<ReadResult> =>
  readPdf({ ...source, bytes: tiffAsPdf(source.bytes) });
