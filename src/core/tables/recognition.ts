import { remembered } from '../memo';
import { partAt, type Place } from './documents';
import type { DocumentRow } from './tables';

/** Words that were recognised in pictures of pages, as a document's `raw_data` keeps them. */
export interface Recognition {
  /** Width and height of each page in pixels; 0 for one that has words of its own. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  readonly words: readonly RecognisedPlace[];
}

/** A recognised word: its range of the document's text, and its place on a page, from 1, in pixels. */
export interface RecognisedPlace {
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly place: readonly [x: number, y: number, width: number, height: number];
  /** 0 to 100, as the recogniser gives it. */
  readonly confidence: number;
}

/** Numbers of a word in a row: start, end, page, x, y, width, height, confidence. */
type WordNumbers = readonly [number, number, number, number, number, number, number, number];

interface Written {
  readonly recognised: {
    readonly sizes: readonly (readonly [width: number, height: number])[];
    readonly words: readonly WordNumbers[];
  };
}

/** A recognition as JSON with bare numbers. */
export function writeRecognition({ sizes, words }: Recognition): string {
  const written: Written = {
    recognised: {
      sizes: sizes.map(({ width, height }) => [width, height]),
      words: words.map(({ start, end, page, place, confidence }) => [
        ...([start, end, page] as const),
        ...place,
        Math.round(confidence),
      ]),
    },
  };
  return JSON.stringify(written);
}

/** The recognition of a document; null for one that was not read from pictures, such as a row of a table. */
export function recognitionOf({
  raw_data,
  media_type,
}: Pick<DocumentRow, 'raw_data' | 'media_type'>): Recognition | null {
  const mayHave = media_type.startsWith('image/') || media_type === 'application/pdf';
  if (!mayHave || !raw_data?.startsWith('{"recognised":')) return null;
  const { sizes, words } = (JSON.parse(raw_data) as Written).recognised;
  return {
    sizes: sizes.map(([width, height]) => ({ width, height })),
    words: words.map(([start, end, page, x, y, width, height, confidence]) => ({
      ...{ start, end, page, confidence },
      place: [x, y, width, height],
    })),
  };
}

type PictureSizes = Pick<Recognition, 'sizes'> | null;

/** The part of a document at an offset; null in one without parts. A page whose words were recognised tells so. */
export const placeAt = (row: DocumentRow, offset: number): Place | null =>
  withPicture(partAt(row, offset), picturesOf(row));

const picturesOf = remembered((row: DocumentRow): PictureSizes => {
  const recognition = recognitionOf(row);
  return recognition && { sizes: recognition.sizes };
});

/** A part that tells if it is a page whose words were recognised in a picture. */
export function withPicture(place: Place | null, pictures: PictureSizes): Place | null {
  const page = typeof place === 'number' ? ({ kind: 'page', number: place, name: '', row: null } as const) : place;
  if (page?.kind !== 'page' || !pictures?.sizes[page.number - 1]?.width) return place;
  return { ...page, picture: true };
}
