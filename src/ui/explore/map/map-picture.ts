/** A picture of the map and the names that are written on it. */
export interface MapPicture {
  readonly names: readonly string[];
  /** A PNG in base64; the size is in pixels. */
  readonly picture: { readonly width: number; readonly height: number; readonly base64: string };
}

/** Pixels of the longer side. */
const LONGEST = 900;

/** A picture of what a canvas shows, made smaller where it is large. */
export function smallPicture(canvas: HTMLCanvasElement, names: readonly string[]): MapPicture | null {
  const scale = Math.min(1, LONGEST / Math.max(canvas.width, canvas.height, 1));
  const small = document.createElement('canvas');
  small.width = Math.max(1, Math.round(canvas.width * scale));
  small.height = Math.max(1, Math.round(canvas.height * scale));
  const context = small.getContext('2d', { alpha: false });
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const [, base64 = ''] = small.toDataURL('image/png').split(',');
  return { names, picture: { width: small.width, height: small.height, base64 } };
}
