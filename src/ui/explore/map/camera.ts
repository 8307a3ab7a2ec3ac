/** Visible part of the plane: the point in the middle of the picture, and pixels per unit. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

interface Discs {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
}

/** Pixels that stay free at the edge, for labels. */
const MARGIN = 34;

/** The camera that shows all of these discs; the unit circle where there is none. */
export function fitCamera({ x, y, radius }: Discs, { width, height }: Extent): Camera {
  if (x.length === 0) return { x: 0, y: 0, scale: Math.min(width, height) / 2 };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < x.length; at++) {
    const [px, py, r] = [x[at] ?? 0, y[at] ?? 0, radius[at] ?? 0];
    left = Math.min(left, px - r);
    right = Math.max(right, px + r);
    top = Math.min(top, py - r);
    bottom = Math.max(bottom, py + r);
  }
  const room = (pixels: number): number => Math.max(40, pixels - 2 * MARGIN);
  const scale = Math.min(room(width) / Math.max(1e-6, right - left), room(height) / Math.max(1e-6, bottom - top));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Moves the plane with the hand, by pixels. */
export const pan = ({ x, y, scale }: Camera, dx: number, dy: number): Camera => ({
  x: x - dx / scale,
  y: y - dy / scale,
  scale,
});

/** Pixels per unit, at most so many times those of the fitted picture, and at least a part of them. */
const MOST_ZOOM = 60;
const LEAST_ZOOM = 0.5;

/** Zooms by a factor; the point of the plane under these pixels stays there. */
export function zoomAt(
  camera: Camera,
  factor: number,
  point: { readonly x: number; readonly y: number },
  extent: Extent,
  fitted: number,
): Camera {
  const scale = Math.max(fitted * LEAST_ZOOM, Math.min(fitted * MOST_ZOOM, camera.scale * factor));
  const [dx, dy] = [point.x - extent.width / 2, point.y - extent.height / 2];
  return {
    x: camera.x + dx / camera.scale - dx / scale,
    y: camera.y + dy / camera.scale - dy / scale,
    scale,
  };
}

export const toScreen = (camera: Camera, { width, height }: Extent, x: number, y: number) => ({
  x: (x - camera.x) * camera.scale + width / 2,
  y: (y - camera.y) * camera.scale + height / 2,
});

export const toPlane = (camera: Camera, { width, height }: Extent, x: number, y: number) => ({
  x: camera.x + (x - width / 2) / camera.scale,
  y: camera.y + (y - height / 2) / camera.scale,
});
