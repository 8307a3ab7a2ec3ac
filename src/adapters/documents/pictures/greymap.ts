import type { DrawnPage } from '../../../core/ports/pages';

/** A drawn page as a PGM file: a byte of grey for each pixel. */
export function greymap({ width, height, pixels }: DrawnPage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${String(width)} ${String(height)}\n255\n`);
  const file = new Uint8Array(head.length + width * height);
  file.set(head);
  for (let at = 0, pixel = head.length; at < pixels.length; at += 4, pixel += 1)
    file[pixel] = 0.3 * (pixels[at] ?? 0) + 0.59 * (pixels[at + 1] ?? 0) + 0.11 * (pixels[at + 2] ?? 0);
  return file;
}
