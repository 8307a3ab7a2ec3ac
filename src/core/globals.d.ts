/** The few globals, common to Node and workers, that the core may use; everything else is handed to it through ports. */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface Blob {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start?: number, end?: number, type?: string): Blob;
}

declare const Blob: { new (parts: readonly (Blob | Uint8Array<ArrayBuffer> | string)[]): Blob };

declare const AbortSignal: { any(signals: readonly AbortSignal[]): AbortSignal };

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

interface URL {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  readonly origin: string;
  readonly pathname: string;
}

declare const URL: { new (url: string): URL; parse(url: string): URL | null };

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array<ArrayBuffer>): { readonly read: number; readonly written: number };
}

declare class TextDecoder {
  constructor(label?: 'utf-8', options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array<ArrayBuffer>): string;
}

/** Missing in a few hardened browsers: ask `typeof` first. */
declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array<ArrayBuffer>) => boolean;
  readonly Module: { new (bytes: Uint8Array<ArrayBuffer>): object };
  readonly Instance: { new (module: object): { readonly exports: object } };
};
