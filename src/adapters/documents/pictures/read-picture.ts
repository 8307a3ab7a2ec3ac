import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports/documents';
import { agreementOf, needsPictures, type OpenSource } from '../format-reader';
import { pictureHead, refusePixels, shownSize } from './picture-head';
import { DAMAGED_PICTURE } from './recogniser';
import { pagedDocument } from './paged-document';
import { recognisedPage } from './recognised-pages';
import { startRecognition } from './recognition-run';

/** Recognises the words of a PNG, JPEG or WebP file, once a person has agreed. Throws ParseError for damage and too many pixels. */
export async function readPicture(source: OpenSource): Promise<ReadResult> {
  const head = pictureHead(source.bytes);
  if (!head) throw new ParseError(DAMAGED_PICTURE);
  refusePixels(head);
  const agreed = agreementOf(source);
  if (!agreed) return needsPictures(1);
  const recognition = await startRecognition(source, agreed);
  const size = shownSize(head);
  const lines = recognition.read({ bytes: source.bytes, orientation: head.orientation, size }, source.onProgress);
  return recognition.result(pagedDocument(source, [recognisedPage(lines, size)]));
}
