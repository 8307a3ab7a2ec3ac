import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';

/** A line of words, in pixels of the picture. */
export interface RecognisedLine {
  /** Height of its letters. */
  readonly height: number;
  /** The baseline from its left to its right end. */
  readonly baseline: readonly [x0: number, y0: number, x1: number, y1: number];
  readonly words: readonly RecognisedWord[];
}

interface RecognisedWord {
  readonly text: string;
  /** 0 to 100, as Tesseract gives it. */
  readonly confidence: number;
  readonly place: readonly [x: number, y: number, width: number, height: number];
  /** Place as the picture is shown, where it was turned to be read. */
  readonly shown?: readonly [x: number, y: number, width: number, height: number];
}

/** Recognises printed words. It is not in use for two pictures at once. */
export interface Recogniser {
  /**
   * Reads a PNG, JPEG, WebP or PNM file turned by an EXIF orientation; `onProgress` gets the part that is read. Throws
   * ParseError where it cannot be decoded.
   */
  read(picture: Uint8Array, orientation: number, onProgress: (part: number) => void): readonly RecognisedLine[];
}

export type OpenRecogniser = () => Promise<Recogniser>;

/** Files that recognition needs: Tesseract's WebAssembly and its data of English, which may be packed by gzip. */
export interface RecogniserFiles {
  readonly wasm: ArrayBuffer;
  readonly data: ArrayBuffer;
}

/** Starts Tesseract when the first picture is read. Throws ParseError where its files cannot be fetched. */
export function recogniserOpener(loadFiles: () => Promise<RecogniserFiles>): OpenRecogniser {
  let started: Promise<Recogniser> | undefined;
  return () =>
    (started ??= startTesseract(loadFiles).catch((cause: unknown) => {
      started = undefined;
      throw new ParseError(NOT_FETCHED, { cause, traits: ['worth another try'] });
    }));
}

const NOT_FETCHED = message`The part of Burrow that reads pictures could not be fetched from this site. Go online once and try it again; after that, pictures are read offline too.`;

/** Words on a picture that cannot be decoded. */
export const DAMAGED_PICTURE = message`It is a picture that is damaged or cut short. Get a fresh copy of the file.`;

const LANGUAGE = 'eng';
const LSTM = 1;
/** Looks for columns and pictures on the page; without it, lines of columns are run together. */
const FIND_COLUMNS = '3';

async function startTesseract(loadFiles: () => Promise<RecogniserFiles>): Promise<Recogniser> {
  const [{ default: start }, { wasm, data }] = await Promise.all([
    import('tesseract.js-core/tesseract-core-simd-lstm.js'),
    loadFiles(),
  ]);
  let heard = ignore as (part: number) => void;
  const module = await start({
    wasmBinary: wasm,
    TesseractProgress: (percent) => heard(percent / 100),
    print: ignore,
    printErr: ignore,
  });
  module.FS.writeFile(`${LANGUAGE}.traineddata`, await unpacked(data));
  const api = new module.TessBaseAPI();
  if (api.Init(null, LANGUAGE, LSTM) === -1) throw new Error('The data of the language cannot be read.');
  api.SetVariable('tessedit_pageseg_mode', FIND_COLUMNS);
  return {
    read: (picture, orientation, onProgress) => {
      heard = onProgress;
      module.FS.writeFile(INPUT, picture);
      try {
        if (api.SetImageFile(orientation) === 1) throw new ParseError(DAMAGED_PICTURE);
        if (api.Recognize(null) !== 0) throw new ParseError(DAMAGED_PICTURE);
        return linesOf(JSON.parse(api.GetJSONText()) as TesseractPage);
      } finally {
        api.Clear();
        module.FS.unlink(INPUT);
        heard = ignore;
      }
    },
  };
}

function ignore(): void {}

const INPUT = '/input';

/** Some servers unpack a file of gzip on the way, others do not. */
async function unpacked(data: ArrayBuffer): Promise<Uint8Array> {
  const bytes = new Uint8Array(data);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

interface Edges {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Parts of Tesseract's own form of a page. */
interface TesseractPage {
  readonly blocks: readonly { readonly paragraphs?: readonly { readonly lines: readonly TesseractLine[] }[] | null }[];
}

interface TesseractLine {
  readonly baseline: Edges;
  readonly rowAttributes: { readonly rowHeight: number };
  readonly words: readonly { readonly text: string; readonly confidence: number; readonly bbox: Edges }[];
}

function linesOf({ blocks }: TesseractPage): RecognisedLine[] {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs ?? []).flatMap((paragraph) => paragraph.lines);
  return lines.map(({ baseline: { x0, y0, x1, y1 }, rowAttributes, words }) => ({
    height: rowAttributes.rowHeight,
    baseline: [x0, y0, x1, y1],
    words: words.map(({ text, confidence, bbox }) => ({
      text,
      confidence,
      place: [bbox.x0, bbox.y0, bbox.x1 - bbox.x0, bbox.y1 - bbox.y0],
    })),
  }));
}
