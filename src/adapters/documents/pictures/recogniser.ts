import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { dataOf, type RecognitionLanguage } from '../../../core/tables/recognition-languages';

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
  /** A blank stands before it; missing where that is not known. */
  readonly blank?: boolean;
  /** Place as the picture is shown, where it was turned to be read. */
  readonly shown?: readonly [x: number, y: number, width: number, height: number];
}

/** Recognises printed words. It is not in use for two pictures at once. */
export interface Recogniser {
  /**
   * Reads a PNG, JPEG, WebP or PNM file turned by an EXIF orientation; `onProgress` gets the part that is read. Throws
   * ParseError where it cannot be decoded.
   */
  read(picture: Uint8Array, orientation: number, options: RecognitionOptions): readonly RecognisedLine[];
}

interface RecognitionOptions {
  /** Tells ink from paper by what is around each place, not by one threshold for the whole picture. */
  readonly isUneven?: boolean;
  readonly onProgress: (part: number) => void;
}

export type OpenRecogniser = (language: RecognitionLanguage) => Promise<Recogniser>;

/** Loads the files that recognition needs. */
export interface RecogniserFiles {
  /** Tesseract's WebAssembly. */
  readonly wasm: () => Promise<ArrayBuffer>;
  /** Tesseract's data of a language, by its code; it may be packed by gzip. */
  readonly data: (code: string) => Promise<ArrayBuffer>;
}

/** Starts Tesseract when the first picture of a language is read. Throws ParseError where its files cannot be fetched. */
export function recogniserOpener(files: RecogniserFiles): OpenRecogniser {
  const started = new Map<string, Promise<Recogniser>>();
  return (language) => {
    const { code } = language;
    const known = started.get(code);
    if (known) return known;
    const starting = startTesseract(files, language).catch((cause: unknown) => {
      started.delete(code);
      throw new ParseError(NOT_FETCHED, { cause, traits: ['worth another try'] });
    });
    started.set(code, starting);
    return starting;
  };
}

const NOT_FETCHED = message`The part of Burrow that reads pictures could not be fetched from this site. Go online once and try it again; after that, pictures are read offline too.`;

/** Words on a picture that cannot be decoded. */
export const DAMAGED_PICTURE = message`It is a picture that is damaged or cut short. Get a fresh copy of the file.`;

const LSTM = 1;
/** One threshold for the whole picture. */
const OTSU = '0';
/** A threshold for each place (Sauvola and Pietikäinen 2000). */
const SAUVOLA = '2';
/** Looks for columns and pictures on the page; without it, lines of columns are run together. */
const FIND_COLUMNS = '3';
/** Looks for lines that run across the whole page: columns are told by the places of words, then. Finds no vertical text. */
const ONE_COLUMN = '4';

async function startTesseract(files: RecogniserFiles, language: RecognitionLanguage): Promise<Recogniser> {
  const codes = dataOf(language);
  const [{ default: start }, wasm, ...data] = await Promise.all([
    import('tesseract.js-core/tesseract-core-simd-lstm.js'),
    files.wasm(),
    ...codes.map(files.data),
  ]);
  let heard = ignore as (part: number) => void;
  const module = await start({
    wasmBinary: wasm,
    TesseractProgress: (percent) => heard(percent / 100),
    print: ignore,
    printErr: ignore,
  });
  for (const [at, code] of codes.entries())
    module.FS.writeFile(`${code}.traineddata`, await unpacked(data[at] ?? new ArrayBuffer()));
  const api = new module.TessBaseAPI();
  if (api.Init(null, codes.join('+'), LSTM) === -1) throw new Error('The data of the language cannot be read.');
  api.SetVariable('tessedit_pageseg_mode', language.grid ? ONE_COLUMN : FIND_COLUMNS);
  return {
    read: (picture, orientation, { isUneven = false, onProgress }) => {
      heard = onProgress;
      api.SetVariable('thresholding_method', isUneven ? SAUVOLA : OTSU);
      module.FS.writeFile(INPUT, picture);
      try {
        if (api.SetImageFile(orientation) === 1) throw new ParseError(DAMAGED_PICTURE);
        if (api.Recognize(null) !== 0) throw new ParseError(DAMAGED_PICTURE);
        return linesOf(JSON.parse(api.GetJSONText()) as TesseractPage, api.GetUTF8Text());
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

/** `text` tells where blanks stand: the words of Korean are parted in `blocks`. */
function linesOf({ blocks }: TesseractPage, text: string): RecognisedLine[] {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs ?? []).flatMap((paragraph) => paragraph.lines);
  const isBehindBlank = blankFinder(text);
  return lines.map(({ baseline: { x0, y0, x1, y1 }, rowAttributes, words }) => ({
    height: rowAttributes.rowHeight,
    baseline: [x0, y0, x1, y1],
    words: words.map(({ text, confidence, bbox }, at) => ({
      text: lettersOf(text),
      confidence,
      blank: isBehindBlank(text),
      place: [bbox.x0, bbox.y0, endOf(bbox, words[at + 1]?.bbox) - bbox.x0, bbox.y1 - bbox.y0],
    })),
  }));
}

/** Tells for each word of a text, in their order, if a blank stands before it. */
function blankFinder(text: string): (word: string) => boolean {
  let at = 0;
  return (word) => {
    const found = text.indexOf(word, at);
    if (found < 0 || found > at + NEAR) return true;
    const isBehind = found === 0 || /\s/u.test(text.charAt(found - 1));
    at = found + word.length;
    return isBehind;
  };
}

/** Characters further on in which a word is looked for. */
const NEAR = 20;

/** Right edge of a word: Tesseract gives Chinese and Japanese ones that reach over those behind them. */
const endOf = ({ x0, x1, y1 }: Edges, next: Edges | undefined): number =>
  next && next.x0 > x0 && next.x0 < x1 && next.y0 < y1 ? next.x0 : x1;

/** Tesseract's data of Greek gives the sign of a millionth in place of the letter that looks like it. */
const lettersOf = (word: string): string =>
  /\p{Script=Greek}/u.test(word) ? word.replaceAll('\u00b5', '\u03bc') : word;
