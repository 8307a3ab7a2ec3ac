/** Tesseract's functions, as Emscripten offers them. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export interface TesseractApi {
    /** Returns -1 where the data of the language cannot be read. */
    Init(folder: null, language: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Decodes the file `/input` and turns it by its EXIF orientation, 1 to 8. Returns 1 where it cannot be decoded. */
    SetImageFile(orientation: number): number;
    /** Returns -1 where it failed. */
    Recognize(monitor: null): number;
    GetJSONText(): string;
    GetUTF8Text(): string;
    Clear(): void;
  }

  export interface TesseractModule {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    readonly TessBaseAPI: new () => TesseractApi;
  }

  interface Options {
    readonly wasmBinary: ArrayBuffer;
    /** Called while a picture is recognised, with percents. */
    readonly TesseractProgress: (percent: number) => void;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }

  export default function start(options: Options): Promise<TesseractModule>;
}
