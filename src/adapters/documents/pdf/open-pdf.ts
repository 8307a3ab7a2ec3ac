import type { OPS, PDFDocumentProxy } from 'pdfjs-dist';

/** Opens a PDF with pdf.js, wherever that runs: in a nested worker in the browser, in the same thread in tests. */
export type OpenPdf = (bytes: Uint8Array<ArrayBuffer>) => Promise<OpenedPdf>;

export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  /** The numbers of pdf.js' drawing operators. */
  readonly operators: typeof OPS;
  /** Frees everything, the worker too. */
  close(): Promise<void>;
}

/**
 * Opens PDFs from inside a worker: pdf.js' own worker runs as a nested module worker and ends with the document.
 * `characterMaps` is the absolute address of the file that holds pdf.js' character maps.
 */
export function pdfOpener(characterMaps: string): OpenPdf {
  const fetchMap = createCharacterMaps(characterMaps);
  class CharacterMaps {
    readonly fetch = fetchMap;
  }
  return async (bytes) => {
    const { getDocument, OPS, PDFWorker } = await import('pdfjs-dist');
    const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' });
    const failed = new Promise<never>((_, reject) => {
      port.addEventListener('error', (event) => {
        reject(new Error(`The PDF reader did not start: ${event.message}`));
      });
    });
    const settings = textOnlySettings(new URL('./', characterMaps).href);
    const task = getDocument({
      ...settings,
      BinaryDataFactory: CharacterMaps,
      data: bytes,
      worker: PDFWorker.create({ port, verbosity: settings.verbosity }),
    });
    const close = async (): Promise<void> => {
      port.terminate();
      await Promise.resolve();
    };
    try {
      return { document: await Promise.race([task.promise, failed]), operators: OPS, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/**
 * Settings of pdf.js for reading text only: nothing is drawn, no code is generated, no font is installed. Of its files only the
 * character maps of East Asian fonts are needed; text and its place come out the same without its fonts and decoders. Fonts include
 * their glyphs' names, and pictures are dropped before they are decoded.
 */
export function textOnlySettings(characterMaps: string) {
  return {
    cMapUrl: characterMaps,
    cMapPacked: true,
    useWorkerFetch: false,
    disableFontFace: true,
    isEvalSupported: false,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
    fontExtraProperties: true,
    maxImageSize: 0,
    CanvasFactory: NoCanvas,
    FilterFactory: NoFilter,
  };
}

/** pdf.js insists on a canvas factory with a constructor; reading text never calls it. */
class NoCanvas {
  create(): never {
    throw new Error('Burrow reads the text of a PDF and draws nothing');
  }
  reset(): void {}
  destroy(): void {}
}

class NoFilter {
  addFilter(): string {
    return 'none';
  }
  addHCMFilter(): string {
    return 'none';
  }
  addAlphaFilter(): string {
    return 'none';
  }
  addLuminosityFilter(): string {
    return 'none';
  }
  addHighlightHCMFilter(): string {
    return 'none';
  }
  destroy(): void {}
}

interface Wanted {
  readonly kind: string;
  readonly filename: string;
}

/** Start and length of each map in the bytes behind the index. */
type Index = Readonly<Record<string, readonly [start: number, length: number]>>;

/**
 * Reads pdf.js' character maps from one file: the length of an index as four bytes, little end first, the index as
 * JSON, and the maps. The file is fetched when the first map is asked for; pdf.js treats a rejection as "not there" and
 * reads on.
 */
export function createCharacterMaps(file: string): (wanted: Wanted) => Promise<Uint8Array> {
  let opened: Promise<(name: string) => Uint8Array> | undefined;
  return async ({ kind, filename }) => {
    if (kind !== 'cMapUrl') throw new Error(`Reading text needs no ${filename}`);
    opened ??= fetchCharacterMaps(file);
    return (await opened)(filename);
  };
}

async function fetchCharacterMaps(file: string): Promise<(name: string) => Uint8Array> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`The character maps are not there: ${String(response.status)}`);
  return unpackCharacterMaps(await response.arrayBuffer());
}

/** Finds a map by its name in the bytes of the packed file; throws for one that is not in it. */
export function unpackCharacterMaps(packed: ArrayBuffer): (name: string) => Uint8Array {
  const length = new DataView(packed).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as Index;
  return (name) => {
    const place = Object.hasOwn(index, name) ? index[name] : undefined;
    if (!place) throw new Error(`There is no character map ${name}`);
    return new Uint8Array(packed, 4 + length + place[0], place[1]).slice();
  };
}
