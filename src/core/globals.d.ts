/** The few globals, common to Node and workers, that the core may use; everything else is handed to it through ports. */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}

interface Blob {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start?: number, end?: number, type?: string): Blob;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
