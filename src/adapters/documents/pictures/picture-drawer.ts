import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { PageDrawer } from '../../../core/ports/pages';
import { fittedSize } from '../pdf/draw-page';
import { pictureHead, refusePixels } from './picture-head';
import { DAMAGED_PICTURE } from './recogniser';

/** Draws a picture by the browser's own decoder. The places of its words are kept with the document. */
export function createPictureDrawer(): PageDrawer {
  let picture: ImageBitmap | undefined;
  return {
    open: async (file) => {
      const head = pictureHead(new Uint8Array(await file.arrayBuffer()));
      if (!head) throw new ParseError(DAMAGED_PICTURE);
      refusePixels(head);
      picture = await createImageBitmap(file).catch((cause: unknown) => {
        throw new ParseError(DAMAGED_PICTURE, { cause });
      });
      return [{ width: picture.width, height: picture.height }];
    },
    draw: async (_page, wanted) => {
      if (!picture) throw new ParseError(message`No file is open.`);
      const { width, height } = fittedSize({ width: wanted, height: (wanted * picture.height) / picture.width });
      const drawing = new OffscreenCanvas(width, height).getContext('2d');
      if (!drawing) throw new ParseError(DAMAGED_PICTURE);
      drawing.fillStyle = 'white';
      drawing.fillRect(0, 0, width, height);
      drawing.imageSmoothingQuality = 'high';
      drawing.drawImage(picture, 0, 0, width, height);
      return { width, height, pixels: drawing.getImageData(0, 0, width, height).data };
    },
    words: async () => [],
  };
}
