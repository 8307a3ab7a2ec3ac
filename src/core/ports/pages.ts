/** Draws the pages of one document, apart from the page of the app: a file may be made to do harm. */
export interface PageDrawer {
  /**
   * Opens the file; returns the size of each page in points, or null where it needs a password or another one. Throws
   * ParseError where it cannot be read.
   */
  open(file: Blob, password?: string): Promise<readonly PageSize[] | null>;
  /** Draws a page, from 1, so many pixels wide. */
  draw(page: number, width: number): Promise<DrawnPage>;
  /** Finds the words of a page in its text, as that was read; offsets are those of `text`, in reading order. */
  words(page: number, text: string): Promise<readonly PlacedWord[]>;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Four bytes for each pixel: red, green, blue, opacity. */
export interface DrawnPage extends PageSize {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Lengths in points from the page's upper left corner. */
export interface PlacedWord extends PageSize {
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly y: number;
}
