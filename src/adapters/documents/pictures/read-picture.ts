import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { needsPictures, type OpenSource } from '../format-reader';
import { LIMITS } from '../limits';
import { pictureHead, shownSize, type PictureHead } from './picture-head';
import { DAMAGED_PICTURE } from './recogniser';
import { recognisedDocument } from './recognised-document';
import { recognisedPage } from './recognised-pages';

/** Recognises the words of a PNG, JPEG or WebP file, once a person has agreed. Throws ParseError for damage and too many pixels. */
export async function readPicture(source: OpenSource): Promise<ReadResult> {
  const head = pictureHead(source.bytes);
  if (!head) throw new ParseError(DAMAGED_PICTURE);
  refusePixels(head);
  if (source.answer?.kind !== 'pictures') return needsPictures(1);
  const recogniser = await source.openRecogniser();
  const size = shownSize(head);
  const lines = recogniser.read(source.bytes, head.orientation, source.onProgress);
  return recognisedDocument(source, [{ lines: recognisedPage(lines, size), size }]);
}

/** Refuses a picture that would take too much memory, by the size that it claims. */
export function refusePixels({ width, height }: Pick<PictureHead, 'width' | 'height'>): void {
  if (width * height > LIMITS.pixels || Math.max(width, height) > LIMITS.pictureSide)
    throw new ParseError(
      message`It is a picture of ${width} by ${height} pixels, which is too large to be read here. Save it with fewer pixels: 300 for an inch are enough.`,
    );
}
