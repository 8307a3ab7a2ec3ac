import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';

declare module '@embedpdf/pdfium' {
  /** Emscripten's part, whose types the package leaves to others. Views are replaced when the memory grows. */
  interface PdfiumModule {
    readonly wasmBinary: ArrayBuffer;
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    readonly HEAPF32: Float32Array;
    readonly HEAPF64: Float64Array;
    readonly wasmExports: GlyphFunctions;
  }

  /** Functions that are called for each glyph or word: many times faster than as PDFium's wrapper calls them. */
  interface GlyphFunctions {
    FPDFText_GetUnicode(text: number, index: number): number;
    FPDFText_IsGenerated(text: number, index: number): number;
    FPDFText_HasUnicodeMapError(text: number, index: number): number;
    FPDFText_GetTextObject(text: number, index: number): number;
    FPDFText_GetLooseCharBox(text: number, index: number, to: number): number;
    FPDFText_GetCharOrigin(text: number, index: number, toX: number, toY: number): number;
    FPDFText_GetMatrix(text: number, index: number, to: number): number;
    FPDFText_GetFontSize(text: number, index: number): number;
    FPDFTextObj_GetFont(object: number): number;
    FPDFTextObj_GetTextRenderMode(object: number): number;
  }
}

/** PDFium's functions and its memory. */
export type Pdfium = WrappedPdfiumModule;

/** Opens a PDF. Throws PdfError for damage, and where it needs a password or another one. */
export type OpenPdf = (bytes: Uint8Array, password?: string) => Promise<PdfFile>;

/**
 * Starts PDFium with the bytes of its WebAssembly when the first PDF is opened. Throws ParseError where it cannot be
 * fetched.
 */
export function pdfOpener(loadWasm: () => Promise<ArrayBuffer>): OpenPdf {
  let started: Promise<Pdfium> | undefined;
  const start = async (): Promise<Pdfium> => {
    const [{ init }, wasmBinary] = await Promise.all([import('@embedpdf/pdfium'), loadWasm()]).catch(
      (cause: unknown) => {
        started = undefined;
        throw new ParseError(NOT_FETCHED, { cause, traits: ['worth another try'] });
      },
    );
    const pdfium = await init({ wasmBinary });
    pdfium.PDFiumExt_Init();
    return pdfium;
  };
  return async (bytes, password) => new PdfFile(await (started ??= start()), bytes, password);
}

const NOT_FETCHED = message`The part of Burrow that reads PDFs could not be fetched from this site. Go online once and add it again; after that, PDFs are read offline too.`;

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly reason: 'password' | 'damaged';

  constructor(reason: 'password' | 'damaged') {
    super(`The PDF cannot be opened: ${reason}`);
    this.reason = reason;
  }
}

/** PDFium's codes for a wrong password and for a kind of encryption that it does not know. */
const PASSWORD_ERRORS: readonly number[] = [4, 5];

export interface OutlineItem {
  readonly title: string;
  readonly level: number;
  /** Zero-based. */
  readonly page: number;
}

/** In points of the file, whose `y` goes upwards. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const DEEPEST_OUTLINE = 6;

/** An open PDF, in PDFium's memory until it is closed. */
export class PdfFile {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly pageCount: number;
  readonly #bytes: number;
  /** Handle and memory of the form's fields. */
  readonly #form: { readonly handle: number; readonly info: number };

  constructor(pdfium: Pdfium, bytes: Uint8Array, password = '') {
    const { wasmExports } = pdfium.pdfium;
    this.pdfium = pdfium;
    this.#bytes = wasmExports.malloc(bytes.length);
    pdfium.pdfium.HEAPU8.set(bytes, this.#bytes);
    this.document = pdfium.FPDF_LoadMemDocument(this.#bytes, bytes.length, password);
    this.pageCount = this.document === 0 ? 0 : pdfium.FPDF_GetPageCount(this.document);
    if (this.pageCount === 0) {
      const isLocked = this.document === 0 && PASSWORD_ERRORS.includes(pdfium.FPDF_GetLastError());
      if (this.document !== 0) pdfium.FPDF_CloseDocument(this.document);
      wasmExports.free(this.#bytes);
      throw new PdfError(isLocked ? 'password' : 'damaged');
    }
    const info = pdfium.PDFiumExt_OpenFormFillInfo();
    this.#form = { handle: pdfium.PDFiumExt_InitFormFillEnvironment(this.document, info), info };
  }

  get form(): number {
    return this.#form.handle;
  }

  /** Width and height of a page as shown, in points; those of a letter for one that is damaged. */
  sizeOf(index: number): { readonly width: number; readonly height: number } {
    return this.withMemory(8, (at) => {
      const isFound = this.pdfium.FPDF_GetPageSizeByIndexF(this.document, index, at);
      const [width = 0, height = 0] = this.pdfium.pdfium.HEAPF32.slice(at >> 2, (at >> 2) + 2);
      return isFound && width > 0 && height > 0 ? { width, height } : { width: 612, height: 792 };
    });
  }

  /** Runs `use` on a page, from 0; undefined for one that is damaged. */
  withPage<T>(index: number, use: (page: number) => T): T | undefined {
    const page = this.pdfium.FPDF_LoadPage(this.document, index);
    if (page === 0) return undefined;
    try {
      return use(page);
    } finally {
      this.pdfium.FPDF_ClosePage(page);
    }
  }

  /** A text that PDFium writes as UTF-16 with its end into memory of so many bytes, and tells the bytes it needs. */
  text(write: (at: number, bytes: number) => number): string {
    const bytes = write(0, 0);
    if (bytes <= 2) return '';
    return this.withMemory(bytes, (at) => {
      write(at, bytes);
      return this.pdfium.pdfium.UTF16ToString(at, bytes - 2);
    });
  }

  /** The same for a text in UTF-8. */
  bytesText(write: (at: number, bytes: number) => number): string {
    const bytes = write(0, 0);
    if (bytes <= 1) return '';
    return this.withMemory(bytes, (at) => {
      write(at, bytes);
      return this.pdfium.pdfium.UTF8ToString(at, bytes);
    });
  }

  /** A rectangle that PDFium writes into memory. */
  rectangle(write: (at: number) => unknown): Rectangle {
    return this.withMemory(16, (at) => {
      write(at);
      return this.rectangleAt(at);
    });
  }

  rectangleAt(at: number): Rectangle {
    const { HEAPF32 } = this.pdfium.pdfium;
    const first = at >> 2;
    return {
      left: HEAPF32[first] ?? 0,
      top: HEAPF32[first + 1] ?? 0,
      right: HEAPF32[first + 2] ?? 0,
      bottom: HEAPF32[first + 3] ?? 0,
    };
  }

  withMemory<T>(bytes: number, use: (at: number) => T): T {
    const { malloc, free } = this.pdfium.pdfium.wasmExports;
    const at = malloc(bytes);
    try {
      return use(at);
    } finally {
      free(at);
    }
  }

  /** A field of the file's properties, such as `Title`. */
  property(name: string): string {
    return this.text((at, bytes) => this.pdfium.FPDF_GetMetaText(this.document, name, at, bytes));
  }

  /** The name of a page, such as `iv`; empty where it has none. */
  labelOf(index: number): string {
    return this.text((at, bytes) => this.pdfium.FPDF_GetPageLabel(this.document, index, at, bytes));
  }

  /** The bookmarks that lead to a page, in order. */
  outline(): OutlineItem[] {
    const items: OutlineItem[] = [];
    const { document, pdfium } = this;
    const visit = (parent: number, level: number): void => {
      let at = pdfium.FPDFBookmark_GetFirstChild(document, parent);
      for (; at !== 0 && items.length < LIMITS.outlineItems; at = pdfium.FPDFBookmark_GetNextSibling(document, at)) {
        const title = this.text((to, bytes) => pdfium.FPDFBookmark_GetTitle(at, to, bytes));
        items.push({ title, level, page: this.#pageOf(at) });
        if (level < DEEPEST_OUTLINE) visit(at, level + 1);
      }
    };
    visit(0, 1);
    return items.filter(({ page }) => page >= 0);
  }

  #pageOf(bookmark: number): number {
    const { document, pdfium } = this;
    const action = pdfium.FPDFBookmark_GetAction(bookmark);
    const target =
      pdfium.FPDFBookmark_GetDest(document, bookmark) ||
      (action === 0 ? 0 : pdfium.FPDFAction_GetDest(document, action));
    return target === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, target);
  }

  close(): void {
    this.pdfium.PDFiumExt_ExitFormFillEnvironment(this.#form.handle);
    this.pdfium.PDFiumExt_CloseFormFillInfo(this.#form.info);
    this.pdfium.FPDF_CloseDocument(this.document);
    this.pdfium.pdfium.wasmExports.free(this.#bytes);
  }
}
