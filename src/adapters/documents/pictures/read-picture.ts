import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports/documents';
import { hasAgreed, needsPictures, type OpenSource } from '../format-reader';
import { pictureHead, refusePixels, shownSize } from './picture-head';
import { DAMAGED_PICTURE } from './recogniser';
import { pagedDocument } from './paged-document';
import { recognisedPage } from './recognised-pages';
import { readEitherWay } from './upright-lines';

/** Recognises the words of a PNG, JPEG or WebP file, once a person has agreed. Throws ParseError for damage and too many pixels. */
export async function readPicture(source: OpenSource): Promise<ReadResult> {
  const head = pictureHead(source.bytes);
  if (!head) throw new ParseError(DAMAGED_PICTURE);
  refusePixels(head);
  if (!hasAgreed(source)) return needsPictures(1);
  const recogniser = await source.openRecogniser();
  const size = shownSize(head);
  const picture = { bytes: source.bytes, orientation: head.orientation, size };
  const lines = readEitherWay(recogniser, picture, source.onProgress);
  return { kind: 'documents', documents: [pagedDocument(source, [recognisedPage(lines, size)])] };
}
