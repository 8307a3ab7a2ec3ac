import pins from './pins.json' with { type: 'json' };

/** A model one can choose, with what a person wants to know before downloading it. */
export interface CatalogueModel {
  /** Stable; also names what is stored. For WebLLM its model id, for transformers.js the repository's name and the precision. */
  readonly id: string;
  /** Role: chats, makes vectors, checks sentences, or ranks passages. */
  readonly role: 'chat' | 'embedding' | 'entailment' | 'reranking';
  readonly provider: 'webllm' | 'transformers';
  readonly title: string;
  /** Recommended use, in a few words. */
  readonly use: string;
  readonly tier: 'small' | 'medium' | 'large';
  /** As named by its maker, such as `Apache-2.0`. */
  readonly licence: string;
  /** Bytes to download, about. */
  readonly downloadBytes: number;
  /** Bytes of GPU or main memory while it runs, about. */
  readonly memoryBytes: number;
  readonly needs: { readonly webgpu: boolean; readonly f16: boolean; readonly storageBufferBytes: number };
  /** The twin for devices without f16. */
  readonly twin?: string;
  /** Tokens. */
  readonly contextWindow: number;
  /** For people, in its maker's words. */
  readonly languages: string;
  /** Year and month in which the facts above were looked up last, such as `2026-11`. */
  readonly checked: string;
  /** Numbers per vector, for embedding models. */
  readonly dims?: number;
}

/** Expected size of a model's file, and its hash as in Subresource Integrity (`sha256-…`). */
export interface Pin {
  readonly bytes: number;
  readonly integrity: string;
}

/** The pinned files of one model, as `npm run pin` found them where the network allowed it. */
export interface ModelPins {
  readonly library: Pin;
  readonly config: Pin;
  /** By file name. */
  readonly tokenizer: Readonly<Record<string, Pin>>;
  readonly tensorCache: Pin;
  /** Bytes of all files together, weights included. */
  readonly downloadBytes: number;
}

/** The pins of a model of the catalogue; undefined while it has none. No model is pinned as long as pins.json is empty. */
export function pinsOf(model: string): ModelPins | undefined {
  return (pins as Readonly<Record<string, ModelPins>>)[model];
}
